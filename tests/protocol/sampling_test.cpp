// A running call asks the client's own model: in every revision, with every way in which that can end.
#include "protocol/sampling.h"

#include <doctest/doctest.h>

#include "protocol/input_rounds.h"
#include "protocol/json.h"
#include "protocol/request_state.h"
#include "tests/protocol/driver.h"

using namespace driver;

namespace {

const std::vector<std::string> kLegacy = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
const Json kSampling = {{"sampling", Json::object()}};

Json sampled_text(const std::string& text) {
  return {{"role", "assistant"}, {"model", "client-model"}, {"content", {{"type", "text"}, {"text", text}}}};
}

Json response(const Json& request, const Json& result) {
  return {{"jsonrpc", "2.0"}, {"id", request.at("id")}, {"result", result}};
}

std::string first_text(const Json& reply) { return reply.at("result").at("content").at(0).at("text"); }

// A client of a legacy revision that offers its model, and has made a call that asks it.
struct AskingClient {
  explicit AskingClient(const std::string& tool = "ask", const std::string& version = "2025-11-25") {
    client.initialize(version, kSampling);
    client.send(call("call", tool));
    asked = client.receive();
  }
  Driver client;
  Json asked;
};

// A call of 2026-07-28, made once more with what the last answer asked for.
Json modern_call(const std::string& tool, const Json& more = Json::object(), bool samples = true) {
  Json message = modern("call", "tools/call", {{"name", tool}, {"arguments", Json::object()}});
  if (samples) message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = kSampling;
  message["params"].update(more);
  return message;
}

Json next_round(const Json& reply, const Json& result) {
  const Json& required = reply.at("result");
  REQUIRE(required.at("inputRequests").size() == 1);
  const std::string key = required.at("inputRequests").items().begin().key();
  return {{"requestState", required.at("requestState")}, {"inputResponses", {{key, result}}}};
}

}  // namespace

TEST_CASE("legacy: a call sends its question as a request and goes on with the response") {
  for (const std::string& version : kLegacy) {
    INFO(version);
    AskingClient made("ask", version);
    CHECK(made.asked.at("method") == "sampling/createMessage");
    CHECK(made.asked.at("params") ==
          Json{{"messages", {{{"role", "user"}, {"content", {{"type", "text"}, {"text", "One?"}}}}}},
               {"systemPrompt", "Be short."},
               {"temperature", 0.5},
               {"maxTokens", 9}});
    const Json reply = made.client.ask(response(made.asked, sampled_text("Yes.")));
    CHECK(reply.at("id") == "call");
    CHECK(first_text(reply) == "Yes.");
  }
}

TEST_CASE("legacy: questions are told apart, also those of calls that run at once") {
  Driver client;
  client.initialize("2025-11-25", kSampling);
  client.send(call(1, "ask"));
  client.send(call(2, "ask"));
  const Json first = client.receive();
  const Json second = client.receive();
  CHECK(first.at("id") != second.at("id"));
  client.send(response(second, sampled_text("second")));
  client.send(response(first, sampled_text("first")));
  const auto replies = client.receive_all(2);
  CHECK(first_text(replies.at("1")) != first_text(replies.at("2")));
}

TEST_CASE("legacy: a call may ask again with what it was told") {
  AskingClient made("ask_twice");
  const Json second = made.client.ask(response(made.asked, sampled_text("Yes.")));
  CHECK(second.at("params").at("messages").at(0).at("content").at("text") == "After Yes.?");
  const Json reply = made.client.ask(response(second, sampled_text("Really.")));
  CHECK(reply.at("result").at("content").at(1).at("text") == "Really.");
}

TEST_CASE("legacy: an error, a malformed answer and an overlong one are told to the call") {
  const auto said = [](const Json& answer) {
    AskingClient made;
    Json message = answer;
    message["jsonrpc"] = "2.0";
    message["id"] = made.asked.at("id");
    return first_text(made.client.ask(message));
  };
  CHECK(said({{"error", {{"code", -1}, {"message", "User rejected sampling request"}}}}) ==
        "error: the client answers with an error: User rejected sampling request");
  CHECK(said({{"error", "odd"}}).find("no reason given") != std::string::npos);
  for (const Json& result : {Json("text"), Json::array(), Json(nullptr), Json{{"role", "assistant"}}}) {
    CHECK(said({{"result", result}}).rfind("error: the client's answer", 0) == 0);
  }
  CHECK(said({{"result", sampled_text(std::string(300'000, 'x'))}}) == "error: the client's answer exceeds 256 KiB");
  CHECK(said({{"result", {{"content", {{"type", "image"}, {"data", ""}}}}}}).empty());
}

TEST_CASE("legacy: a client that never answers is told that nobody waits, and the call ends") {
  AskingClient made("ask_briefly");
  const Json cancelled = made.client.receive();
  CHECK(cancelled.at("method") == "notifications/cancelled");
  CHECK(cancelled.at("params").at("requestId") == made.asked.at("id"));
  CHECK(first_text(made.client.receive()) == "error: the client's model did not answer in time");
  made.client.send(response(made.asked, sampled_text("too late")));
  CHECK(made.client.quiet());
}

TEST_CASE("legacy: a call that is cancelled while it asks says nothing more") {
  AskingClient made;
  made.client.send({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", "call"}}}});
  CHECK(made.client.quiet());
  made.client.send(response(made.asked, sampled_text("too late")));
  CHECK(made.client.quiet());
  CHECK(first_text(made.client.ask(call("next", "plain"))) == "plain text");
}

TEST_CASE("legacy: the end of the input ends the wait at once, and the call is still answered") {
  AskingClient made;
  const auto start = std::chrono::steady_clock::now();
  made.client.transport.end();
  CHECK(first_text(made.client.receive()) == "error: the client has ended its input");
  CHECK(made.client.await_end(10s));
  CHECK(std::chrono::steady_clock::now() - start < 10s);
}

TEST_CASE("legacy: a request to stop ends the wait") {
  AskingClient made;
  made.client.stop();
  CHECK(made.client.await_end(10s));
}

TEST_CASE("legacy: responses that nobody waits for are ignored") {
  AskingClient made;
  made.client.send(R"({"jsonrpc":"2.0","id":"server-99","result":{}})");
  made.client.send(R"({"jsonrpc":"2.0","id":null,"result":{}})");
  made.client.send(R"({"jsonrpc":"2.0","result":{}})");
  CHECK(first_text(made.client.ask(response(made.asked, sampled_text("Yes.")))) == "Yes.");
  made.client.send(response(made.asked, sampled_text("once more")));
  CHECK(made.client.quiet());
}

TEST_CASE("a client that does not offer its model is never asked") {
  for (const std::string& version : kLegacy) {
    Driver client;
    client.initialize(version);
    CHECK(first_text(client.ask(call(1, "ask"))) == "no model");
  }
  Driver client;
  client.initialize("2025-11-25", {{"sampling", nullptr}});
  CHECK(first_text(client.ask(call(1, "ask"))) == "no model");
  CHECK(first_text(client.ask(modern_call("ask", Json::object(), false))) == "no model");
}

TEST_CASE("modern: a call is answered with what it needs and runs again with the answer") {
  Driver client;
  const Json required = client.ask(modern_call("ask"));
  const Json& result = required.at("result");
  CHECK(result.at("resultType") == "input_required");
  CHECK_FALSE(result.contains("content"));
  const Json& asked = result.at("inputRequests").at("sampling-1");
  CHECK(asked.at("method") == "sampling/createMessage");
  CHECK(asked.at("params").at("messages").at(0).at("content").at("text") == "One?");

  const Json reply = client.ask(modern_call("ask", next_round(required, sampled_text("Yes."))));
  CHECK(reply.at("result").at("resultType") == "complete");
  CHECK(first_text(reply) == "Yes.");
}

TEST_CASE("modern: a second question carries the first answer with it") {
  Driver client;
  const Json first = client.ask(modern_call("ask_twice"));
  const Json second = client.ask(modern_call("ask_twice", next_round(first, sampled_text("Yes."))));
  const Json& asked = second.at("result").at("inputRequests").at("sampling-2");
  CHECK(asked.at("params").at("messages").at(0).at("content").at("text") == "After Yes.?");
  const Json reply = client.ask(modern_call("ask_twice", next_round(second, sampled_text("Really."))));
  CHECK(reply.at("result").at("content").at(0).at("text") == "Yes.");
  CHECK(reply.at("result").at("content").at(1).at("text") == "Really.");
}

TEST_CASE("modern: a call made again without the answer, or with one that is no answer, goes on without it") {
  Driver client;
  const Json required = client.ask(modern_call("ask"));
  const Json state = {{"requestState", required.at("result").at("requestState")}};
  CHECK(first_text(client.ask(modern_call("ask", state))) ==
        "error: the client made the call again without the answer");
  CHECK(first_text(client.ask(modern_call("ask", next_round(required, "text")))) ==
        "error: the client's answer is not an object");
}

TEST_CASE("modern: a state counts for the request it was given to, unchanged, and for no other") {
  Driver client;
  const Json required = client.ask(modern_call("ask"));
  const Json round = next_round(required, sampled_text("Yes."));
  CHECK(code(client.ask(modern_call("ask_twice", round))) == -32602);
  Json other = modern_call("ask", round);
  other["params"]["arguments"]["more"] = 1;
  CHECK(code(client.ask(other)) == -32602);
  const std::string state = round.at("requestState");
  std::string forged = state;
  forged.back() = forged.back() == '}' ? ']' : '}';
  for (const Json& bad : {Json(forged), Json(""), Json(5), Json(nullptr), Json(state + " "), Json(state.substr(1)),
                          Json(std::string(1'000'000, 'a'))}) {
    CHECK(code(client.ask(modern_call("ask", {{"requestState", bad}}))) == -32602);
  }
  Driver another;
  CHECK(code(another.ask(modern_call("ask", round))) == -32602);
  CHECK(first_text(client.ask(modern_call("ask", round))) == "Yes.");
}

TEST_CASE("modern: answers without a state are asked for again") {
  Driver client;
  const Json reply = client.ask(modern_call("ask", {{"inputResponses", {{"sampling-1", sampled_text("Yes.")}}}}));
  CHECK(reply.at("result").at("resultType") == "input_required");
}

TEST_CASE("a state is opened by who sealed it, for its request, in its time") {
  auto now = std::make_shared<protocol::RequestStates::Clock::time_point>(std::chrono::hours(100));
  const protocol::RequestStates states([now] { return *now; });
  const std::string state = states.seal("request", "some text");
  CHECK(states.open("request", state) == "some text");
  CHECK_FALSE(states.open("other", state).has_value());
  CHECK_FALSE(states.open("reques", state).has_value());
  CHECK_FALSE(protocol::RequestStates().open("request", state).has_value());
  for (std::size_t i = 0; i < state.size(); ++i) {
    std::string changed = state;
    changed[i] = changed[i] == 'x' ? 'y' : 'x';
    CHECK_FALSE(states.open("request", changed).has_value());
    CHECK_FALSE(states.open("request", state.substr(0, i)).has_value());
  }
  *now += protocol::RequestStates::kLifetime - std::chrono::seconds(2);
  CHECK(states.open("request", state).has_value());
  *now += std::chrono::seconds(3);
  CHECK_FALSE(states.open("request", state).has_value());
  CHECK(states.open("", states.seal("", "")) == "");
}

TEST_CASE("rounds end when the question changes every time") {
  const auto states = std::make_shared<const protocol::RequestStates>();
  Json params = {{"name", "ask"}};
  int rounds = 0;
  for (;; ++rounds) {
    REQUIRE(rounds < 100);
    const protocol::Request request{"tools/call", std::make_shared<const protocol::JsonIn>(protocol::JsonIn{params})};
    auto run = protocol::InputRounds::begin(request, states);
    REQUIRE(run.has_value());
    const auto answer = run->sample({.system = "", .user = "question " + std::to_string(rounds)});
    REQUIRE_FALSE(answer.has_value());
    const auto pending = run->pending();
    if (!pending) {
      CHECK(answer.error().why == protocol::SamplingError::Why::kDeclined);
      break;
    }
    CHECK(answer.error().why == protocol::SamplingError::Why::kPostponed);
    params["requestState"] = pending->state;
    params["inputResponses"] = {{pending->key, sampled_text("an answer")}};
  }
  CHECK(rounds == 8);
}
