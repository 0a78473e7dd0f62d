// The port: how does the memory ask a language model for one piece of text? Whoever fulfils it, an HTTP
// endpoint, the client's own model or a recording in a test, looks the same from here.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "llm/error.h"

namespace llm {

using Clock = std::chrono::steady_clock;

struct Prompt {
  std::string system;        // may be empty
  std::string user;          // not empty
  int max_tokens = 1024;     // of the answer; retrieval.md §4
  double temperature = 0.3;  // 0..1
};

// How long a call may take, whatever the other side does.
struct Limits {
  Clock::time_point deadline;
  std::stop_token stop = {};  // requested: the call ends within milliseconds with kStopped
};

// Thread-safe: calls come from the worker pool.
class Model {
 public:
  virtual ~Model() = default;
  // The whole answer, never empty, never cut off. Blocks until it is there or an error is certain.
  virtual Result<std::string> complete(const Prompt& prompt, const Limits& limits) = 0;
};

}  // namespace llm
