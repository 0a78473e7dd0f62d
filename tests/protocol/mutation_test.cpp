// Lines that are nearly right, thousands of them, the same in every run: whatever they say, the session answers in
// JSON-RPC and lives on.
#include <doctest/doctest.h>

#include <random>

#include "tests/protocol/driver.h"

using namespace driver;

namespace {

std::vector<std::string> seeds() {
  Json batch = Json::array({request(1, "ping"), call("b", "echo", {{"text", "x"}})});
  return {request(1, "ping").dump(),
          request("i", "initialize", {{"protocolVersion", "2025-03-26"}, {"clientInfo", {{"name", "n"}}}}).dump(),
          call(2, "echo", {{"text", "hello"}, {"limit", "5"}, {"tags", "[\"a\",\"b\"]"}}).dump(),
          call(3, "plain").dump(),
          modern(4, "server/discover").dump(),
          modern("m", "tools/call", {{"name", "echo"}, {"arguments", {{"text", "ä\n"}}}}).dump(),
          modern(5, "resources/list", {{"cursor", "00aabbcc"}}).dump(),
          R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})",
          R"({"jsonrpc":"2.0","id":7,"result":{"a":[1,2.5e3,null,true,"\u00e9\ud83d\ude42"]}})",
          batch.dump()};
}

class Mutator {
 public:
  std::string mutate(std::string line) {
    const int changes = 1 + pick(4);
    for (int i = 0; i < changes; ++i) change(line);
    return line;
  }
  int pick(std::size_t below) { return static_cast<int>(random_() % below); }

 private:
  void change(std::string& line) {
    static const std::vector<std::string> kPieces = {"{",       "}",       "[",    "]",  ",",     ":",    "\"",
                                                     "\\u0000", "\\ud800", "null", "-1", "1e400", "\xFF", "\xC3",
                                                     "[[[[",    "{\"\":",  "\r",   "\t", "0.5"};
    if (line.empty()) return;
    const auto at = static_cast<std::size_t>(pick(line.size()));
    switch (pick(4)) {
      case 0:
        line.erase(at, 1 + static_cast<std::size_t>(pick(5)));
        break;
      case 1:
        line.insert(at, kPieces[static_cast<std::size_t>(pick(kPieces.size()))]);
        break;
      case 2:
        line[at] = static_cast<char>(pick(256));
        break;
      default:
        line.insert(at, line.substr(at, static_cast<std::size_t>(pick(20))));
    }
  }

  std::mt19937 random_{20260728};  // the standard fixes its sequence
};

bool is_reply(const Json& line) {
  if (line.is_array()) return !line.empty() && std::ranges::all_of(line, is_reply);
  return line.is_object() && line.value("jsonrpc", "") == "2.0" && line.contains("result") != line.contains("error");
}

}  // namespace

TEST_CASE("nearly right lines are answered or ignored, and the session lives on") {
  Driver client;
  client.initialize("2025-03-26");
  Mutator mutator;
  const std::vector<std::string> lines = seeds();
  for (int round = 0; round < 5000; ++round) {
    const std::string line = mutator.mutate(lines[static_cast<std::size_t>(mutator.pick(lines.size()))]);
    client.send(line);
    if (round % 100 != 99) continue;
    client.send(request("alive", "ping"));
    Json reply;
    do {
      reply = client.receive();
      INFO(reply.dump());
      CHECK(is_reply(reply));
    } while (!reply.is_object() || reply.value("id", Json()) != "alive");
  }
}
