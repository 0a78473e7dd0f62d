#include "protocol/memory_transport.h"

#include <iterator>
#include <utility>

namespace protocol {

void MemoryTransport::feed(std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  reader_.feed(bytes);
  changed_.notify_all();
}

void MemoryTransport::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

void MemoryTransport::close_output() {
  const std::lock_guard lock(mutex_);
  output_closed_ = true;
  changed_.notify_all();
}

std::optional<std::string> MemoryTransport::take(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, patience, [this] { return !sent_.empty(); })) return std::nullopt;
  std::string line = std::move(sent_.front());
  sent_.pop_front();
  return line;
}

std::vector<std::string> MemoryTransport::take_all() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines(std::make_move_iterator(sent_.begin()), std::make_move_iterator(sent_.end()));
  sent_.clear();
  return lines;
}

Input MemoryTransport::wait(bool may_read, std::optional<Clock::time_point> until) {
  std::unique_lock lock(mutex_);
  while (true) {
    if (auto input = next(may_read)) return std::move(*input);
    if (!until) {
      changed_.wait(lock);
    } else if (changed_.wait_until(lock, *until) == std::cv_status::timeout) {
      return next(may_read).value_or(Input{Input::Kind::kTimeout});
    }
  }
}

void MemoryTransport::wake() noexcept {
  const std::lock_guard lock(mutex_);
  woken_ = true;
  changed_.notify_all();
}

void MemoryTransport::send(std::string line) {
  const std::lock_guard lock(mutex_);
  sent_.push_back(std::move(line));
  changed_.notify_all();
}

bool MemoryTransport::flush(Clock::time_point /*until*/) { return true; }

std::optional<Input> MemoryTransport::next(bool may_read) {
  if (output_closed_) return Input{Input::Kind::kOutputClosed};
  if (std::exchange(woken_, false)) return Input{Input::Kind::kWoken};
  if (!may_read) return std::nullopt;
  if (auto line = reader_.next()) {
    return line->overlong ? Input{Input::Kind::kOverlong} : Input{Input::Kind::kLine, std::move(line->text)};
  }
  return ended_ ? std::optional(Input{Input::Kind::kEnd}) : std::nullopt;
}

}  // namespace protocol
