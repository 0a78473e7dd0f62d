#include "protocol/progress.h"

#include <doctest/doctest.h>

#include <chrono>
#include <limits>
#include <thread>
#include <vector>

using namespace protocol;
using namespace std::chrono_literals;

namespace {

struct Fixture {
  std::vector<std::string> lines;
  Connection connection{[this](std::string line) { lines.push_back(std::move(line)); }};
  Reply reply = *connection.open({"1"}, nullptr);
  Progress progress = make_progress(reply, "\"t\"", negotiate("2025-11-25"));
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "progress is told under its token") {
  progress(0.5, 1, "half");
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                    R"("params":{"progressToken":"t","progress":0.5,"total":1.0,"message":"half"}})");
}

TEST_CASE_FIXTURE(Fixture, "no more than ten notifications a second leave") {
  for (int i = 0; i < 1000; ++i) progress(i, {}, "");
  CHECK(lines.size() == 1);
  std::this_thread::sleep_for(110ms);
  progress(1000, {}, "");
  CHECK(lines.size() == 2);
}

TEST_CASE_FIXTURE(Fixture, "progress that does not increase is not told") {
  progress(2, {}, "");
  std::this_thread::sleep_for(110ms);
  progress(2, {}, "");
  progress(1, {}, "");
  progress(std::numeric_limits<double>::quiet_NaN(), {}, "");
  progress(std::numeric_limits<double>::infinity(), {}, "");
  CHECK(lines.size() == 1);
  progress(3, std::numeric_limits<double>::infinity(), "");
  REQUIRE(lines.size() == 2);
  CHECK(lines[1].find("total") == std::string::npos);
}

TEST_CASE_FIXTURE(Fixture, "after the reply nothing is told") {
  reply.succeed("{}");
  progress(1, {}, "");
  CHECK(lines.size() == 1);
}

TEST_CASE("without a token nothing is told") {
  std::vector<std::string> lines;
  Connection connection([&](std::string line) { lines.push_back(std::move(line)); });
  const auto reply = connection.open({"1"}, nullptr);
  make_progress(*reply, std::nullopt, negotiate(""))(1, 2, "x");
  CHECK(lines.empty());
}
