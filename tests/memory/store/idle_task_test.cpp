#include "memory/store/idle_task.h"

#include <doctest/doctest.h>

#include <atomic>

using memory::IdleTask;
using std::chrono::milliseconds;

TEST_CASE("the task runs once nothing happened for a while, and once only") {
  std::atomic<int> runs = 0;
  IdleTask task(milliseconds(20), [&] { ++runs; });
  for (int i = 0; i < 5; ++i) task.put_off();
  CHECK(runs == 0);
  for (int i = 0; i < 500 && runs == 0; ++i) std::this_thread::sleep_for(milliseconds(5));
  std::this_thread::sleep_for(milliseconds(50));
  CHECK(runs == 1);
}

TEST_CASE("ending does not wait for the pause") {
  const auto begin = std::chrono::steady_clock::now();
  {
    IdleTask task(std::chrono::hours(1), [] {});
    task.put_off();
  }
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}
