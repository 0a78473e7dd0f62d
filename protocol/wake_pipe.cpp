#include "protocol/wake_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace protocol {

WakePipe::WakePipe() {
  if (::pipe2(ends_.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    throw std::system_error(errno, std::generic_category(), "no descriptors left for a pipe");
  }
}

WakePipe::~WakePipe() {
  for (const int end : ends_) ::close(end);
}

void WakePipe::wake() noexcept {
  const int saved = errno;
  // A full pipe is a wake-up already.
  [[maybe_unused]] const auto written = ::write(ends_[1], "", 1);
  errno = saved;
}

void WakePipe::drain() noexcept {
  std::array<char, 256> drained{};
  while (::read(ends_[0], drained.data(), drained.size()) > 0) {
  }
}

}  // namespace protocol
