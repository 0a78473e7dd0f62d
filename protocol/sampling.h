// What may a running call ask of the client's own model, and what comes back? MCP calls it sampling: the client
// chooses the model, may show the prompt to its user and may refuse. Never needed, only used where the client
// declares it (protocol.md §1).
//
// Pure functions; any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <tl/expected.hpp>

namespace protocol {

struct JsonView;  // json.h, for sources only

struct SamplingRequest {
  std::string system;  // may be empty
  std::string user;
  std::int64_t max_tokens = 1024;
  double temperature = 0.3;
};

struct SamplingReply {
  std::string text;
  std::string model;        // as the client names it
  std::string stop_reason;  // "endTurn", "maxTokens", …; empty where the client does not say
};

struct SamplingError {
  enum class Why {
    kDeclined,    // the client, or its user, refuses
    kUnusable,    // the answer is not what the schema promises, or beyond kMaxSampledBytes
    kTimedOut,    // no answer in time
    kStopped,     // the call is cancelled, or the process ends
    kClientGone,  // the input has ended: no answer can come any more
    kPostponed,   // 2026-07-28: the client makes the call again with the answer; the tool returns at once, having
                  // changed nothing, and what it answers now is dropped
  };
  Why why = Why::kUnusable;
  std::string message;
};

using SamplingResult = tl::expected<SamplingReply, SamplingError>;
using Sample =
    std::function<SamplingResult(const SamplingRequest& request, std::chrono::steady_clock::time_point deadline)>;

inline constexpr const char* kSamplingMethod = "sampling/createMessage";
inline constexpr std::size_t kMaxSampledBytes = 256UL << 10;  // of a text; 1,024 tokens are about 4 KB

// JSON text of the request's `params`.
std::string encode_sampling(const SamplingRequest& request);

// A CreateMessageResult; its text blocks are joined, blocks of other kinds are left out.
SamplingResult read_sampling(JsonView result);

}  // namespace protocol
