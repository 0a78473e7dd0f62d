// How does a session talk over two descriptors? Lines are read where the session runs, by polling; a thread of
// its own writes whole lines, so a client that does not read cannot stop the reading of its cancellations.
//
// The descriptors stay the caller's: they are neither closed nor switched to non-blocking (their open file
// descriptions may be shared with other processes). SIGPIPE must be ignored by the program.
#pragma once

#include <array>
#include <deque>

#include "protocol/line_stream.h"
#include "protocol/line_writer.h"
#include "protocol/transport.h"

namespace protocol {

class StdioTransport final : public Transport {
 public:
  StdioTransport(int input, int output);
  ~StdioTransport() override;
  StdioTransport(const StdioTransport&) = delete;
  StdioTransport& operator=(const StdioTransport&) = delete;

  Input wait(bool may_read, std::optional<Clock::time_point> until) override;
  void wake() noexcept override;  // async-signal-safe
  void send(std::string line) override { writer_.send(std::move(line)); }
  bool flush(Clock::time_point until) override { return writer_.flush(until); }

 private:
  std::optional<Input> poll_once(bool may_read, std::optional<Clock::time_point> until);
  std::optional<Input> read_some();

  int input_;
  int output_;
  std::array<int, 2> wake_pipe_{-1, -1};
  bool ended_ = false;
  LineReader reader_;
  LineWriter writer_;
};

}  // namespace protocol
