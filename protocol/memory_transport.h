// How is a session driven without descriptors? A test or a fuzzer gives it bytes and takes its lines.
// Thread-safe on the driver's side: feed(), end(), and the taking functions.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string_view>
#include <vector>

#include "protocol/line_stream.h"
#include "protocol/transport.h"

namespace protocol {

class MemoryTransport final : public Transport {
 public:
  // The client's side.
  void feed(std::string_view bytes);                                    // in pieces of any size, with line ends
  void end();                                                           // of the input
  void close_output();                                                  // the client reads no more
  std::optional<std::string> take(std::chrono::milliseconds patience);  // the next line that was sent
  std::vector<std::string> take_all();                                  // those already sent

  // The session's side.
  Input wait(bool may_read, std::optional<Clock::time_point> until) override;
  void wake() noexcept override;
  void send(std::string line) override;
  bool flush(Clock::time_point until) override;

 private:
  std::optional<Input> next(bool may_read);

  std::mutex mutex_;
  std::condition_variable changed_;
  LineReader reader_;
  std::deque<std::string> sent_;
  bool ended_ = false;
  bool output_closed_ = false;
  bool woken_ = false;
};

}  // namespace protocol
