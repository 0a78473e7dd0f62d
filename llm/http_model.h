// A model behind an HTTP endpoint: OpenAI-compatible chat completions or Anthropic messages.
//
// An answer, or an error that says why there is none, within the call's limits whatever the endpoint does:
// it may hang, drip, break off, lie about sizes or send something else. What passes (429, 5xx, a connection that
// breaks) is tried again after a growing pause as long as time is left; redirects are not followed, as they
// would carry the key to another host. Thread-safe. SIGPIPE must be ignored (connection.h).
#pragma once

#include <atomic>
#include <string>

#include "llm/endpoint.h"
#include "llm/model.h"
#include "llm/retry.h"

namespace llm {

class HttpModel final : public Model {
 public:
  struct Options {
    Time time = real_time();
    // Calls at once; one more gets kBusy. Fewer than the worker pool has threads, so that an endpoint that
    // hangs leaves some for everything else.
    int max_calls = 2;
  };

  explicit HttpModel(Endpoint endpoint) : HttpModel(std::move(endpoint), Options{}) {}
  HttpModel(Endpoint endpoint, Options options);

  Result<std::string> complete(const Prompt& prompt, const Limits& limits) override;

 private:
  Result<std::string> complete_with_retries(const Prompt& prompt, const Limits& limits);

  const Endpoint endpoint_;
  const Options options_;
  std::atomic<int> calls_{0};
  std::atomic<bool> takes_temperature_{true};  // until the model refuses one
};

}  // namespace llm
