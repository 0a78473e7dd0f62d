#include "llm/host_lookup.h"

#include <netdb.h>

#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "llm/url.h"

namespace llm {
namespace {

using Found = Result<std::vector<Address>>;

Found resolve(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const int failed = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
  if (failed != 0) {
    return Error{ErrorCode::kUnreachable, "the host " + host + " cannot be found: " + gai_strerror(failed)};
  }
  std::vector<Address> addresses;
  for (const addrinfo* item = list; item != nullptr; item = item->ai_next) {
    if (item->ai_addrlen > sizeof(sockaddr_storage)) continue;
    Address& address = addresses.emplace_back();
    std::memcpy(&address.bytes, item->ai_addr, item->ai_addrlen);
    address.size = item->ai_addrlen;
  }
  freeaddrinfo(list);
  if (addresses.empty()) return Error{ErrorCode::kUnreachable, "the host " + host + " has no address"};
  return addresses;
}

// What the looking thread and the waiting caller share; whoever leaves last frees it.
struct Lookup {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::optional<Found> found;
};

}  // namespace

Found look_up(const std::string& host, int port, const Limits& limits) {
  if (is_address(host)) return resolve(host, port);  // no name server is asked
  auto lookup = std::make_shared<Lookup>();
  try {
    std::thread([lookup, host, port] {
      Found found = resolve(host, port);
      const std::lock_guard lock(lookup->mutex);
      lookup->found = std::move(found);
      lookup->changed.notify_all();
    }).detach();
  } catch (const std::system_error& error) {
    return Error{ErrorCode::kUnreachable, std::string("no thread to look up the host: ") + error.what()};
  }
  std::unique_lock lock(lookup->mutex);
  lookup->changed.wait_until(lock, limits.stop, limits.deadline, [&lookup] { return lookup->found.has_value(); });
  if (lookup->found) return *std::move(lookup->found);
  if (limits.stop.stop_requested()) return Error{ErrorCode::kStopped, "the call was stopped"};
  return Error{ErrorCode::kTimedOut, "no name server told in time where " + host + " is"};
}

}  // namespace llm
