// What the tests of models ask, and the clock they ask it by.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "llm/http_model.h"

namespace tests {

using std::chrono::milliseconds;
using std::chrono::seconds;

inline llm::Prompt question() { return {.system = "Answer from the notes.", .user = "Which provider do we use?"}; }

inline llm::Limits within(milliseconds time, std::stop_token stop = {}) {
  return {llm::Clock::now() + time, std::move(stop)};
}

// Time that passes only while somebody sleeps by it.
class FakeTime {
 public:
  llm::Time time() {
    return {.now =
                [this] {
                  const std::lock_guard lock(mutex_);
                  return now_;
                },
            .sleep =
                [this](llm::Clock::time_point until, const std::stop_token& stop) {
                  const std::lock_guard lock(mutex_);
                  pauses_.push_back(std::chrono::duration_cast<milliseconds>(until - now_));
                  now_ = until;
                  return !stop.stop_requested();
                }};
  }
  llm::Limits within(milliseconds left) { return {time().now() + left}; }
  std::vector<milliseconds> pauses() const {
    const std::lock_guard lock(mutex_);
    return pauses_;
  }

 private:
  mutable std::mutex mutex_;
  llm::Clock::time_point now_ = llm::Clock::now();
  std::vector<milliseconds> pauses_;
};

}  // namespace tests
