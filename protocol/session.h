// How is one client served, from its first line to the end of its input? The session reads lines, keeps their
// order, decides era and revision message by message (revision.h), answers what is quick itself and hands calls
// to the executor. Composition, with the descriptors a program has set aside for the protocol:
//
//   std::signal(SIGPIPE, SIG_IGN);
//   Registry registry = ...;                               // tools, resources, words; constant from here on
//   StdioTransport transport(STDIN_FILENO, output);        // output: the duplicate of descriptor 1
//   Executor executor({.threads = 4});
//   Session session(registry, transport, executor, {.report = [](const std::string& text) { log(text); }});
//   the_session = &session;                                // signal handler: the_session->request_stop();
//   Session::End end = session.run();                      // blocks; returns within a second of the end
//   if (!executor.shut_down(std::chrono::milliseconds(50))) std::_Exit(0);  // a call that would not stop
//
// Registry, transport and executor must outlive the session, the registry and the transport the executor too.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "protocol/executor.h"
#include "protocol/registry.h"
#include "protocol/transport.h"

namespace protocol {

class Session {
 public:
  enum class End { kInputClosed, kOutputClosed, kStopped };

  struct Options {
    // Told about what an operator may want to know (a tool that threw, a full queue). Called from any thread.
    std::function<void(const std::string& text)> report = {};
    // After the input has ended, calls go on undisturbed for a while, then are asked to stop, then their answers
    // are dropped; `ending` bounds all of it with the time the client gets to read what was answered.
    std::chrono::milliseconds undisturbed{450};
    std::chrono::milliseconds stopping{200};
    std::chrono::milliseconds ending{800};
  };

  Session(const Registry& registry, Transport& transport, Executor& executor);
  Session(const Registry& registry, Transport& transport, Executor& executor, Options options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Serves until the input ends, the output is closed or request_stop(). Never throws.
  End run();

  // Ends run(): calls in flight are asked to stop at once. Any thread, and signal handlers (where the
  // transport's wake() is async-signal-safe, as StdioTransport's is).
  void request_stop() noexcept;

 private:
  class Impl;
  Transport& transport_;
  std::atomic<bool> stop_requested_{false};
  std::unique_ptr<Impl> impl_;
};

}  // namespace protocol
