#include "server/signals.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

namespace server {
namespace {

// A signal handler reaches nothing but globals. Lock-free, hence async-signal-safe.
std::atomic<protocol::Session*> session_to_stop{nullptr};
static_assert(std::atomic<protocol::Session*>::is_always_lock_free);

constexpr std::array kStopSignals = {SIGTERM, SIGINT, SIGHUP};

extern "C" void stop_session(int) {
  const int saved_errno = errno;
  if (protocol::Session* session = session_to_stop.load()) session->request_stop();
  errno = saved_errno;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

SignalStop::SignalStop(protocol::Session& session) {
  session_to_stop = &session;
  handle(SIGPIPE, SIG_IGN);
  for (const int signal : kStopSignals) handle(signal, stop_session);
}

SignalStop::~SignalStop() {
  // Ignored rather than reset: the process is ending anyway, and orderly.
  for (const int signal : kStopSignals) handle(signal, SIG_IGN);
  session_to_stop = nullptr;
}

}  // namespace server
