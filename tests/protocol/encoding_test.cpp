// What each revision sees of the same answers. Validation against the official schemas happens with the binary.
#include "protocol/encoding.h"

#include <doctest/doctest.h>

#include "tests/protocol/driver.h"

using namespace driver;

namespace {

const std::vector<std::string> kLegacy = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};

bool since(const std::string& version, const std::string& introduced) { return version >= introduced; }

struct Seen {
  std::string version;
  Json result;
};

// The result of a request in each revision, the modern one last.
std::vector<Seen> in_every_revision(const std::string& method, const Json& params = Json::object()) {
  std::vector<Seen> seen;
  Driver client;
  for (const std::string& version : kLegacy) {
    client.initialize(version);
    seen.push_back({version, client.ask(request(1, method, params)).at("result")});
  }
  seen.push_back({"2026-07-28", client.ask(modern(1, method, params)).at("result")});
  return seen;
}

}  // namespace

TEST_CASE("the handshake names version, capabilities, server and instructions") {
  Driver client;
  for (const std::string& version : kLegacy) {
    CAPTURE(version);
    Json expected = {{"protocolVersion", version},
                     {"capabilities", {{"tools", Json::object()}, {"resources", Json::object()}}},
                     {"serverInfo", {{"name", "test-server"}, {"version", "1.2.3"}}},
                     {"instructions", "Ask me."}};
    if (since(version, "2025-06-18")) expected["serverInfo"]["title"] = "Test Server";
    CHECK(client.initialize(version).at("result") == expected);
  }
}

TEST_CASE("discovery says all a modern client needs, and that it may not be kept") {
  Driver client;
  const Json server = {{"name", "test-server"}, {"title", "Test Server"}, {"version", "1.2.3"}};
  CHECK(client.ask(modern(1, "server/discover")).at("result") ==
        Json({{"supportedVersions", {"2026-07-28"}},
              {"capabilities", {{"tools", Json::object()}, {"resources", Json::object()}}},
              {"instructions", "Ask me."},
              {"resultType", "complete"},
              {"ttlMs", 0},
              {"cacheScope", "private"},
              {"_meta", {{"io.modelcontextprotocol/serverInfo", server}}}}));
}

TEST_CASE("a tool is listed with what the revision knows") {
  for (const Seen& seen : in_every_revision("tools/list")) {
    const std::string& version = seen.version;
    const Json& result = seen.result;
    CAPTURE(version);
    const Json& tool = result.at("tools").at(0);
    CHECK(tool.at("name") == "echo");
    CHECK(tool.at("inputSchema").at("type") == "object");
    CHECK(tool.contains("title") == since(version, "2025-06-18"));
    CHECK(tool.contains("outputSchema") == since(version, "2025-06-18"));
    CHECK(tool.contains("annotations") == since(version, "2025-03-26"));
    if (tool.contains("annotations")) {
      CHECK(tool.at("annotations") == Json({{"readOnlyHint", true},
                                            {"destructiveHint", false},
                                            {"idempotentHint", true},
                                            {"openWorldHint", false}}));
    }
    CHECK_FALSE(result.at("tools").at(1).contains("outputSchema"));
  }
}

TEST_CASE("a tool's answer is structured where the revision knows that") {
  for (const Seen& seen : in_every_revision("tools/call", {{"name", "echo"}, {"arguments", {{"text", "hi"}}}})) {
    const std::string& version = seen.version;
    const Json& result = seen.result;
    CAPTURE(version);
    CHECK(result.at("content") == Json::array({{{"type", "text"}, {"text", "hi"}}}));
    CHECK(result.contains("structuredContent") == since(version, "2025-06-18"));
    CHECK_FALSE(result.contains("isError"));
  }
}

TEST_CASE("a tool's error has text alone") {
  for (const Seen& seen : in_every_revision("tools/call", {{"name", "fail"}})) {
    const std::string& version = seen.version;
    const Json& result = seen.result;
    CAPTURE(version);
    CHECK(result.at("isError") == true);
    CHECK(result.at("content").at(0).at("text") == "`path` does not exist.");
    CHECK_FALSE(result.contains("structuredContent"));
  }
}

TEST_CASE("a resource is listed with what the revision knows") {
  for (const Seen& seen : in_every_revision("resources/list")) {
    const std::string& version = seen.version;
    const Json& result = seen.result;
    CAPTURE(version);
    const Json& resource = result.at("resources").at(0);
    CHECK(resource.at("uri") == "memo:///entry0");
    CHECK(resource.at("mimeType") == "text/markdown");
    CHECK(resource.contains("title") == since(version, "2025-06-18"));
    CHECK(resource.contains("size") == (version != "2025-03-26"));
    CHECK(resource.at("annotations").at("priority") == 0.5);
    CHECK(resource.at("annotations").contains("lastModified") == since(version, "2025-06-18"));
  }
}

TEST_CASE("templates and contents look alike in all revisions but for the title") {
  for (const Seen& seen : in_every_revision("resources/templates/list")) {
    const std::string& version = seen.version;
    const Json& result = seen.result;
    CAPTURE(version);
    CHECK(result.at("resourceTemplates").at(0).at("uriTemplate") == "memo:///{path}");
    CHECK(result.at("resourceTemplates").at(0).contains("title") == since(version, "2025-06-18"));
  }
  for (const Seen& seen : in_every_revision("resources/read", {{"uri", "memo:///a"}})) {
    CHECK(seen.result.at("contents") ==
          Json::array({{{"uri", "memo:///a"}, {"mimeType", "text/markdown"}, {"text", "# A"}}}));
  }
}

TEST_CASE("only modern results carry their type, the server and cache hints where due") {
  const std::map<std::string, Json> hints = {
      {"tools/list", {{"ttlMs", 3'600'000}, {"cacheScope", "public"}}},
      {"resources/templates/list", {{"ttlMs", 3'600'000}, {"cacheScope", "public"}}},
      {"resources/list", {{"ttlMs", 0}, {"cacheScope", "private"}}},
  };
  for (const auto& [name, given] : hints) {
    const std::string& method = name;  // clang 14 captures no structured binding
    const Json& hint = given;
    for (const Seen& seen : in_every_revision(method)) {
      const std::string& version = seen.version;
      const Json& result = seen.result;
      CAPTURE(method);
      CAPTURE(version);
      const bool is_modern = version == "2026-07-28";
      for (const char* member : {"resultType", "_meta", "ttlMs", "cacheScope"}) {
        CHECK(result.contains(member) == is_modern);
      }
      if (!is_modern) continue;
      CHECK(result.at("resultType") == "complete");
      CHECK(result.at("ttlMs") == hint.at("ttlMs"));
      CHECK(result.at("cacheScope") == hint.at("cacheScope"));
      CHECK(result.at("_meta").at("io.modelcontextprotocol/serverInfo").at("name") == "test-server");
    }
  }
  const Json called = in_every_revision("tools/call", {{"name", "plain"}}).back().result;
  CHECK(called.at("resultType") == "complete");
  CHECK_FALSE(called.contains("ttlMs"));
}

TEST_CASE("progress has a message only where the revision knows it") {
  const auto progress = [](const char* version) {
    return Json::parse(protocol::encode_progress("7", 1, 2, "half", protocol::negotiate(version)));
  };
  CHECK(progress("2025-03-26") == Json({{"progressToken", 7}, {"progress", 1}, {"total", 2}, {"message", "half"}}));
  CHECK(progress("2024-11-05") == Json({{"progressToken", 7}, {"progress", 1}, {"total", 2}}));
}

TEST_CASE("a registry without tools or resources declares and serves neither") {
  protocol::Registry registry;
  registry.server = {"bare", "", "1"};
  const std::string text = protocol::encode_result(protocol::Initialized{&protocol::negotiate("2025-11-25"), {}, ""},
                                                   protocol::negotiate("2025-11-25"), registry);
  CHECK(Json::parse(text) == Json({{"protocolVersion", "2025-11-25"},
                                   {"capabilities", Json::object()},
                                   {"serverInfo", {{"name", "bare"}, {"version", "1"}}}}));
}
