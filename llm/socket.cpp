#include "llm/socket.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <system_error>
#include <utility>

namespace llm {

class StopSignal {
 public:
  explicit StopSignal(std::stop_token stop) : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    callback_.emplace(std::move(stop), Raise{descriptor_});
  }
  ~StopSignal() {
    callback_.reset();  // first, so that it never writes to a descriptor that is closed
    if (descriptor_ >= 0) close(descriptor_);
  }
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  struct Raise {
    int descriptor;
    void operator()() const noexcept {
      const std::uint64_t one = 1;
      [[maybe_unused]] const ssize_t written = write(descriptor, &one, sizeof(one));
    }
  };
  const int descriptor_;
  std::optional<std::stop_callback<Raise>> callback_;
};

namespace {

std::string reason(int code) { return std::system_category().message(code); }

Error broken(int code) { return {ErrorCode::kBroken, "the connection broke: " + reason(code)}; }

}  // namespace

Socket::Socket(int descriptor, const Limits& limits)
    : descriptor_(descriptor), limits_(limits), stop_(std::make_unique<StopSignal>(limits.stop)) {}

Socket::Socket(Socket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      limits_(std::move(other.limits_)),
      stop_(std::move(other.stop_)) {}

Socket::~Socket() {
  if (descriptor_ >= 0) close(descriptor_);
}

Result<Socket> Socket::connect(const std::vector<Address>& addresses, const std::string& host, const Limits& limits,
                               Clock::time_point connect_deadline) {
  Error last{ErrorCode::kUnreachable, host + " has no address to connect to"};
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const int made = socket(addresses[i].family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0) {
      last = {ErrorCode::kUnreachable, host + " cannot be reached: " + reason(errno)};
      continue;
    }
    Socket candidate(made, limits);
    // An address that stays silent leaves the others their share of the time.
    const auto now = Clock::now();
    const auto share = (connect_deadline - now) / static_cast<Clock::rep>(addresses.size() - i);
    const Result<> connected = candidate.connect_to(addresses[i], now + share);
    if (connected) return candidate;
    last = connected.error();
    if (last.code == ErrorCode::kStopped) break;
    if (last.code == ErrorCode::kUnreachable) last.message = host + " cannot be reached: " + last.message;
    if (last.code == ErrorCode::kTimedOut && Clock::now() < limits.deadline) {
      last = {ErrorCode::kUnreachable, host + " does not accept the connection"};
    }
  }
  return last;
}

Result<> Socket::connect_to(const Address& address, Clock::time_point deadline) const {
  const int yes = 1;
  setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  // POSIX takes the address of any family through this one type.
  const auto* const target = reinterpret_cast<const sockaddr*>(&address.bytes);  // NOLINT
  if (::connect(descriptor_, target, address.size) == 0) return {};
  if (errno != EINPROGRESS && errno != EINTR) return Error{ErrorCode::kUnreachable, reason(errno)};
  if (auto waited = wait_for(Readiness::kWritable, deadline); !waited) return waited.error();
  int failed = 0;
  socklen_t size = sizeof(failed);
  getsockopt(descriptor_, SOL_SOCKET, SO_ERROR, &failed, &size);
  if (failed != 0) return Error{ErrorCode::kUnreachable, reason(failed)};
  return {};
}

Result<> Socket::wait_for(Readiness readiness, Clock::time_point deadline) const {
  const short events = readiness == Readiness::kReadable ? POLLIN : POLLOUT;
  for (;;) {
    std::array<pollfd, 2> waits{{{descriptor_, events, 0}, {stop_->descriptor(), POLLIN, 0}}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return Error{ErrorCode::kTimedOut, "the endpoint did not answer in time"};
    constexpr std::int64_t kLongestWait = 60'000;  // fits poll()'s int; the loop goes on
    const int ready = poll(waits.data(), waits.size(), static_cast<int>(std::min<std::int64_t>(left, kLongestWait)));
    if (limits_.stop.stop_requested()) return Error{ErrorCode::kStopped, "the call was stopped"};
    if (ready < 0 && errno != EINTR) return broken(errno);
    if (ready > 0 && waits[0].revents != 0) return {};
  }
}

// Time is looked at before each piece and not only when there is none: who sends without a pause must not
// hold the call either.
Result<std::size_t> Socket::receive(char* bytes, std::size_t size) const {
  for (;;) {
    if (auto waited = wait_for(Readiness::kReadable); !waited) return waited.error();
    const ssize_t got = recv(descriptor_, bytes, size, 0);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EAGAIN && errno != EINTR) return broken(errno);
  }
}

Result<std::size_t> Socket::send(const char* bytes, std::size_t size) const {
  for (;;) {
    if (auto waited = wait_for(Readiness::kWritable); !waited) return waited.error();
    const ssize_t put = ::send(descriptor_, bytes, size, MSG_NOSIGNAL);
    if (put >= 0) return static_cast<std::size_t>(put);
    if (errno != EAGAIN && errno != EINTR) return broken(errno);
  }
}

}  // namespace llm
