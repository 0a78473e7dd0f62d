#include "protocol/executor.h"

#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <stdexcept>

#include "tests/protocol/driver.h"

using namespace std::chrono_literals;
using driver::Gate;
using protocol::Executor;

namespace {

bool eventually(const std::function<bool()>& holds) {
  for (int i = 0; i < 2500 && !holds(); ++i) std::this_thread::sleep_for(2ms);
  return holds();
}

}  // namespace

TEST_CASE("as many tasks run together as there are threads") {
  Gate gate;
  Executor executor({.threads = 3});
  for (int i = 0; i < 5; ++i) CHECK(executor.submit([&] { gate.pass({}); }, 1));
  REQUIRE(gate.await(3));
  std::this_thread::sleep_for(20ms);
  CHECK(gate.arrived() == 3);
  gate.open();
  CHECK(gate.await(5));
}

TEST_CASE("the queue is bounded in tasks") {
  Gate gate;
  Executor executor({.threads = 1, .queued_tasks = 2});
  CHECK(executor.submit([&] { gate.pass({}); }, 1));
  REQUIRE(gate.await(1));
  CHECK(executor.submit([] {}, 1));
  CHECK(executor.submit([] {}, 1));
  CHECK_FALSE(executor.submit([] {}, 1));
  gate.open();
  CHECK(eventually([&] { return executor.submit([] {}, 1); }));
}

TEST_CASE("the queue is bounded in bytes, and what runs does not count") {
  Gate gate;
  Executor executor({.threads = 1, .queued_bytes = 100});
  CHECK(executor.submit([&] { gate.pass({}); }, 100));
  REQUIRE(gate.await(1));
  CHECK(executor.submit([] {}, 60));
  CHECK_FALSE(executor.submit([] {}, 41));
  CHECK(executor.submit([] {}, 40));
  CHECK_FALSE(executor.submit([] {}, 1));
  CHECK_FALSE(executor.submit([] {}, SIZE_MAX));
  gate.open();
}

TEST_CASE("a task that throws takes no thread with it") {
  Executor executor({.threads = 1});
  std::atomic<bool> ran{false};
  CHECK(executor.submit([] { throw std::runtime_error("boom"); }, 1));
  CHECK(executor.submit([] { throw 42; }, 1));
  CHECK(executor.submit([&] { ran = true; }, 1));
  CHECK(eventually([&] { return ran.load(); }));
}

TEST_CASE("shutting down drops what waits and tells whether something still runs") {
  Gate gate;
  auto held = std::make_shared<int>(1);
  const std::weak_ptr<int> watched = held;
  Executor executor({.threads = 1});
  CHECK(executor.submit([&] { gate.pass({}); }, 1));
  REQUIRE(gate.await(1));
  CHECK(executor.submit([held = std::move(held)] {}, 1));
  CHECK_FALSE(executor.shut_down(10ms));
  CHECK(watched.expired());
  CHECK_FALSE(executor.submit([] {}, 1));
  gate.open();
  CHECK(executor.shut_down(5s));
}
