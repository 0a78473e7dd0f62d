#include "protocol/client_requests.h"

#include <utility>

#include "protocol/json.h"
#include "protocol/scalar_text.h"

namespace protocol {
namespace {

using Why = SamplingError::Why;

tl::unexpected<SamplingError> failed(Why why, std::string message) {
  return tl::unexpected(SamplingError{why, std::move(message)});
}

SamplingResult read_response(const Message& response) {
  constexpr std::size_t kMaxQuoted = 200;
  if (response.result) return read_sampling({response.result->value});
  return failed(Why::kDeclined, "the client answers with an error: " + shortened(response.error.message, kMaxQuoted));
}

std::string cancellation(const std::string& id) {
  return notification_line("notifications/cancelled", R"({"requestId":)" + id + R"(,"reason":"It took too long."})");
}

}  // namespace

SamplingResult ClientRequests::ask(const Reply& call, const SamplingRequest& request,
                                   std::chrono::steady_clock::time_point deadline) {
  const std::stop_token stop = call.stop_token();
  std::unique_lock lock(mutex_);
  if (closed_) return failed(Why::kClientGone, "the client has ended its input");
  const std::string id = json_string("server-" + std::to_string(++asked_));
  const auto waiting = waiting_.emplace(id, Waiting{}).first;
  lock.unlock();
  call.notify(request_line({id}, kSamplingMethod, encode_sampling(request)));
  lock.lock();
  changed_.wait_until(lock, stop, deadline, [&] { return closed_ || waiting->second.response; });
  const std::optional<Message> response = std::move(waiting->second.response);
  waiting_.erase(waiting);
  const bool closed = closed_;
  lock.unlock();
  if (response) return read_response(*response);
  if (stop.stop_requested()) return failed(Why::kStopped, "the call was stopped");
  if (closed) return failed(Why::kClientGone, "the client has ended its input");
  call.notify(cancellation(id));
  return failed(Why::kTimedOut, "the client's model did not answer in time");
}

void ClientRequests::answer(const Message& response) {
  if (!response.id) return;
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find(response.id->json);
  if (found == waiting_.end() || found->second.response) return;
  found->second.response = response;
  changed_.notify_all();
}

void ClientRequests::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

Sample make_sample(std::shared_ptr<ClientRequests> requests, Reply call) {
  return [requests = std::move(requests), call = std::move(call)](const SamplingRequest& request, auto deadline) {
    return requests->ask(call, request, deadline);
  };
}

}  // namespace protocol
