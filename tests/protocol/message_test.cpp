#include "protocol/message.h"

#include <doctest/doctest.h>

#include "protocol/json.h"

using namespace protocol;
using Kind = Message::Kind;

namespace {

Message only(const std::string& line) {
  Decoded decoded = decode(line);
  REQUIRE(decoded.messages.size() == 1);
  return std::move(decoded.messages[0]);
}

}  // namespace

TEST_CASE("requests, notifications, responses and mistakes are told apart") {
  CHECK(only(R"({"jsonrpc":"2.0","id":1,"method":"m"})").kind == Kind::kRequest);
  CHECK(only(R"({"jsonrpc":"2.0","method":"m"})").kind == Kind::kNotification);
  CHECK(only(R"({"jsonrpc":"2.0","id":1,"result":{}})").kind == Kind::kResponse);
  CHECK(only(R"({"jsonrpc":"2.0","id":1,"error":{}})").kind == Kind::kResponse);
  CHECK(only(R"({"jsonrpc":"2.0","id":1})").kind == Kind::kInvalid);
}

TEST_CASE("parameters left out are an empty object") {
  CHECK(only(R"({"jsonrpc":"2.0","id":1,"method":"m"})").params->value == nlohmann::json::object());
  CHECK(only(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}})").params->value.at("a") == 1);
}

TEST_CASE("a whole number id keeps its text, however large or written") {
  for (const char* id : {"1.0", "1e2", "123456789012345678901234567890", "-1"}) {
    CHECK(only(R"({"jsonrpc":"2.0","method":"m","id":)" + std::string(id) + "}").id == Id{id});
  }
  const Decoded batch = decode(R"([{"jsonrpc":"2.0","method":"m","id":1},[0.5],{"jsonrpc":"2.0","method":"m",)"
                               R"("id":99999999999999999999,"params":{"id":2.5}}])");
  REQUIRE(batch.messages.size() == 3);
  CHECK(batch.messages[0].id == Id{"1"});
  CHECK(batch.messages[1].kind == Kind::kInvalid);
  CHECK(batch.messages[2].id == Id{"99999999999999999999"});
}

TEST_CASE("an id of more than a megabyte is not sent back") {
  const Message message = only(R"({"jsonrpc":"2.0","method":"m","id":")" + std::string(1'100'000, 'i') + "\"}");
  CHECK(message.kind == Kind::kInvalid);
  CHECK_FALSE(message.id.has_value());
}

TEST_CASE("an id spelled with escapes equals the same id without") {
  CHECK(only(R"({"jsonrpc":"2.0","method":"m","id":"\u0061\u00e9"})").id == Id{"\"aé\""});
}

TEST_CASE("the bytes of a line are counted, for a batch shared out") {
  const std::string line = R"([{"jsonrpc":"2.0","id":1,"method":"m"},{"jsonrpc":"2.0","id":2,"method":"m"}])";
  const Decoded decoded = decode(line);
  CHECK(decoded.is_array);
  CHECK(decoded.messages[0].bytes + decoded.messages[1].bytes <= line.size());
  CHECK(decoded.messages[1].bytes == line.size() / 2);
}

TEST_CASE("lines are put together from an id and a body") {
  CHECK(result_line({"\"x\""}, R"({"a":1})") == R"({"jsonrpc":"2.0","id":"x","result":{"a":1}})");
  CHECK(error_line(Id{"5"}, {ErrorCode::kBusy, "say \"when\"\n"}) ==
        R"({"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"say \"when\"\n"}})");
  CHECK(error_line({}, {ErrorCode::kParse, "a\xFF", "[1]"}) ==
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"a\xEF\xBF\xBD\",\"data\":[1]}}");
  CHECK(notification_line("n/x", "{}") == R"({"jsonrpc":"2.0","method":"n/x","params":{}})");
}

TEST_CASE("many keys are read in little time") {
  std::string line = R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"k":0)";
  for (int i = 0; i < 200'000; ++i) line += ",\"k" + std::to_string(i) + "\":0";
  CHECK(only(line + "}}").kind == Kind::kRequest);
}
