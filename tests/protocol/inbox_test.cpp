#include "protocol/inbox.h"

#include <doctest/doctest.h>

#include <chrono>
#include <semaphore>
#include <string>
#include <vector>

using protocol::Decoded;
using protocol::Inbox;
using protocol::Message;

namespace {

std::string line(const std::string& id, const std::string& method, std::size_t padding = 0) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":{"p":")" +
         std::string(padding, 'x') + "\"}}";
}

struct Fixture {
  std::counting_semaphore<1000> woken{0};
  Inbox inbox{[](const Message& message) { return message.method == "ping"; }, [this] { woken.release(); }, 250'000};

  // The ids of `count` messages, in the order they come out.
  std::vector<std::string> ids(std::size_t count) {
    std::vector<std::string> order;
    while (order.size() < count) {
      if (const auto decoded = inbox.pop()) {
        order.push_back(decoded->messages.at(0).id.value().json);
      } else if (!woken.try_acquire_for(std::chrono::seconds(20))) {
        break;
      }
    }
    return order;
  }
};

using Ids = std::vector<std::string>;
constexpr std::size_t kLarge = 100'000;

}  // namespace

TEST_CASE_FIXTURE(Fixture, "small lines come out at once and in order") {
  inbox.push(line("1", "a"));
  inbox.push(line("2", "ping"));
  inbox.push(line("3", "b"));
  CHECK(ids(3) == Ids{"1", "2", "3"});
  CHECK(inbox.empty());
  CHECK_FALSE(inbox.pop().has_value());
}

TEST_CASE_FIXTURE(Fixture, "a line of 64 KiB is decoded at once, one byte more is decoded aside") {
  const std::size_t frame = line("1", "a").size();
  inbox.push(line("1", "a", protocol::kDecodeAside - frame));
  CHECK(inbox.pop().has_value());
  inbox.push(line("2", "a", protocol::kDecodeAside - frame + 1));
  CHECK(ids(1) == Ids{"2"});
  CHECK_FALSE(inbox.pop().has_value());
}

TEST_CASE_FIXTURE(Fixture, "behind a large line the order holds, but what may overtakes") {
  inbox.push(line("1", "a", 2'000'000));
  inbox.push(line("2", "b"));
  inbox.push(line("3", "c", kLarge));
  inbox.push(line("4", "d"));
  inbox.push(line("5", "ping"));
  CHECK_FALSE(inbox.empty());
  CHECK(ids(5) == Ids{"5", "1", "2", "3", "4"});
  CHECK(inbox.empty());
}

TEST_CASE_FIXTURE(Fixture, "it is full above its bound until the lines are taken") {
  for (int i = 0; i < 3; ++i) inbox.push(line(std::to_string(i), "a", kLarge));
  CHECK(inbox.full());
  CHECK(ids(3) == Ids{"0", "1", "2"});
  CHECK_FALSE(inbox.full());
}

TEST_CASE_FIXTURE(Fixture, "a large line that is no JSON is a mistake like any other") {
  inbox.push(std::string(kLarge, 'x'));
  while (!woken.try_acquire_for(std::chrono::seconds(20))) {
  }
  const auto decoded = inbox.pop();
  REQUIRE(decoded.has_value());
  CHECK(decoded->messages.at(0).kind == Message::Kind::kInvalid);
}

TEST_CASE("an inbox may go while a line is being decoded") {
  Inbox inbox([](const Message&) { return false; }, [] {});
  inbox.push(line("1", "a", 1'000'000));
}
