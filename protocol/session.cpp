#include "protocol/session.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "protocol/client_requests.h"
#include "protocol/connection.h"
#include "protocol/encoding.h"
#include "protocol/inbox.h"
#include "protocol/input_rounds.h"
#include "protocol/methods.h"
#include "protocol/progress.h"
#include "protocol/revision.h"
#include "protocol/scalar_text.h"

namespace protocol {
namespace {

using Clock = Transport::Clock;
using Report = std::function<void(const std::string& text)>;

// What calls ask their client by, in either era. Calls may outlive the session.
struct Asking {
  std::shared_ptr<ClientRequests> requests = std::make_shared<ClientRequests>();
  std::shared_ptr<const RequestStates> states = std::make_shared<const RequestStates>();
};

// Everything one request needs, wherever it is answered.
struct Call {
  const Registry& registry;
  Report report;
  Asking asking;
  const Method& method;
  Request request;
  Terms terms;
  Reply reply;
};

void fail_unexpectedly(const Call& call, const std::string& what) {
  call.reply.fail({ErrorCode::kInternal, call.request.method + " failed unexpectedly: " + what});
  if (call.report) call.report(call.request.method + " threw: " + what);
}

// Lets the method answer, with a client to ask where that offers its model.
Result<Answer> answer_of(const Call& call, const Revision& revision) {
  CallContext context{call.reply.stop_token(), call.terms.client,
                      make_progress(call.reply, call.terms.progress_token, revision)};
  const bool asks = call.terms.samples && !call.method.at_once;
  if (asks && revision.era == Era::kLegacy) context.sample = make_sample(call.asking.requests, call.reply);
  if (!asks || revision.era == Era::kLegacy) return call.method.answer(call.request, call.registry, context);

  Result<InputRounds> rounds = InputRounds::begin(call.request, call.asking.states);
  if (!rounds) return rounds.error();
  context.sample = [&rounds](const SamplingRequest& request, auto /*deadline*/) { return rounds->sample(request); };
  Result<Answer> result = call.method.answer(call.request, call.registry, context);
  if (auto pending = rounds->pending()) return Answer(*std::move(pending));
  return result;
}

// The boundary no exception passes. Returns the answer that was sent, for who has to act on it.
std::optional<Answer> answer(const Call& call) {
  if (!call.reply.open()) return std::nullopt;  // cancelled while it waited
  const Revision& revision =
      call.terms.revision != nullptr ? *call.terms.revision : *revisions_of(Era::kLegacy).front();
  try {
    Result<Answer> result = answer_of(call, revision);
    if (!result) {
      call.reply.fail(error_for(&revision, result.error()));
      return std::nullopt;
    }
    call.reply.succeed(encode_result(*result, revision, call.registry));
    return std::move(*result);
  } catch (const std::exception& error) {
    fail_unexpectedly(call, error.what());
  } catch (...) {
    fail_unexpectedly(call, "an exception that says nothing");
  }
  return std::nullopt;
}

Error unknown_method(const std::string& name) {
  return {ErrorCode::kMethodNotFound, "Unknown method: " + shortened(name, 64)};
}

const Error kOverlong{ErrorCode::kParse, "The line is longer than 32 MiB and was skipped."};

const Error kNoBatches{ErrorCode::kInvalidRequest,
                       "Batches are part of revision 2025-03-26 only; send one message a line."};

const Error kNoHandshake{ErrorCode::kInvalidParams,
                         "Say first which protocol you speak: send `initialize`, or give every request a "
                         "`params._meta` with \"io.modelcontextprotocol/protocolVersion\" (server/discover names "
                         "the versions) and \"io.modelcontextprotocol/clientCapabilities\"."};

}  // namespace

class Session::Impl {
 public:
  Impl(const Registry& registry, Transport& transport, Executor& executor, Options options)
      : registry_(registry),
        transport_(transport),
        executor_(executor),
        options_(std::move(options)),
        connection_([&transport](std::string line) { transport.send(std::move(line)); }),
        inbox_([this](const Message& message) { return overtakes(message); }, [&transport] { transport.wake(); }) {}

  End run(const std::atomic<bool>& stop_requested) {
    while (!stop_requested) {
      Input input = transport_.wait(!inbox_.full(), std::nullopt);
      if (input.kind == Input::Kind::kEnd) return finish(End::kInputClosed, stop_requested);
      if (input.kind == Input::Kind::kOutputClosed) return finish(End::kOutputClosed, stop_requested);
      take(std::move(input));
    }
    return finish(End::kStopped, stop_requested);
  }

 private:
  void take(Input input) {
    try {
      if (input.kind == Input::Kind::kLine) inbox_.push(std::move(input.line));
      if (input.kind == Input::Kind::kOverlong) connection_.reject({}, kOverlong, nullptr);
      serve_inbox();
    } catch (const std::exception& error) {  // no memory, or no thread for a large line
      connection_.reject({}, {ErrorCode::kInternal, std::string("A message was lost: ") + error.what()}, nullptr);
    }
  }

  // What may be served before a large message that came first: what no message in between can change.
  bool overtakes(const Message& message) const {
    if (message.kind == Message::Kind::kRequest) return message.method == "ping";
    const std::optional<Id> id = cancelled(message);
    return id && connection_.in_flight(*id);
  }

  static std::optional<Id> cancelled(const Message& message) {
    const bool cancels = message.kind == Message::Kind::kNotification && message.method == "notifications/cancelled";
    return cancels ? id_member(*message.params, "requestId") : std::nullopt;
  }

  void serve_inbox() {
    while (std::optional<Decoded> decoded = inbox_.pop()) serve(std::move(*decoded));
  }

  void serve(Decoded decoded) {
    std::shared_ptr<Batch> batch;
    if (decoded.is_array) {
      if (handshake_.revision == nullptr || !handshake_.revision->batches) {
        return connection_.reject({}, kNoBatches, nullptr);
      }
      const auto silent = [](const Message& message) {
        return message.kind == Message::Kind::kNotification || message.kind == Message::Kind::kResponse;
      };
      const auto replies =
          decoded.messages.size() - static_cast<std::size_t>(std::ranges::count_if(decoded.messages, silent));
      batch = connection_.open_batch(replies);
    }
    for (Message& message : decoded.messages) serve_message(std::move(message), batch);
  }

  void serve_message(Message message, const std::shared_ptr<Batch>& batch) {
    switch (message.kind) {
      case Message::Kind::kInvalid:
        return connection_.reject(message.id, message.error, batch);
      case Message::Kind::kNotification:
        if (const auto id = cancelled(message)) connection_.cancel(*id);
        return;
      case Message::Kind::kResponse:
        return asking_.requests->answer(message);
      case Message::Kind::kRequest:
        return serve_request(std::move(message), batch);
    }
  }

  void serve_request(Message message, const std::shared_ptr<Batch>& batch) {
    const std::optional<Reply> reply = connection_.open(*message.id, batch);
    if (!reply) {
      const Error error{ErrorCode::kInvalidRequest, "A request with this id is still being answered."};
      return connection_.reject(message.id, error, batch);
    }
    Result<Terms> terms = terms_of(message, handshake_);
    if (!terms) return reply->fail(terms.error());
    const Method* method = find_method(message.method, terms->era, registry_);
    if (method == nullptr) return reply->fail(unknown_method(message.method));
    if (terms->revision == nullptr && !method->before_handshake) return reply->fail(kNoHandshake);
    if (batch && method->opens_session) {
      return reply->fail({ErrorCode::kInvalidRequest, "`initialize` must not be part of a batch."});
    }
    dispatch({registry_,
              options_.report,
              asking_,
              *method,
              {std::move(message.method), std::move(message.params)},
              std::move(*terms),
              *reply},
             message.bytes);
  }

  void dispatch(Call call, std::size_t bytes) {
    if (call.method.at_once) {
      const std::optional<Answer> sent = answer(call);
      if (!sent) return;
      if (const auto* initialized = std::get_if<Initialized>(&*sent)) {
        handshake_ = {
            .revision = initialized->revision, .client = initialized->client, .samples = initialized->samples};
      }
      return;
    }
    const Reply reply = call.reply;
    auto task = std::make_shared<const Call>(std::move(call));
    if (executor_.submit([task] { answer(*task); }, bytes)) return;
    reply.fail({ErrorCode::kBusy, "Too many calls are waiting; try again when some are answered."});
    if (options_.report) options_.report("a call was turned away, as the queue is full");
  }

  // Lets what was read be answered, then asks it to stop, then drops it.
  End finish(End end, const std::atomic<bool>& stop_requested) {
    const auto start = Clock::now();
    const auto undisturbed = end == End::kInputClosed ? start + options_.undisturbed : start;
    while (!stop_requested && !inbox_.empty() && transport_.wait(false, undisturbed).kind == Input::Kind::kWoken) {
      serve_inbox();
    }
    asking_.requests->close();
    while (!stop_requested && Clock::now() < undisturbed && !connection_.wait_idle(Clock::now() + kStopCheck)) {
    }
    connection_.stop_all();
    connection_.wait_idle(Clock::now() + options_.stopping);
    connection_.close();
    transport_.flush(start + options_.ending);
    return end;
  }

  static constexpr std::chrono::milliseconds kStopCheck{20};

  const Registry& registry_;
  Transport& transport_;
  Executor& executor_;
  const Options options_;
  Connection connection_;
  Inbox inbox_;
  const Asking asking_;
  Terms handshake_;  // what `initialize` settled; no revision before
};

Session::Session(const Registry& registry, Transport& transport, Executor& executor)
    : Session(registry, transport, executor, Options{}) {}

Session::Session(const Registry& registry, Transport& transport, Executor& executor, Options options)
    : transport_(transport), impl_(std::make_unique<Impl>(registry, transport, executor, std::move(options))) {}

Session::~Session() = default;

Session::End Session::run() { return impl_->run(stop_requested_); }

void Session::request_stop() noexcept {
  stop_requested_ = true;
  transport_.wake();
}

}  // namespace protocol
