#include "protocol/stdio_transport.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

namespace protocol {
namespace {

constexpr std::size_t kReadBytes = 64UL << 10;  // what a Linux pipe holds by default

int milliseconds_until(std::optional<Transport::Clock::time_point> until) {
  if (!until) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*until - Transport::Clock::now()).count();
  return static_cast<int>(std::clamp<decltype(left)>(left, 0, 60'000));
}

}  // namespace

StdioTransport::StdioTransport(int input, int output)
    : input_(input), output_(output), writer_(output, kMaxBacklogBytes, [this] { wake(); }) {}

Input StdioTransport::wait(bool may_read, std::optional<Clock::time_point> until) {
  while (true) {
    if (writer_.broken()) return {Input::Kind::kOutputClosed};
    const bool reading = may_read && !writer_.backlogged();
    if (reading) {
      if (auto line = reader_.next()) {
        return line->overlong ? Input{Input::Kind::kOverlong} : Input{Input::Kind::kLine, std::move(line->text)};
      }
      if (ended_) return {Input::Kind::kEnd};
    }
    if (auto input = poll_once(reading, until)) return std::move(*input);
  }
}

std::optional<Input> StdioTransport::poll_once(bool may_read, std::optional<Clock::time_point> until) {
  std::array<pollfd, 3> polled{pollfd{wake_.descriptor(), POLLIN, 0}, pollfd{may_read ? input_ : -1, POLLIN, 0},
                               pollfd{output_, 0, 0}};
  const int ready = ::poll(polled.data(), polled.size(), milliseconds_until(until));
  if (ready < 0) return errno == EINTR ? std::nullopt : std::optional(Input{Input::Kind::kEnd});
  if (ready == 0) {
    return until && Clock::now() >= *until ? std::optional(Input{Input::Kind::kTimeout}) : std::nullopt;
  }
  if (polled[0].revents != 0) {
    wake_.drain();
    return Input{Input::Kind::kWoken};
  }
  // Hung up, in error or not open: without a reader there is nobody to serve.
  if (polled[2].revents != 0) return Input{Input::Kind::kOutputClosed};
  if (polled[1].revents != 0) read_some();
  return std::nullopt;
}

void StdioTransport::read_some() {
  static thread_local std::vector<char> buffer(kReadBytes);
  const ssize_t bytes = ::read(input_, buffer.data(), buffer.size());
  if (bytes > 0) {
    reader_.feed({buffer.data(), static_cast<std::size_t>(bytes)});
  } else if (bytes == 0 || (errno != EINTR && errno != EAGAIN)) {
    ended_ = true;
  }
}

}  // namespace protocol
