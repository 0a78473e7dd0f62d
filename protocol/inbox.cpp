#include "protocol/inbox.h"

#include <utility>

namespace protocol {

Inbox::Inbox(Overtakes overtakes, std::function<void()> wake, std::size_t max_bytes)
    : overtakes_(std::move(overtakes)), wake_(std::move(wake)), max_bytes_(max_bytes) {}

Inbox::~Inbox() = default;

void Inbox::push(std::string line) {
  Item item{.line = {}, .decoded = {}, .bytes = line.size()};
  if (line.size() > kDecodeAside) {
    item.line = std::move(line);
  } else {
    item.decoded = decode(line);
    const bool single = !item.decoded->is_array && item.decoded->messages.size() == 1;
    if (decoding_ && single && overtakes_(item.decoded->messages.front())) {
      urgent_.push_back(std::move(*item.decoded));
      return;
    }
  }
  bytes_ += item.bytes;
  waiting_.push_back(std::move(item));
  start_decoding();
}

std::optional<Decoded> Inbox::pop() {
  if (!urgent_.empty()) {
    Decoded next = std::move(urgent_.front());
    urgent_.pop_front();
    return next;
  }
  if (decoding_) {
    const std::lock_guard lock(mutex_);
    if (!result_) return std::nullopt;
    waiting_.front().decoded = std::exchange(result_, std::nullopt);
    decoding_ = false;
  }
  if (waiting_.empty()) return std::nullopt;
  Item item = std::move(waiting_.front());
  waiting_.pop_front();
  bytes_ -= item.bytes;
  start_decoding();
  return std::move(item.decoded);
}

// Hands the first line over if it is one to be decoded aside; those behind it wait their turn undecoded.
void Inbox::start_decoding() {
  if (decoding_ || waiting_.empty() || waiting_.front().decoded) return;
  if (!decoder_.joinable()) decoder_ = std::jthread([this](const std::stop_token& stop) { decode_aside(stop); });
  {
    const std::lock_guard lock(mutex_);
    line_ = std::move(waiting_.front().line);
  }
  decoding_ = true;
  wanted_.notify_one();
}

void Inbox::decode_aside(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (wanted_.wait(lock, stop, [this] { return line_.has_value(); })) {
    std::string line = std::move(*line_);
    line_.reset();
    lock.unlock();
    Decoded decoded = decode(line);
    std::string().swap(line);
    lock.lock();
    result_ = std::move(decoded);
    lock.unlock();
    wake_();
    lock.lock();
  }
}

}  // namespace protocol
