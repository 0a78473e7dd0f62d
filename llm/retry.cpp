#include "llm/retry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <condition_variable>
#include <mutex>

namespace llm {

bool is_worth_retrying(int status) {
  constexpr std::array kPassing = {429, 500, 502, 503, 504, 529};
  return std::ranges::find(kPassing, status) != kPassing.end();
}

std::optional<std::chrono::seconds> read_retry_after(const std::string& header) {
  constexpr int kMaxSeconds = 24 * 60 * 60;
  int seconds = 0;
  const char* const end = header.data() + header.size();
  const auto [stopped, failed] = std::from_chars(header.data(), end, seconds);
  if (failed != std::errc() || stopped != end || seconds < 0) return std::nullopt;
  return std::chrono::seconds(std::min(seconds, kMaxSeconds));
}

std::optional<std::chrono::milliseconds> pause_after(int failed, std::optional<std::chrono::seconds> retry_after) {
  constexpr std::array kPauses = {500, 1000, 2000};  // milliseconds
  if (failed < 1 || static_cast<std::size_t>(failed) > kPauses.size()) return std::nullopt;
  const std::chrono::milliseconds own(kPauses[static_cast<std::size_t>(failed) - 1]);
  return std::max(own, std::chrono::milliseconds(retry_after.value_or(std::chrono::seconds(0))));
}

Time real_time() {
  const auto sleep = [](Clock::time_point until, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait_until(lock, stop, until, [] { return false; });
    return !stop.stop_requested();
  };
  return {.now = [] { return Clock::now(); }, .sleep = sleep};
}

}  // namespace llm
