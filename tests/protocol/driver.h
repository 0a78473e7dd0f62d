// Drives a whole session through memory: lines in, parsed lines out. For tests of what a client sees.
#pragma once

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "protocol/executor.h"
#include "protocol/memory_transport.h"
#include "protocol/registry.h"
#include "protocol/session.h"

namespace driver {

using Json = nlohmann::json;
using namespace std::chrono_literals;

// Holds calls until it is opened, or until they are asked to stop.
class Gate {
 public:
  // False: stopped.
  bool pass(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    return changed_.wait(lock, stop, [this] { return open_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  bool await(int arrivals) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, 60s, [&] { return arrived_ >= arrivals; });
  }
  int arrived() {
    const std::lock_guard lock(mutex_);
    return arrived_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  int arrived_ = 0;
  bool open_ = false;
};

struct EchoParams {
  std::string text;
  std::int64_t limit = 10;
  std::vector<std::string> tags;
};
struct EchoResult {
  std::string text;
  std::int64_t limit = 0;
  std::optional<std::string> client;
};
struct NoParams {};

class Pages final : public protocol::ResourceProvider {
 public:
  protocol::Result<protocol::ResourcePage> list(const std::optional<std::string>& after) override {
    protocol::ResourcePage page;
    const int start = after ? std::stoi(*after) : 0;
    for (int i = start; i < std::min(start + 100, 250); ++i) {
      const std::string name = "entry" + std::to_string(i);
      page.resources.push_back(
          {"memo:///" + name, name, "Entry", "An entry.", "text/markdown", 12, "2026-01-02T03:04:05Z", 0.5});
    }
    if (start + 100 < 250) page.next = std::to_string(start + 100);
    return page;
  }
  std::vector<protocol::ResourceTemplate> templates() override {
    return {{"memo:///{path}", "entry", "Entry", "One entry.", "text/markdown"}};
  }
  protocol::Result<protocol::ResourceText> read(const std::string& uri) override {
    if (uri == "memo:///throw") throw std::runtime_error("disk on fire");
    if (uri != "memo:///a") return protocol::Error{protocol::ErrorCode::kNotFound, "no such entry"};
    return protocol::ResourceText{uri, "text/markdown", "# A"};
  }
};

}  // namespace driver

template <>
struct protocol::Record<driver::EchoParams> {
  static std::vector<Field> fields() {
    using P = driver::EchoParams;
    return {field<&P::text>("text", "What to say.").required().synonyms({"q"}),
            field<&P::limit>("limit", "Most.").range(1, 100).by_default("10"), field<&P::tags>("tags", "Tags.")};
  }
};
template <>
struct protocol::Record<driver::EchoResult> {
  static std::vector<Field> fields() {
    using R = driver::EchoResult;
    return {field<&R::text>("text", "").required(), field<&R::limit>("limit", "").required(),
            field<&R::client>("client", "")};
  }
};
template <>
struct protocol::Record<driver::NoParams> {
  static std::vector<Field> fields() { return {}; }
};

namespace driver {

inline protocol::ToolInfo info(std::string name) {
  return {.name = name, .title = "Title of " + name, .description = "Does " + name + ".", .annotations = {}};
}

// What the client's model says, or why it says nothing.
inline std::string sampled(protocol::CallContext& context, const std::string& question,
                           std::chrono::milliseconds patience) {
  if (!context.sample) return "no model";
  const protocol::SamplingRequest request{.system = "Be short.", .user = question, .max_tokens = 9, .temperature = 0.5};
  const auto reply = context.sample(request, std::chrono::steady_clock::now() + patience);
  return reply ? reply->text : "error: " + reply.error().message;
}

// echo: structured; plain: text only; wait: until the gate opens; fail, throws, odd: as they say; big: 11 MiB;
// count: reports progress; ask, ask_twice, ask_briefly: ask the client's model.
inline protocol::Registry make_registry(Gate& gate) {
  using protocol::CallContext;
  using protocol::NoStructure;
  using protocol::ToolReply;
  protocol::Registry registry;
  registry.server = {"test-server", "Test Server", "1.2.3"};
  registry.instructions = [] { return std::string("Ask me."); };
  registry.resources = std::make_shared<Pages>();
  registry.tools.push_back(protocol::make_tool<EchoParams, EchoResult>(
      info("echo"), [](const EchoParams& params, CallContext& context) -> ToolReply<EchoResult> {
        EchoResult result{params.text, params.limit, std::nullopt};
        if (!context.client.name.empty()) result.client = context.client.name;
        return {{params.text}, result};
      }));
  const auto add = [&](const char* name, std::function<ToolReply<NoStructure>(CallContext&)> run) {
    registry.tools.push_back(protocol::make_tool<NoParams, NoStructure>(
        info(name), [run = std::move(run)](const NoParams&, CallContext& context) { return run(context); }));
  };
  using Text = ToolReply<NoStructure>;
  add("plain", [](CallContext&) -> Text { return {{"plain text"}, std::nullopt}; });
  add("wait", [&gate](CallContext& context) -> Text {
    return {{gate.pass(context.stop) ? "passed" : "stopped"}, std::nullopt};
  });
  add("fail", [](CallContext&) { return Text::failed("`path` does not exist."); });
  add("throws", [](CallContext&) -> Text { throw std::runtime_error("boom"); });
  add("odd", [](CallContext&) -> Text { throw 42; });
  add("binary", [](CallContext&) -> Text { return {{"a\xFFz"}, std::nullopt}; });
  add("big", [](CallContext&) -> Text { return {{std::string(11U << 20U, 'x')}, std::nullopt}; });
  add("count", [](CallContext& context) -> Text {
    for (const double step : {1.0, 1.0, 0.5, 2.0}) {
      context.progress(step, 4.0, "step");
      std::this_thread::sleep_for(120ms);
    }
    return {{"counted"}, std::nullopt};
  });
  add("ask", [](CallContext& context) -> Text { return {{sampled(context, "One?", 60s)}, std::nullopt}; });
  add("ask_twice", [](CallContext& context) -> Text {
    const std::string first = sampled(context, "One?", 60s);
    return {{first, sampled(context, "After " + first + "?", 60s)}, std::nullopt};
  });
  add("ask_briefly", [](CallContext& context) -> Text { return {{sampled(context, "One?", 50ms)}, std::nullopt}; });
  return registry;
}

class Driver {
 public:
  explicit Driver(protocol::Executor::Limits limits = {}, protocol::Session::Options options = {})
      : registry_(make_registry(gate)),
        executor_(limits),
        session_(registry_, transport, executor_, std::move(options)),
        thread_([this] {
          ended_with = session_.run();
          ended = true;
        }) {}
  ~Driver() {
    gate.open();
    session_.request_stop();
  }

  void send(const std::string& line) { transport.feed(line + "\n"); }
  void send(const char* line) { send(std::string(line)); }
  void send(const Json& message) { send(message.dump()); }

  // The next line, which must come.
  Json receive(std::chrono::milliseconds patience = 60s) {
    const auto line = transport.take(patience);
    REQUIRE(line.has_value());
    CHECK(line->find('\n') == std::string::npos);
    return Json::parse(*line);
  }
  template <class Line = Json>
  Json ask(const Line& line) {
    send(line);
    return receive();
  }
  // By id, of as many replies as were asked for.
  std::map<std::string, Json> receive_all(int count) {
    std::map<std::string, Json> replies;
    for (int i = 0; i < count; ++i) {
      Json reply = receive();
      const std::string id = reply.at("id").dump();
      CHECK(replies.emplace(id, std::move(reply)).second);
    }
    return replies;
  }
  // Nothing comes, not even after a ping that came through.
  bool quiet() {
    send(Json{{"jsonrpc", "2.0"}, {"id", "quiet"}, {"method", "ping"}});
    const Json reply = receive();
    std::this_thread::sleep_for(20ms);
    return reply.value("id", Json()) == "quiet" && transport.take_all().empty();
  }
  // Answers the handshake.
  Json initialize(const std::string& version, const Json& capabilities = Json::object()) {
    return ask({{"jsonrpc", "2.0"},
                {"id", "init"},
                {"method", "initialize"},
                {"params",
                 {{"protocolVersion", version},
                  {"capabilities", capabilities},
                  {"clientInfo", {{"name", "tester"}, {"version", "9"}}}}}});
  }
  bool await_end(std::chrono::milliseconds patience) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!ended && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(2ms);
    return ended;
  }
  void stop() { session_.request_stop(); }

  Gate gate;
  protocol::MemoryTransport transport;
  std::atomic<bool> ended{false};
  std::atomic<protocol::Session::End> ended_with{};

 private:
  protocol::Registry registry_;
  protocol::Executor executor_;
  protocol::Session session_;
  std::jthread thread_;
};

inline Json request(const Json& id, const std::string& method, const Json& params = Json::object()) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
}

inline Json call(const Json& id, const std::string& tool, const Json& arguments = Json::object()) {
  return request(id, "tools/call", {{"name", tool}, {"arguments", arguments}});
}

inline Json modern_meta() {
  return {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
          {"io.modelcontextprotocol/clientCapabilities", Json::object()},
          {"io.modelcontextprotocol/clientInfo", {{"name", "newcomer"}, {"version", "1"}}}};
}

inline Json modern(const Json& id, const std::string& method, Json params = Json::object()) {
  params["_meta"] = modern_meta();
  return request(id, method, params);
}

inline int code(const Json& reply) { return reply.at("error").at("code").get<int>(); }

}  // namespace driver
