// A model that answers from a script and remembers what it was asked. Thread-safe, like the port it fulfils.
#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "llm/model.h"

namespace tests {

class FakeModel final : public llm::Model {
 public:
  // Each question takes the next of `answers`; when they are used up, the last one stays.
  explicit FakeModel(std::deque<llm::Result<std::string>> answers) : answers_(std::move(answers)) {}

  llm::Result<std::string> complete(const llm::Prompt& prompt, const llm::Limits& limits) override {
    const std::lock_guard lock(mutex_);
    prompts_.push_back(prompt);
    if (limits.stop.stop_requested()) return llm::Error{llm::ErrorCode::kStopped, "the call was stopped"};
    if (answers_.empty()) return llm::Error{llm::ErrorCode::kUnreachable, "no answer was prepared"};
    llm::Result<std::string> answer = answers_.front();
    if (answers_.size() > 1) answers_.pop_front();
    return answer;
  }

  std::vector<llm::Prompt> prompts() const {
    const std::lock_guard lock(mutex_);
    return prompts_;
  }

 private:
  mutable std::mutex mutex_;
  std::deque<llm::Result<std::string>> answers_;
  std::vector<llm::Prompt> prompts_;
};

}  // namespace tests
