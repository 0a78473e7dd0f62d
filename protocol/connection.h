// What is still to be answered? The table of requests in flight, with the promise that each gets exactly one
// reply, and none once it is cancelled.
//
// Thread-safe. Replies may outlive the connection; they then go nowhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/error.h"
#include "protocol/message.h"

namespace protocol {

inline constexpr std::size_t kMaxReplyBytes = 10UL << 20;  // protocol.md §2; a larger one becomes an error

namespace connection_detail {
struct Table;
struct Call;
}  // namespace connection_detail

// The replies of a batch, which leave as one array when the last is there.
class Batch;

// The right to answer one request: copies share it, the first answer counts. When the last copy goes without
// one, the client is told -32603.
class Reply {
 public:
  void succeed(std::string_view result) const;  // JSON text
  void fail(const Error& error) const;
  void notify(std::string line) const;  // sent only while the request is open
  bool open() const;                    // false: answered, cancelled or the connection closed
  std::stop_token stop_token() const;

 private:
  friend class Connection;
  explicit Reply(std::shared_ptr<connection_detail::Call> call) : call_(std::move(call)) {}
  std::shared_ptr<connection_detail::Call> call_;
};

class Connection {
 public:
  using Send = std::function<void(std::string line)>;  // must not block; called with the table locked

  explicit Connection(Send send);
  ~Connection();  // close()
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Nothing where a request with that id is in flight already.
  std::optional<Reply> open(const Id& id, std::shared_ptr<Batch> batch);
  bool in_flight(const Id& id) const;
  void cancel(const Id& id);  // ids that are not in flight are ignored

  // Of a batch with `replies` messages to be answered.
  std::shared_ptr<Batch> open_batch(std::size_t replies) const;
  // An error that answers no open request.
  void reject(const std::optional<Id>& id, const Error& error, const std::shared_ptr<Batch>& batch) const;

  // The end: asks everything in flight to stop, waits for it, lets nothing more out.
  void stop_all();
  bool wait_idle(std::chrono::steady_clock::time_point until);
  void close();

 private:
  std::shared_ptr<connection_detail::Table> table_;
};

}  // namespace protocol
