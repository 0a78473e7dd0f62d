#include "protocol/session.h"

#include <doctest/doctest.h>

#include "tests/protocol/driver.h"

using namespace driver;
using protocol::Session;

TEST_CASE("the end of the input ends the session, after what was read is answered") {
  Driver client;
  client.initialize("2025-11-25");
  for (int i = 0; i < 50; ++i) client.send(call(i, "echo", {{"text", "x"}}));
  client.transport.end();
  CHECK(client.receive_all(50).size() == 50);
  REQUIRE(client.await_end(1s));
  CHECK(client.ended_with == Session::End::kInputClosed);
}

TEST_CASE("a partial last line is dropped") {
  Driver client;
  client.transport.feed(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  client.transport.end();
  REQUIRE(client.await_end(1s));
  CHECK(client.transport.take_all().empty());
}

TEST_CASE("calls still running at the end of the input are asked to stop and may answer") {
  Driver client({}, {.undisturbed = 30ms, .stopping = 2000ms, .ending = 2500ms});
  client.initialize("2025-11-25");
  client.send(call(1, "wait"));
  REQUIRE(client.gate.await(1));
  client.transport.end();
  CHECK(client.receive().at("result").at("content").at(0).at("text") == "stopped");
  CHECK(client.await_end(1s));
}

TEST_CASE("a large line read before the end of the input is answered") {
  Driver client;
  client.initialize("2025-11-25");
  client.transport.feed(call(1, "echo", {{"text", std::string(200'000, 'x')}}).dump() + "\n");
  client.transport.end();
  CHECK(client.receive().at("id") == 1);
  CHECK(client.await_end(1s));
}

TEST_CASE("a stop ends the session at once, whatever runs") {
  Driver client;
  client.initialize("2025-11-25");
  client.send(call(1, "wait"));
  REQUIRE(client.gate.await(1));
  client.stop();
  REQUIRE(client.await_end(1s));
  CHECK(client.ended_with == Session::End::kStopped);
}

TEST_CASE("a client that reads no more ends the session quietly") {
  Driver client;
  client.transport.close_output();
  REQUIRE(client.await_end(1s));
  CHECK(client.ended_with == Session::End::kOutputClosed);
}

TEST_CASE("an operator hears of a tool that threw") {
  std::atomic<int> reports{0};
  Driver client({}, {.report = [&](const std::string& text) {
                  CHECK(text.find("boom") != std::string::npos);
                  ++reports;
                }});
  client.initialize("2025-11-25");
  client.ask(call(1, "throws"));
  client.stop();
  client.await_end(1s);
  CHECK(reports == 1);
}

TEST_CASE("before any handshake only ping, initialize and modern requests are served") {
  Driver client;
  for (const char* method : {"tools/list", "tools/call", "resources/list", "resources/read"}) {
    const Json reply = client.ask(request(1, method));
    CHECK(code(reply) == -32602);
    CHECK(reply.at("error").at("message").get<std::string>().find("initialize") != std::string::npos);
  }
  CHECK(code(client.ask(request(1, "no/such/method"))) == -32601);
  CHECK(client.ask(request(1, "ping")).at("result") == Json::object());
  CHECK(client.ask(modern(1, "tools/list")).at("result").contains("tools"));
}

TEST_CASE("requests are served as soon as initialize is answered, without the initialized notification") {
  Driver client;
  client.send(request(1, "initialize", {{"protocolVersion", "2025-06-18"}}));
  client.send(request(2, "tools/list"));
  CHECK(client.receive().at("result").at("protocolVersion") == "2025-06-18");
  CHECK(client.receive().at("result").contains("tools"));
}

TEST_CASE("a second initialize renegotiates") {
  Driver client;
  client.initialize("2025-11-25");
  CHECK(client.ask(request(1, "tools/list")).at("result").at("tools").at(0).contains("outputSchema"));
  client.initialize("2024-11-05");
  CHECK_FALSE(client.ask(request(2, "tools/list")).at("result").at("tools").at(0).contains("outputSchema"));
}

TEST_CASE("both eras live on one stream, message by message") {
  Driver client;
  const Json discovered = client.ask(modern(1, "server/discover")).at("result");
  CHECK(discovered.at("supportedVersions") == Json::array({"2026-07-28"}));
  CHECK(client.initialize("2025-06-18").at("result").at("protocolVersion") == "2025-06-18");
  CHECK_FALSE(client.ask(request(2, "tools/list")).at("result").contains("resultType"));
  CHECK(client.ask(modern(3, "tools/list")).at("result").at("resultType") == "complete");
  const Json old_call = client.ask(call(4, "echo", {{"text", "x"}})).at("result");
  CHECK(old_call.at("structuredContent").at("client") == "tester");
  CHECK_FALSE(old_call.contains("_meta"));
  const Json new_call = client.ask(modern(5, "tools/call", {{"name", "echo"}, {"arguments", {{"text", "x"}}}}));
  CHECK(new_call.at("result").at("structuredContent").at("client") == "newcomer");
  CHECK(code(client.ask(modern(6, "ping"))) == -32601);
  CHECK(client.ask(request(7, "ping")).at("result") == Json::object());
}

TEST_CASE("progress increases, names its token, and none comes after the reply") {
  Driver client;
  client.initialize("2025-11-25");
  Json asked = call(1, "count");
  asked["params"]["_meta"]["progressToken"] = "token";
  client.send(asked);
  double last = 0;
  int notifications = 0;
  while (true) {
    const Json line = client.receive();
    if (line.contains("id")) break;
    CHECK(line.at("method") == "notifications/progress");
    CHECK(line.at("params").at("progressToken") == "token");
    CHECK(line.at("params").at("total") == 4);
    CHECK(line.at("params").at("progress") > last);
    last = line.at("params").at("progress").get<double>();
    ++notifications;
  }
  CHECK(notifications == 2);
  CHECK(client.quiet());
}

TEST_CASE("without a progress token there is no progress") {
  Driver client;
  client.initialize("2025-11-25");
  CHECK(client.ask(call(1, "count")).at("id") == 1);
}
