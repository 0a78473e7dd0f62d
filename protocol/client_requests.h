// Which of the server's own requests does the client still owe an answer? Before 2026-07-28 a running call asks
// its client by a request on the same stream and waits for the response.
//
// Thread-safe: calls wait on the pool's threads, responses come from the session's. Every wait ends: with the
// answer, the deadline, the call's end or the end of the input.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "protocol/connection.h"
#include "protocol/message.h"
#include "protocol/sampling.h"

namespace protocol {

class ClientRequests {
 public:
  // Sends `request` on behalf of `call` and waits. When the time is over, the client is told that nobody waits.
  SamplingResult ask(const Reply& call, const SamplingRequest& request, std::chrono::steady_clock::time_point deadline);

  void answer(const Message& response);  // what nobody waits for is ignored
  void close();                          // no answer can come any more: ends every wait, now and later

 private:
  struct Waiting {
    std::optional<Message> response;
  };
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<std::string, Waiting> waiting_;  // by the id's JSON text
  std::uint64_t asked_ = 0;
  bool closed_ = false;
};

// The function that a running call gets.
Sample make_sample(std::shared_ptr<ClientRequests> requests, Reply call);

}  // namespace protocol
