// The table "The wire" of the protocol's design, a test for each of its lines, and the black-box case E3.
#include <doctest/doctest.h>

#include "tests/protocol/driver.h"

using namespace driver;

namespace {

const std::string kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
const Json kPong = {{"jsonrpc", "2.0"}, {"id", 1}, {"result", Json::object()}};

}  // namespace

TEST_CASE("a message split over many reads is one message") {
  Driver client;
  for (const char byte : kPing) client.transport.feed({&byte, 1});
  CHECK(client.transport.take(20ms) == std::nullopt);
  client.transport.feed("\n");
  CHECK(client.receive() == kPong);
}

TEST_CASE("two messages in one read are two messages") {
  Driver client;
  client.transport.feed(kPing + "\n" + kPing + "\n");
  CHECK(client.receive() == kPong);
  CHECK(client.receive() == kPong);
}

TEST_CASE("carriage returns, spaces, byte order marks and blank lines are accepted, only line feeds are written") {
  Driver client;
  client.transport.feed("\r\n\n  \t\n\xEF\xBB\xBF" + kPing + "\r\n  " + kPing + "  \n\xEF\xBB\xBF\n");
  for (int i = 0; i < 2; ++i) {
    const auto line = client.transport.take(5s);
    REQUIRE(line.has_value());
    CHECK(line->find_first_of("\r\n") == std::string::npos);
    CHECK(Json::parse(*line) == kPong);
  }
  CHECK(client.quiet());
}

TEST_CASE("what is not JSON in UTF-8 is answered with -32700 without an id, and the stream goes on") {
  Driver client;
  const std::vector<std::string> lines = {
      "garbage",
      R"({"jsonrpc":"2.0","id":1,"method":"ping")",
      R"({"jsonrpc":"2.0","id":1,"method":"ping"} x)",
      R"({'jsonrpc':"2.0"})",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\xFFng\"}",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xC0\xAF\"}",
      std::string("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\0ng\"}", 38),
      std::string(R"({"jsonrpc":"2.0","id":1,"method":"ping"})") + std::string(1, '\0') + "x",
      std::string(1, '\0'),
      R"({"jsonrpc":"2.0","id":1e999,"method":"ping"})",
      "NaN",
      "\xFF\xFE{\"a\":1}",
  };
  for (const std::string& line : lines) {
    CAPTURE(line);
    const Json reply = client.ask(line);
    CHECK(code(reply) == -32700);
    CHECK(reply.at("jsonrpc") == "2.0");
    CHECK_FALSE(reply.contains("id"));
    CHECK_FALSE(reply.contains("result"));
  }
  CHECK(client.ask(kPing) == kPong);
}

TEST_CASE("half of an escaped emoji is answered under its id") {
  Driver client;
  CHECK(code(client.ask(R"({"jsonrpc":"2.0","id":7,"method":"\ud83d"})")) == -32601);
  CHECK(client.ask(R"({"jsonrpc":"2.0","id":8,"method":"\ude00"})").at("id") == 8);
}

TEST_CASE("an escaped NUL is text like any other") {
  Driver client;
  client.initialize("2025-11-25");
  const Json reply = client.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call",)"
                                R"("params":{"name":"echo","arguments":{"text":"a\u0000b"}}})");
  CHECK(reply.at("result").at("content").at(0).at("text") == std::string("a\0b", 3));
}

TEST_CASE("a line above 32 MiB is one error, and what follows it is served") {
  Driver client;
  const std::string megabyte(1U << 20U, ' ');
  client.transport.feed("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":{\"x\":\"");
  for (int i = 0; i < 40; ++i) client.transport.feed(megabyte);
  client.transport.feed("\"}}\n" + kPing + "\n");
  const Json reply = client.receive();
  CHECK(code(reply) == -32700);
  CHECK_FALSE(reply.contains("id"));
  CHECK(client.receive() == kPong);
  CHECK(client.quiet());
}

TEST_CASE("nesting up to 256 levels is taken, deeper is one error") {
  Driver client;
  client.initialize("2025-11-25");
  const auto nested = [](std::size_t levels) {
    return R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":)" + std::string(levels, '[') +
           std::string(levels, ']') + "}}";
  };
  CHECK(client.ask(nested(254)) == kPong);  // the message and its params are two levels themselves
  CHECK(code(client.ask(nested(255))) == -32600);
  CHECK(code(client.ask(std::string(100'000, '['))) == -32600);
  CHECK(code(client.ask(std::string(100'000, '[') + std::string(100'000, ']'))) == -32600);
  std::string objects;
  for (int i = 0; i < 10'000; ++i) objects += "{\"a\":";
  CHECK(code(client.ask(objects)) == -32600);
  CHECK(client.ask(kPing) == kPong);
}

TEST_CASE("a message of more values than memory should pay for is one error, under its id") {
  Driver client;
  std::string line = R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":[0)";
  for (int i = 0; i < 1'000'001; ++i) line += ",0";
  const Json reply = client.ask(line + "]}}");
  CHECK(code(reply) == -32600);
  CHECK(reply.at("id") == 1);
}

TEST_CASE("what is JSON but no request is answered with -32600, with the id where it is usable") {
  Driver client;
  const std::vector<std::pair<std::string, Json>> cases = {
      {"1", nullptr},
      {"\"text\"", nullptr},
      {"null", nullptr},
      {"true", nullptr},
      {"{}", nullptr},
      {R"({"id":1,"method":"ping"})", 1},
      {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", 1},
      {R"({"jsonrpc":2.0,"id":"x","method":"ping"})", "x"},
      {R"({"jsonrpc":"2.0","id":1})", 1},
      {R"({"jsonrpc":"2.0","id":1,"method":5})", 1},
      {R"({"jsonrpc":"2.0","id":1,"method":null})", 1},
      {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", nullptr},
      {R"({"jsonrpc":"2.0","id":{},"method":"ping"})", nullptr},
      {R"({"jsonrpc":"2.0","id":[1],"method":"ping"})", nullptr},
      {R"({"jsonrpc":"2.0","id":true,"method":"ping"})", nullptr},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", nullptr},
  };
  for (const auto& item : cases) {
    const auto& line = item.first;
    const auto& id = item.second;
    CAPTURE(line);
    const Json reply = client.ask(line);
    CHECK(code(reply) == -32600);
    CHECK(reply.contains("id") == !id.is_null());
    CHECK(reply.value("id", Json()) == id);
  }
  CHECK(client.ask(kPing) == kPong);
}

TEST_CASE("params that are no object are answered with -32602") {
  Driver client;
  for (const char* params : {"[]", "[1]", "\"x\"", "5", "true", "null"}) {
    CAPTURE(params);
    const Json reply = client.ask(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":)" + std::string(params) + "}");
    CHECK(code(reply) == -32602);
    CHECK(reply.at("id") == 1);
  }
}

TEST_CASE("ids come back exactly, value and type") {
  Driver client;
  std::string lengthy(20'000, 'i');
  const std::vector<std::string> ids = {"0",
                                        "\"\"",
                                        "-7",
                                        "9007199254740991",
                                        "9223372036854775807",
                                        "18446744073709551615",
                                        "123456789012345678901234567890",
                                        "\"1\"",
                                        "1",
                                        "\"日本語 ünï 🙂\"",
                                        R"("a\"b\\c")",
                                        "\"" + lengthy + "\""};
  for (const std::string& id : ids) {
    CAPTURE(id);
    client.send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})");
    CHECK(client.transport.take(5s) == R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{}})");
  }
}

TEST_CASE("\"1\" and 1 are two requests that may be in flight together") {
  Driver client;
  client.initialize("2025-11-25");
  client.send(call("1", "wait"));
  client.send(call(1, "wait"));
  REQUIRE(client.gate.await(2));
  client.gate.open();
  const auto replies = client.receive_all(2);
  CHECK(replies.count("1") == 1);
  CHECK(replies.count("\"1\"") == 1);
}

TEST_CASE("what asks for no reply gets none") {
  Driver client;
  client.initialize("2025-11-25");
  client.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  client.send(R"({"jsonrpc":"2.0","method":"notifications/unheard_of","params":{"a":1}})");
  client.send(R"({"jsonrpc":"2.0","method":"notifications/odd","params":[1]})");
  client.send(R"({"jsonrpc":"2.0","method":"tools/list"})");
  client.send(R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}})");
  client.send(R"({"jsonrpc":"2.0","id":99,"result":{}})");
  client.send(R"({"jsonrpc":"2.0","id":"unknown","error":{"code":1,"message":"m"}})");
  client.send(R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}})");
  CHECK(client.quiet());
}

TEST_CASE("unknown members of a message are accepted") {
  Driver client;
  CHECK(client.ask(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"z":[{}]},"extra":{"a":[1]},"trace":null})") ==
        kPong);
}

TEST_CASE("of repeated members the last one counts") {
  Driver client;
  CHECK(client.ask(R"({"jsonrpc":"1.0","id":5,"jsonrpc":"2.0","method":"nope","id":1,"method":"ping"})") == kPong);
}

TEST_CASE("an array is one -32600 unless the negotiated revision has batches") {
  Driver client;
  const std::string batch = "[" + kPing + "," + kPing + "]";
  const auto refused = [&](const std::string& line) {
    const Json reply = client.ask(line);
    return reply.is_object() && !reply.contains("id") && code(reply) == -32600;
  };
  CHECK(refused(batch));
  CHECK(refused("[]"));
  for (const char* version : {"2024-11-05", "2025-06-18", "2025-11-25"}) {
    client.initialize(version);
    CHECK(refused(batch));
    CHECK(refused("[]"));
    CHECK(client.quiet());
  }
}

TEST_CASE("a batch of 2025-03-26 is answered with one array, without its notifications") {
  Driver client;
  client.initialize("2025-03-26");
  const Json replies = client.ask(Json::array({call(1, "echo", {{"text", "a"}}),
                                               {{"jsonrpc", "2.0"}, {"method", "notifications/x"}},
                                               request(2, "ping"),
                                               request(3, "nope"),
                                               17,
                                               {{"jsonrpc", "2.0"}, {"id", 4}, {"result", Json::object()}}}));
  REQUIRE(replies.is_array());
  REQUIRE(replies.size() == 4);
  std::map<std::string, Json> by_id;
  for (const Json& reply : replies) by_id[reply.value("id", Json()).dump()] = reply;
  CHECK(by_id.at("1").at("result").at("content").at(0).at("text") == "a");
  CHECK(by_id.at("2").at("result") == Json::object());
  CHECK(code(by_id.at("3")) == -32601);
  CHECK(code(by_id.at("null")) == -32600);
  CHECK(client.quiet());
}

TEST_CASE("batches that are empty, too long or only notifications") {
  Driver client;
  client.initialize("2025-03-26");
  const Json empty = client.ask("[]");
  CHECK(empty.is_object());
  CHECK(code(empty) == -32600);

  Json many = Json::array();
  for (int i = 0; i < 101; ++i) many.push_back(request(i, "ping"));
  CHECK(code(client.ask(many)) == -32600);
  many.erase(100);
  CHECK(client.ask(many).size() == 100);

  client.send(Json::array({{{"jsonrpc", "2.0"}, {"method", "notifications/x"}}}));
  CHECK(client.quiet());
}

TEST_CASE("initialize does not take part in a batch, and a cancelled member leaves its place empty") {
  Driver client;
  client.initialize("2025-03-26");
  const Json refused = client.ask(Json::array({request(1, "initialize", {{"protocolVersion", "2025-11-25"}})}));
  REQUIRE(refused.size() == 1);
  CHECK(code(refused[0]) == -32600);

  client.send(Json::array({call(1, "wait"), request(2, "ping")}));
  REQUIRE(client.gate.await(1));
  client.send({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", 1}}}});
  const Json rest = client.receive();
  REQUIRE(rest.size() == 1);
  CHECK(rest[0].at("id") == 2);
  CHECK(client.quiet());
}

TEST_CASE("a cancelled request gets no further message, and others are not touched") {
  Driver client;
  client.initialize("2025-11-25");
  client.send(call("a", "wait"));
  client.send(call("b", "wait"));
  REQUIRE(client.gate.await(2));
  client.send({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", "a"}}}});
  CHECK(client.quiet());
  client.gate.open();
  CHECK(client.receive().at("id") == "b");
  CHECK(client.quiet());
}

TEST_CASE("cancelling what is unknown, finished or malformed is ignored") {
  Driver client;
  client.initialize("2025-11-25");
  CHECK(client.ask(call(1, "plain")).contains("result"));
  for (const char* params :
       {R"({"requestId":1})", R"({"requestId":"nobody"})", R"({"requestId":null})", R"({"requestId":{}})", R"({})"}) {
    client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)" + std::string(params) + "}");
  }
  client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled"})");
  CHECK(client.quiet());
}

TEST_CASE("a cancelled id may be used again at once") {
  Driver client;
  client.initialize("2025-11-25");
  client.send(call(1, "wait"));
  REQUIRE(client.gate.await(1));
  client.send({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", 1}}}});
  CHECK(client.ask(call(1, "plain")).at("result").at("content").at(0).at("text") == "plain text");
  CHECK(client.quiet());
}

TEST_CASE("an id that is in flight cannot be taken a second time") {
  Driver client;
  client.initialize("2025-11-25");
  client.send(call(1, "wait"));
  REQUIRE(client.gate.await(1));
  CHECK(code(client.ask(call(1, "plain"))) == -32600);
  client.gate.open();
  CHECK(client.receive().at("result").at("content").at(0).at("text") == "passed");
}

TEST_CASE("a reply above 10 MiB becomes an error, and the server lives on") {
  Driver client;
  client.initialize("2025-11-25");
  CHECK(code(client.ask(call(1, "big"))) == -32603);
  CHECK(client.ask(kPing) == kPong);
}

TEST_CASE("text that is not UTF-8 is mended on its way out") {
  Driver client;
  client.initialize("2025-11-25");
  CHECK(client.ask(call(1, "binary")).at("result").at("content").at(0).at("text") == "a\xEF\xBF\xBDz");
}

TEST_CASE("whatever a tool throws is an internal error of that call alone") {
  Driver client;
  client.initialize("2025-11-25");
  CHECK(code(client.ask(call(1, "throws"))) == -32603);
  CHECK(code(client.ask(call(2, "odd"))) == -32603);
  CHECK(code(client.ask(request(3, "resources/read", {{"uri", "memo:///throw"}}))) == -32603);
  CHECK(client.ask(call(4, "plain")).contains("result"));
}
