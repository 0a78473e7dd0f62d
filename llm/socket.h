// How are bytes moved over TCP without ever waiting longer than the call may? Every wait ends with the
// deadline or with the request to stop, whichever comes first; a server that sends one byte now and then gains
// nothing by it.
//
// Used by one thread at a time. Sends no SIGPIPE of its own.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>

#include "llm/error.h"
#include "llm/host_lookup.h"
#include "llm/model.h"

namespace llm {

// A descriptor that becomes readable with the request to stop, so that poll() can wait for it too.
class StopSignal;

class Socket {
 public:
  enum class Readiness { kReadable, kWritable };

  // To the first address that accepts. `limits` holds for the socket's whole life, `connect_deadline` for this.
  static Result<Socket> connect(const std::vector<Address>& addresses, const std::string& host, const Limits& limits,
                                Clock::time_point connect_deadline);
  Socket(Socket&&) noexcept;
  Socket& operator=(Socket&&) = delete;
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket();

  int descriptor() const { return descriptor_; }
  Result<> wait_for(Readiness readiness) const { return wait_for(readiness, limits_.deadline); }
  Result<> wait_for(Readiness readiness, Clock::time_point deadline) const;
  Result<std::size_t> receive(char* bytes, std::size_t size) const;  // 0: the other side has ended
  Result<std::size_t> send(const char* bytes, std::size_t size) const;

 private:
  Socket(int descriptor, const Limits& limits);
  Result<> connect_to(const Address& address, Clock::time_point deadline) const;

  int descriptor_;
  Limits limits_;
  std::unique_ptr<StopSignal> stop_;
};

}  // namespace llm
