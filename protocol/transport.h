// How do lines come from a client and go to it? The port between a session and a pair of descriptors, a buffer
// of a test, or later a connection of another kind. One transport serves one client.
//
// Threads: one thread calls wait(), the one that runs the session. send() and wake() may be called from any.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace protocol {

inline constexpr std::size_t kMaxLineBytes = 32UL << 20;     // protocol.md §2; a longer one is discarded
inline constexpr std::size_t kMaxBacklogBytes = 16UL << 20;  // output above it pauses reading

struct Input {
  enum class Kind {
    kLine,          // `line` holds one, without its end
    kOverlong,      // a line above kMaxLineBytes began; the rest of it is skipped
    kWoken,         // wake() was called, perhaps more than once
    kTimeout,       // `until` has passed
    kEnd,           // nothing more will come
    kOutputClosed,  // nobody reads what is sent
  };
  Kind kind = Kind::kEnd;
  std::string line = {};
};

class Transport {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Transport() = default;

  // The next thing that happens. Without may_read the client's lines wait where they are; so they do while
  // more than kMaxBacklogBytes wait to be written.
  virtual Input wait(bool may_read, std::optional<Clock::time_point> until) = 0;

  // Makes wait() return. A transport that is to be woken by a signal handler must be async-signal-safe here.
  virtual void wake() noexcept = 0;

  // Queues one line, given without its end. Never blocks; lines leave whole and in the order of the calls.
  virtual void send(std::string line) = 0;

  // Waits until everything queued has left or `until` has passed; says which.
  virtual bool flush(Clock::time_point until) = 0;
};

}  // namespace protocol
