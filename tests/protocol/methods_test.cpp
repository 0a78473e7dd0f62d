#include "protocol/methods.h"

#include <doctest/doctest.h>

#include <set>

#include "tests/protocol/driver.h"

using namespace driver;

namespace {

struct Fixture {
  Fixture() { client.initialize("2025-11-25"); }
  Driver client;

  Json result(const std::string& method, const Json& params) {
    return client.ask(request(1, method, params)).at("result");
  }
  int failure(const std::string& method, const Json& params) { return code(client.ask(request(1, method, params))); }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "sloppy arguments work, and what was ignored is said in a block of its own") {
  const Json answer = client.ask(call(
      1, "echo", {{"q", "x"}, {"limit", "5"}, {"tags", "a, b"}, {"wait", true}, {"since", nullptr}, {"scope", ""}}));
  CHECK(answer.at("result").at("structuredContent").at("limit") == 5);
  const Json& content = answer.at("result").at("content");
  REQUIRE(content.size() == 2);
  CHECK(content[0].at("text") == "x");
  CHECK(content[1].at("text") == "Ignored, as no such argument exists or it is given twice: `wait`.");
}

TEST_CASE_FIXTURE(Fixture, "arguments that cannot be understood are a tool error that names them") {
  const Json missing = client.ask(call(1, "echo")).at("result");
  CHECK(missing.at("isError") == true);
  CHECK(missing.at("content").at(0).at("text") == "`text` is missing; give a string: What to say.");
  CHECK_FALSE(missing.contains("structuredContent"));
  const Json wrong = client.ask(call(1, "echo", {{"text", 42}})).at("result");
  CHECK(wrong.at("content").at(0).at("text") == "`text` is 42; it must be a string.");
}

TEST_CASE_FIXTURE(Fixture, "missing arguments are none, and JSON text passed on as it was is read") {
  CHECK(result("tools/call", {{"name", "echo"}}).at("isError") == true);
  CHECK(result("tools/call", {{"name", "plain"}}).at("content").at(0).at("text") == "plain text");
  CHECK(result("tools/call", {{"name", "plain"}, {"arguments", nullptr}}).contains("content"));
  CHECK(result("tools/call", {{"name", "echo"}, {"arguments", R"({"text":"x"})"}}).at("content").at(0).at("text") ==
        "x");
}

TEST_CASE_FIXTURE(Fixture, "an unknown tool and malformed parameters are protocol errors") {
  const Json unknown = client.ask(call(1, "no_such_tool"));
  CHECK(code(unknown) == -32602);
  CHECK(unknown.at("error").at("message").get<std::string>().find("no_such_tool") != std::string::npos);
  CHECK(unknown.at("error").at("message").get<std::string>().find("echo, plain") != std::string::npos);
  CHECK(failure("tools/call", Json::object()) == -32602);
  CHECK(failure("tools/call", {{"name", 5}}) == -32602);
  CHECK(failure("tools/call", {{"name", "echo"}, {"arguments", Json::array()}}) == -32602);
  CHECK(failure("tools/call", {{"name", "echo"}, {"arguments", "text"}}) == -32602);
  CHECK(failure("tools/call", {{"name", "echo"}, {"arguments", 5}}) == -32602);
  CHECK(failure("resources/read", Json::object()) == -32602);
  CHECK(failure("resources/read", {{"uri", 7}}) == -32602);
}

TEST_CASE_FIXTURE(Fixture, "methods that do not exist here are told so in both eras") {
  for (const char* method : {"prompts/list", "completion/complete", "logging/setLevel", "resources/subscribe",
                             "sampling/createMessage", "tasks/list", "", "tools/List", "tools/call "}) {
    CAPTURE(method);
    CHECK(failure(method, Json::object()) == -32601);
    CHECK(code(client.ask(modern(1, method))) == -32601);
  }
  for (const char* method : {"ping", "initialize", "subscriptions/listen"}) {
    CAPTURE(method);
    CHECK(code(client.ask(modern(1, method))) == -32601);
  }
}

TEST_CASE_FIXTURE(Fixture, "resources are listed in pages whose cursors lead through all of them") {
  std::set<std::string> seen;
  Json params = Json::object();
  int pages = 0;
  while (true) {
    const Json page = result("resources/list", params);
    ++pages;
    CHECK(page.at("resources").size() <= 100);
    for (const Json& resource : page.at("resources")) CHECK(seen.insert(resource.at("uri")).second);
    if (!page.contains("nextCursor")) break;
    params["cursor"] = page.at("nextCursor");
  }
  CHECK(pages == 3);
  CHECK(seen.size() == 250);
}

TEST_CASE_FIXTURE(Fixture, "a cursor is good for another session, and in the other era") {
  const Json cursor = result("resources/list", Json::object()).at("nextCursor");
  Driver other;
  const Json page = other.ask(modern(1, "resources/list", {{"cursor", cursor}})).at("result");
  CHECK(page.at("resources").at(0).at("uri") == "memo:///entry100");
}

TEST_CASE_FIXTURE(Fixture, "a bad cursor is refused by every list") {
  const Json of_resources = result("resources/list", Json::object()).at("nextCursor");
  for (const char* method : {"tools/list", "resources/templates/list", "resources/list"}) {
    for (const Json& cursor : {Json("x"), Json(""), Json(5), Json(nullptr), Json::array(), Json("00000000")}) {
      CAPTURE(method);
      CAPTURE(cursor.dump());
      CHECK(failure(method, {{"cursor", cursor}}) == -32602);
    }
  }
  CHECK(failure("tools/list", {{"cursor", of_resources}}) == -32602);
}

TEST_CASE("more tools than a page are listed in pages") {
  Gate gate;
  protocol::Registry registry = make_registry(gate);
  for (int i = 0; i < 150; ++i) {
    registry.tools.push_back(registry.tools[1]);
    registry.tools.back().info.name = "tool" + std::to_string(i);
  }
  protocol::CallContext context;
  const auto* method = protocol::find_method("tools/list", protocol::Era::kLegacy, registry);
  REQUIRE(method != nullptr);
  protocol::MemoryTransport transport;
  protocol::Executor executor;
  protocol::Session session(registry, transport, executor);
  const std::jthread thread([&] { session.run(); });
  const auto ask = [&](const Json& message) {
    transport.feed(message.dump() + "\n");
    return Json::parse(transport.take(5s).value()).at("result");
  };
  const Json first = ask(modern(1, "tools/list"));
  CHECK(first.at("tools").size() == 100);
  const Json second = ask(modern(2, "tools/list", {{"cursor", first.at("nextCursor")}}));
  CHECK(second.at("tools").size() == registry.tools.size() - 100);
  CHECK_FALSE(second.contains("nextCursor"));
  session.request_stop();
}

TEST_CASE_FIXTURE(Fixture, "a resource that does not exist is coded as the era codes it") {
  const Json legacy = client.ask(request(1, "resources/read", {{"uri", "memo:///nope"}}));
  CHECK(code(legacy) == -32002);
  CHECK(legacy.at("error").at("data").at("uri") == "memo:///nope");
  CHECK(code(client.ask(modern(1, "resources/read", {{"uri", "memo:///nope"}}))) == -32602);
}

TEST_CASE("a registry without tools and resources knows no methods for them") {
  const protocol::Registry registry;
  for (const char* method : {"tools/list", "tools/call", "resources/list", "resources/read"}) {
    CHECK(protocol::find_method(method, protocol::Era::kLegacy, registry) == nullptr);
  }
  CHECK(protocol::find_method("ping", protocol::Era::kLegacy, registry) != nullptr);
}
