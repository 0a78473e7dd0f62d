// How do SIGTERM, SIGINT and SIGHUP end the process? They ask the session to stop; what is acknowledged is on
// disk by then. SIGPIPE is ignored: a client that went away shows as an error of the write.
#pragma once

#include "protocol/session.h"

namespace server {

// While it lives, signals stop `session`. One at a time in a process.
class SignalStop {
 public:
  explicit SignalStop(protocol::Session& session);
  ~SignalStop();
  SignalStop(const SignalStop&) = delete;
  SignalStop& operator=(const SignalStop&) = delete;
};

}  // namespace server
