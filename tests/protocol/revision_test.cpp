#include "protocol/revision.h"

#include <doctest/doctest.h>

#include "tests/protocol/driver.h"

using namespace driver;
using protocol::Era;
using protocol::negotiate;

TEST_CASE("a supported legacy version is echoed, anything else is answered with the newest legacy one") {
  for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    CHECK(negotiate(version).name == version);
  }
  for (const char* version : {"", "2026-07-28", "2099-01-01", "1.0", "2025-11-25 "}) {
    CHECK(negotiate(version).name == "2025-11-25");
  }
}

TEST_CASE("a handshake without a version, or with one of another type, is answered all the same") {
  Driver client;
  for (const Json& version : {Json(nullptr), Json(5), Json::object()}) {
    const Json reply = client.ask(request(1, "initialize", {{"protocolVersion", version}}));
    CHECK(reply.at("result").at("protocolVersion") == "2025-11-25");
  }
  const Json bare = client.ask(R"({"jsonrpc":"2.0","id":1,"method":"initialize"})");
  CHECK(bare.at("result").at("protocolVersion") == "2025-11-25");
}

TEST_CASE("any of three members of _meta makes a request modern") {
  Driver client;
  client.initialize("2025-11-25");
  for (const char* key : {"protocolVersion", "clientCapabilities", "clientInfo"}) {
    CAPTURE(key);
    Json params;
    params["_meta"]["io.modelcontextprotocol/" + std::string(key)] = Json::object();
    CHECK(code(client.ask(request(1, "tools/list", params))) == -32602);
  }
  CHECK(client.ask(request(1, "tools/list", {{"_meta", {{"progressToken", 1}, {"other", 2}}}})).contains("result"));
  CHECK(client.ask(request(1, "tools/list", {{"_meta", "text"}})).contains("result"));
}

TEST_CASE("discovery and listening are modern whatever they carry") {
  Driver client;
  CHECK(code(client.ask(request(1, "server/discover"))) == -32602);
  CHECK(code(client.ask(R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})")) == -32602);
  CHECK(code(client.ask(request(1, "subscriptions/listen"))) == -32602);
}

TEST_CASE("modern metadata is checked in a fixed order") {
  Driver client;
  const auto asked = [&](const std::function<void(Json & meta)>& change, const std::string& method = "tools/list") {
    Json meta = modern_meta();
    change(meta);
    return client.ask(request(1, method, {{"_meta", meta}}));
  };
  const std::string prefix = "io.modelcontextprotocol/";
  CHECK(code(asked([&](Json& meta) { meta.erase(prefix + "protocolVersion"); })) == -32602);
  CHECK(code(asked([&](Json& meta) { meta[prefix + "protocolVersion"] = 20260728; })) == -32602);
  CHECK(code(asked([&](Json& meta) { meta.erase(prefix + "clientCapabilities"); })) == -32602);
  CHECK(code(asked([&](Json& meta) { meta[prefix + "clientCapabilities"] = Json::array(); })) == -32602);
  CHECK(code(asked([&](Json& meta) { meta[prefix + "logLevel"] = "loud"; })) == -32602);
  CHECK(code(asked([&](Json& meta) { meta[prefix + "logLevel"] = 3; })) == -32602);
  CHECK(asked([&](Json& meta) { meta[prefix + "logLevel"] = "warning"; }).contains("result"));
  CHECK(asked([&](Json& meta) { meta.erase(prefix + "clientInfo"); }).contains("result"));
  CHECK(code(asked([&](Json& meta) { meta.erase(prefix + "protocolVersion"); }, "no/such")) == -32602);
  CHECK(code(asked([](Json&) {}, "no/such")) == -32601);
}

TEST_CASE("an unsupported version is answered with those that are supported and the one asked for") {
  Driver client;
  for (const char* version : {"2099-01-01", "2025-11-25", "", "2026-07-28x"}) {
    CAPTURE(version);
    Json meta = modern_meta();
    meta["io.modelcontextprotocol/protocolVersion"] = version;
    const Json reply = client.ask(request(1, "server/discover", {{"_meta", meta}}));
    CHECK(code(reply) == -32022);
    CHECK(reply.at("error").at("data") == Json({{"supported", {"2026-07-28"}}, {"requested", version}}));
  }
}

TEST_CASE("a progress token is a string or a whole number, anything else is none") {
  const auto token_of = [](const std::string& token) {
    const auto decoded =
        protocol::decode(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken":)" + token + "}}}");
    return protocol::terms_of(decoded.messages.at(0), {}).value().progress_token;
  };
  CHECK(token_of("7") == "7");
  CHECK(token_of("0") == "0");
  CHECK(token_of("\"a\\nb\"") == "\"a\\nb\"");
  for (const char* none : {"null", "1.5", "true", "{}", "[]"}) CHECK_FALSE(token_of(none).has_value());
}

TEST_CASE("every revision of the table belongs to one era, newest first") {
  CHECK(protocol::revisions_of(Era::kModern).size() == 1);
  const auto& legacy = protocol::revisions_of(Era::kLegacy);
  REQUIRE(legacy.size() == 4);
  for (std::size_t i = 1; i < legacy.size(); ++i) CHECK(legacy[i - 1]->name > legacy[i]->name);
}
