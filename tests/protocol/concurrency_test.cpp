// What happens at the same time: calls, pings, large lines, a full queue. The rest of the wire's table is in
// wire_test.cpp.
#include <doctest/doctest.h>

#include "tests/protocol/driver.h"

using namespace driver;

namespace {

const std::string kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
const Json kPong = {{"jsonrpc", "2.0"}, {"id", 1}, {"result", Json::object()}};

}  // namespace

TEST_CASE("ping is answered while tools run") {
  Driver client;
  client.initialize("2025-11-25");
  for (int i = 0; i < 8; ++i) client.send(call(100 + i, "wait"));
  REQUIRE(client.gate.await(4));
  CHECK(client.ask(kPing) == kPong);
  CHECK(client.ask(request("l", "tools/list")).at("result").contains("tools"));
  client.gate.open();
  CHECK(client.receive_all(8).size() == 8);
}

TEST_CASE("ping is answered while a large line is decoded, and the line is served in its turn") {
  Driver client;
  client.initialize("2025-11-25");
  Json tags = Json::array();
  for (int i = 0; i < 500'000; ++i) tags.push_back("t");
  const std::string large = call("large", "echo", {{"text", "x"}, {"unknown", tags}}).dump();
  REQUIRE(large.size() > 64U << 10U);
  client.transport.feed(large + "\n" + call("behind", "plain").dump() + "\n" + kPing + "\n");
  CHECK(client.receive() == kPong);
  CHECK(client.receive_all(2).count("\"large\"") == 1);
}

TEST_CASE("a handshake sent as a large line counts for the small line behind it") {
  Driver client;
  const Json padded =
      request("init", "initialize", {{"protocolVersion", "2024-11-05"}, {"padding", std::string(300'000, 'p')}});
  client.transport.feed(padded.dump() + "\n" + request("list", "tools/list").dump() + "\n");
  CHECK(client.receive().at("result").at("protocolVersion") == "2024-11-05");
  CHECK_FALSE(client.receive().at("result").at("tools").at(0).contains("title"));
}

TEST_CASE("a 5 MB argument arrives whole") {
  Driver client;
  client.initialize("2025-11-25");
  const std::string text(5'000'000, 'x');
  const Json reply = client.ask(call(1, "echo", {{"text", text}}));
  CHECK(reply.at("result").at("content").at(0).at("text").get<std::string>() == text);
}

TEST_CASE("200 calls in flight get 200 replies") {
  Driver client;
  client.initialize("2025-11-25");
  for (int i = 0; i < 200; ++i) client.send(call(i, "echo", {{"text", std::to_string(i)}}));
  const auto replies = client.receive_all(200);
  for (int i = 0; i < 200; ++i) {
    CHECK(replies.at(std::to_string(i)).at("result").at("structuredContent").at("text") == std::to_string(i));
  }
}

TEST_CASE("calls beyond the queue are told that the server is busy") {
  Driver client({.threads = 1, .queued_tasks = 3});
  client.initialize("2025-11-25");
  client.send(call("running", "wait"));
  REQUIRE(client.gate.await(1));
  for (int i = 0; i < 5; ++i) client.send(call(i, "plain"));
  const auto turned_away = client.receive_all(2);
  CHECK(code(turned_away.at("3")) == -32000);
  CHECK(code(turned_away.at("4")) == -32000);
  client.gate.open();
  CHECK(client.receive_all(4).size() == 4);
}
