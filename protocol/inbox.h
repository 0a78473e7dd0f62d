// In which order are messages served? In the order of their lines, although a large line is decoded on a thread
// of its own, so that a `ping` behind 32 MiB is answered at once: what may overtake does, the rest waits.
//
// push() and pop() belong to the session's thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "protocol/message.h"

namespace protocol {

inline constexpr std::size_t kDecodeAside = 64UL << 10;    // protocol.md §2: longer lines are decoded aside
inline constexpr std::size_t kMaxInboxBytes = 64UL << 20;  // of lines that wait for their turn

class Inbox {
 public:
  using Overtakes = std::function<bool(const Message&)>;

  // `wake` is called, from another thread, when pop() has something new to give.
  Inbox(Overtakes overtakes, std::function<void()> wake, std::size_t max_bytes = kMaxInboxBytes);
  ~Inbox();
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  void push(std::string line);
  std::optional<Decoded> pop();
  bool empty() const { return waiting_.empty() && urgent_.empty(); }
  bool full() const { return bytes_ > max_bytes_; }

 private:
  struct Item {
    std::string line;                // empty once decoded
    std::optional<Decoded> decoded;  // nothing: to be decoded aside
    std::size_t bytes = 0;
  };
  void start_decoding();
  void decode_aside(const std::stop_token& stop);

  const Overtakes overtakes_;
  const std::function<void()> wake_;
  const std::size_t max_bytes_;
  std::deque<Item> waiting_;
  std::deque<Decoded> urgent_;
  std::size_t bytes_ = 0;
  bool decoding_ = false;  // the first item's line is with the decoder

  std::mutex mutex_;
  std::condition_variable_any wanted_;
  std::optional<std::string> line_;  // for the decoder
  std::optional<Decoded> result_;    // from it
  std::jthread decoder_;             // last: it uses everything above; started by the first large line
};

}  // namespace protocol
