#include "protocol/connection.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

using namespace protocol;
using namespace std::chrono_literals;

namespace {

struct Wire {
  std::mutex mutex;
  std::vector<std::string> lines;

  Connection::Send sink() {
    return [this](std::string line) {
      const std::lock_guard lock(mutex);
      lines.push_back(std::move(line));
    };
  }
};

std::chrono::steady_clock::time_point in(std::chrono::milliseconds time) {
  return std::chrono::steady_clock::now() + time;
}

}  // namespace

TEST_CASE("the first answer counts, whoever gives the others") {
  Wire wire;
  Connection connection(wire.sink());
  const auto reply = connection.open({"1"}, nullptr);
  const Reply copy = *reply;
  copy.succeed("{}");
  reply->succeed(R"({"again":1})");
  reply->fail({ErrorCode::kInternal, "late"});
  CHECK(wire.lines == std::vector<std::string>{R"({"jsonrpc":"2.0","id":1,"result":{}})"});
  CHECK_FALSE(reply->open());
}

TEST_CASE("a reply that nobody gives is an internal error") {
  Wire wire;
  Connection connection(wire.sink());
  {
    const auto reply = connection.open({"\"x\""}, nullptr);
    const Reply copy = *reply;
  }
  REQUIRE(wire.lines.size() == 1);
  CHECK(wire.lines[0].find(R"("id":"x","error":{"code":-32603)") != std::string::npos);
  CHECK_FALSE(connection.in_flight({"\"x\""}));
}

TEST_CASE("an id is free again once it is answered") {
  Wire wire;
  Connection connection(wire.sink());
  const auto first = connection.open({"1"}, nullptr);
  CHECK(connection.in_flight({"1"}));
  CHECK_FALSE(connection.open({"1"}, nullptr).has_value());
  first->succeed("{}");
  CHECK(connection.open({"1"}, nullptr).has_value());
  CHECK(wire.lines.size() == 2);  // the second was dropped unanswered
}

TEST_CASE("cancelling stops the call and silences it") {
  Wire wire;
  Connection connection(wire.sink());
  const auto reply = connection.open({"1"}, nullptr);
  bool stopped = false;
  const std::stop_callback on_stop(reply->stop_token(), [&] { stopped = true; });
  connection.cancel({"1"});
  CHECK(stopped);
  CHECK_FALSE(reply->open());
  reply->notify("late");
  reply->succeed("{}");
  CHECK(wire.lines.empty());
}

TEST_CASE("an old reply does not disturb a later request of the same id") {
  Wire wire;
  Connection connection(wire.sink());
  auto old = connection.open({"1"}, nullptr);
  connection.cancel({"1"});
  const auto fresh = connection.open({"1"}, nullptr);
  REQUIRE(fresh.has_value());
  old->succeed(R"({"old":1})");
  old.reset();
  CHECK(connection.in_flight({"1"}));
  fresh->succeed("{}");
  CHECK(wire.lines.size() == 1);
}

TEST_CASE("a stop callback may use the connection") {
  Wire wire;
  Connection connection(wire.sink());
  const auto first = connection.open({"1"}, nullptr);
  const auto second = connection.open({"2"}, nullptr);
  const std::stop_callback on_stop(first->stop_token(), [&] { second->succeed("{}"); });
  connection.stop_all();
  CHECK(wire.lines.size() == 1);
}

TEST_CASE("a batch leaves as one array, when its last reply is there") {
  Wire wire;
  Connection connection(wire.sink());
  const auto batch = connection.open_batch(3);
  const auto first = connection.open({"1"}, batch);
  const auto second = connection.open({"2"}, batch);
  connection.reject({}, {ErrorCode::kInvalidRequest, "no"}, batch);
  second->succeed("{}");
  CHECK(wire.lines.empty());
  first->succeed("{}");
  REQUIRE(wire.lines.size() == 1);
  CHECK(wire.lines[0] == R"([{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"}},)"
                         R"({"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"result":{}}])");
}

TEST_CASE("a batch whose members are all cancelled says nothing") {
  Wire wire;
  Connection connection(wire.sink());
  const auto batch = connection.open_batch(1);
  const auto reply = connection.open({"1"}, batch);
  connection.cancel({"1"});
  CHECK(wire.lines.empty());
}

TEST_CASE("replies of a batch that are too large together become errors") {
  Wire wire;
  Connection connection(wire.sink());
  const auto batch = connection.open_batch(2);
  const auto first = connection.open({"1"}, batch);
  const auto second = connection.open({"2"}, batch);
  const std::string large = "\"" + std::string(6U << 20U, 'x') + "\"";
  first->succeed(large);
  second->succeed(large);
  REQUIRE(wire.lines.size() == 1);
  CHECK(wire.lines[0].size() < kMaxReplyBytes);
  CHECK(wire.lines[0].find(R"("id":2,"error":{"code":-32603)") != std::string::npos);
}

TEST_CASE("waiting for idleness ends with the last reply, or with the patience") {
  Wire wire;
  Connection connection(wire.sink());
  CHECK(connection.wait_idle(in(0ms)));
  auto reply = connection.open({"1"}, nullptr);
  CHECK_FALSE(connection.wait_idle(in(10ms)));
  const std::jthread worker([&] {
    std::this_thread::sleep_for(20ms);
    reply->succeed("{}");
  });
  CHECK(connection.wait_idle(in(5s)));
}

TEST_CASE("replies may outlive their connection and then go nowhere") {
  Wire wire;
  std::optional<Reply> reply;
  {
    Connection connection(wire.sink());
    reply = connection.open({"1"}, nullptr);
  }
  reply->notify("n");
  reply->succeed("{}");
  reply.reset();
  CHECK(wire.lines.empty());
}

TEST_CASE("answers racing with cancellations are given once or not at all") {
  Wire wire;
  Connection connection(wire.sink());
  constexpr int kRounds = 500;
  for (int i = 0; i < kRounds; ++i) {
    const Id id{std::to_string(i)};
    const auto reply = connection.open(id, nullptr);
    std::jthread answering([reply] { reply->succeed("{}"); });
    std::jthread cancelling([&connection, id] { connection.cancel(id); });
  }
  CHECK(wire.lines.size() <= kRounds);
  CHECK(connection.wait_idle(in(1s)));
}
