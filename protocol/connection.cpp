#include "protocol/connection.h"

#include <condition_variable>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace protocol {

class Batch {
 public:
  explicit Batch(std::size_t replies) : open_(replies) {}

  // The array, once nothing is open any more and there is something in it. An empty line: cancelled.
  std::optional<std::string> add(const std::optional<Id>& id, std::string line) {
    if (!line.empty()) {
      if (array_.size() + line.size() > kMaxReplyBytes) {
        line = error_line(id, {ErrorCode::kInternal, "The batch's answers are too large together; ask singly."});
      }
      array_.append(array_.empty() ? "[" : ",").append(line);
    }
    if (--open_ > 0 || array_.empty()) return std::nullopt;
    return std::move(array_) + "]";
  }

 private:
  std::size_t open_;
  std::string array_;
};

namespace connection_detail {

struct Table {
  mutable std::mutex mutex;
  std::condition_variable idle;
  std::unordered_map<std::string, Call*> calls;  // by id; each removes itself before it goes
  Connection::Send send;
  bool closed = false;

  // With the lock held. An empty line counts as no answer.
  void put(const std::optional<Id>& id, std::string line, const std::shared_ptr<Batch>& batch) {
    if (batch) line = batch->add(id, std::move(line)).value_or("");
    if (!line.empty() && !closed) send(std::move(line));
  }
};

struct Call {
  std::shared_ptr<Table> table;
  Id id;
  std::shared_ptr<Batch> batch;
  std::stop_source stop = {};
  bool open = true;  // under the table's lock

  ~Call() { settle(error_line(id, {ErrorCode::kInternal, "The call ended without an answer."})); }

  void settle(std::string line) {
    const std::lock_guard lock(table->mutex);
    settle_locked(std::move(line));
  }

  void settle_locked(std::string line) {
    if (!std::exchange(open, false)) return;
    table->calls.erase(id.json);
    table->put(id, std::move(line), batch);
    if (table->calls.empty()) table->idle.notify_all();
  }
};

}  // namespace connection_detail

void Reply::succeed(std::string_view result) const {
  if (result.size() > kMaxReplyBytes) return fail({ErrorCode::kInternal, "The answer is too large; ask for less."});
  call_->settle(result_line(call_->id, result));
}

void Reply::fail(const Error& error) const { call_->settle(error_line(call_->id, error)); }

void Reply::notify(std::string line) const {
  const std::lock_guard lock(call_->table->mutex);
  if (call_->open && !call_->table->closed) call_->table->send(std::move(line));
}

bool Reply::open() const {
  const std::lock_guard lock(call_->table->mutex);
  return call_->open && !call_->table->closed;
}

std::stop_token Reply::stop_token() const { return call_->stop.get_token(); }

Connection::Connection(Send send) : table_(std::make_shared<connection_detail::Table>()) {
  table_->send = std::move(send);
}

Connection::~Connection() { close(); }

std::optional<Reply> Connection::open(const Id& id, std::shared_ptr<Batch> batch) {
  auto call = std::shared_ptr<connection_detail::Call>(
      new connection_detail::Call{.table = table_, .id = id, .batch = std::move(batch)});
  {
    const std::lock_guard lock(table_->mutex);
    if (table_->calls.emplace(id.json, call.get()).second) return Reply(std::move(call));
    call->open = false;  // says nothing as it goes
  }
  return std::nullopt;
}

bool Connection::in_flight(const Id& id) const {
  const std::lock_guard lock(table_->mutex);
  return table_->calls.contains(id.json);
}

void Connection::cancel(const Id& id) {
  std::stop_source stop(std::nostopstate);
  {
    const std::lock_guard lock(table_->mutex);
    const auto found = table_->calls.find(id.json);
    if (found == table_->calls.end()) return;
    stop = found->second->stop;
    found->second->settle_locked("");
  }
  stop.request_stop();  // runs the callbacks of whoever waits, so without the lock
}

std::shared_ptr<Batch> Connection::open_batch(std::size_t replies) const { return std::make_shared<Batch>(replies); }

void Connection::reject(const std::optional<Id>& id, const Error& error, const std::shared_ptr<Batch>& batch) const {
  const std::lock_guard lock(table_->mutex);
  table_->put(id, error_line(id, error), batch);
}

void Connection::stop_all() {
  std::vector<std::stop_source> stops;
  {
    const std::lock_guard lock(table_->mutex);
    for (const auto& [id, call] : table_->calls) stops.push_back(call->stop);
  }
  for (std::stop_source& stop : stops) stop.request_stop();
}

bool Connection::wait_idle(std::chrono::steady_clock::time_point until) {
  std::unique_lock lock(table_->mutex);
  return table_->idle.wait_until(lock, until, [this] { return table_->calls.empty(); });
}

void Connection::close() {
  const std::lock_guard lock(table_->mutex);
  table_->closed = true;
}

}  // namespace protocol
