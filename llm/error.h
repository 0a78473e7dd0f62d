// What can go wrong on the way to a model's answer, as values. Nothing throws across this library's boundary,
// and no error ever holds an API key.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace llm {

enum class ErrorCode {
  kConfiguration,  // a setting cannot be used; `field`, `value` and `remedy` say which and what to do
  kBusy,           // as many calls as allowed are under way
  kUnreachable,    // no such host, nobody listens, no route
  kUntrusted,      // the server's certificate does not prove that it is the host that was asked for
  kBroken,         // the connection ended before the reply did
  kTimedOut,       // the call's time is over
  kStopped,        // the caller asked to stop
  kRejected,       // the endpoint refuses this request (HTTP 3xx, 4xx); asking again would not help
  kOverloaded,     // the endpoint cannot serve now (HTTP 429, 5xx), not even after the retries
  kUnusable,       // a reply that is not what the dialect promises
  kTooLarge,       // a reply beyond the limit, which `message` names
  kCutOff,         // the model reached max_tokens in the middle of its answer
  kEmpty,          // the model said nothing
  kDeclined,       // the model, or a filter before it, refuses to answer
  kPostponed,      // the answer comes when the call is made again: return at once, having changed nothing
};

struct Error {
  ErrorCode code = ErrorCode::kUnusable;
  std::string message;      // what happened, one sentence without a final full stop
  std::string field = {};   // of kConfiguration: the option or variable at fault
  std::string value = {};   // its value as given; empty where it may hold a secret
  std::string remedy = {};  // what to do about it, one sentence without a final full stop
};

template <class T = void>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
  Result(Error error) : tl::expected<T, Error>(tl::unexpect, std::move(error)) {}  // NOLINT: implicit on purpose
};

}  // namespace llm
