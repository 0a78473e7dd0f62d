// Which addresses does a host name have? The system's resolver blocks for as long as it likes (5 to 30 seconds
// where a name server is silent) and cannot be interrupted, so a name is looked up by a thread of its own,
// which a caller without patience leaves behind; it touches nothing but its own result.
//
// Thread-safe.
#pragma once

#include <sys/socket.h>

#include <string>
#include <vector>

#include "llm/error.h"
#include "llm/model.h"

namespace llm {

struct Address {
  sockaddr_storage bytes = {};
  socklen_t size = 0;
  int family() const { return bytes.ss_family; }
};

// In the order in which they should be tried; at least one.
Result<std::vector<Address>> look_up(const std::string& host, int port, const Limits& limits);

}  // namespace llm
