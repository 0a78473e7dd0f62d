// When is a failed attempt worth another, and after which pause? Without jitter: this is one client of its
// own user, and the same failures must give the same pauses.
//
// Pure functions and a pair of injected ones; any thread.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "llm/model.h"

namespace llm {

// HTTP statuses that mean "not now": 429 and 500, 502, 503, 504 (RFC 9110), 529 (Anthropic: overloaded).
bool is_worth_retrying(int status);

// A Retry-After header in its form of whole seconds; the other form, a date, counts as absent.
std::optional<std::chrono::seconds> read_retry_after(const std::string& header);

// Before the attempt that follows `failed` failed ones: 0.5, 1, 2 seconds, more where the server asks for more.
// Nothing: enough was tried.
std::optional<std::chrono::milliseconds> pause_after(int failed, std::optional<std::chrono::seconds> retry_after);

// The clock that deadlines are measured on, and the way to wait for one of its times.
struct Time {
  std::function<Clock::time_point()> now;
  std::function<bool(Clock::time_point until, const std::stop_token& stop)> sleep;  // false: asked to stop
};
Time real_time();

}  // namespace llm
