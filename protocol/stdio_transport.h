// How does a session talk over two descriptors? Lines are read where the session runs, by polling; a thread of
// its own writes whole lines, so a client that does not read cannot stop the reading of its cancellations.
//
// The descriptors stay the caller's: they are neither closed nor switched to non-blocking (their open file
// descriptions may be shared with other processes). SIGPIPE must be ignored by the program.
#pragma once

#include "protocol/line_stream.h"
#include "protocol/line_writer.h"
#include "protocol/transport.h"
#include "protocol/wake_pipe.h"

namespace protocol {

class StdioTransport final : public Transport {
 public:
  // Throws std::system_error where the process has no descriptors or threads left: it cannot serve then.
  StdioTransport(int input, int output);

  Input wait(bool may_read, std::optional<Clock::time_point> until) override;
  void wake() noexcept override { wake_.wake(); }  // async-signal-safe
  void send(std::string line) override { writer_.send(std::move(line)); }
  bool flush(Clock::time_point until) override { return writer_.flush(until); }

 private:
  std::optional<Input> poll_once(bool may_read, std::optional<Clock::time_point> until);
  void read_some();

  int input_;
  int output_;
  WakePipe wake_;
  bool ended_ = false;
  LineReader reader_;
  LineWriter writer_;
};

}  // namespace protocol
