#include "memory/store/writer_lock.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "memory/store/posix_file_system.h"
#include "memory/store/state_folder.h"
#include "tests/support/temporary_folder.h"

using namespace memory;
using namespace std::chrono_literals;

TEST_CASE("who waits too long learns who holds the lock") {
  const tests::TemporaryFolder folder;
  const auto files = make_posix_file_system(folder.path().string());
  REQUIRE(make_state_folder(*files));
  auto first = lock_writers(*files, "claude\nline two", 1s);
  REQUIRE(first);
  const auto second = lock_writers(*files, "other", 30ms);
  REQUIRE_FALSE(second);
  CHECK(second.error().code == ErrorCode::kBusy);
  CHECK(second.error().message.find(std::to_string(::getpid()) + " claude line two") != std::string::npos);
  first->reset();
  CHECK(lock_writers(*files, "other", 30ms));
  CHECK(folder.exists(kLockFile));  // never unlinked
}

TEST_CASE("holders that come back at once do not keep the others out") {
  const tests::TemporaryFolder folder;
  const auto setup = make_posix_file_system(folder.path().string());
  REQUIRE(make_state_folder(*setup));
  std::atomic<int> turns[2] = {0, 0};
  std::atomic<bool> stop = false;
  std::atomic<int> inside = 0;
  std::vector<std::jthread> threads;
  for (auto& mine : turns) {
    threads.emplace_back([&] {
      const auto files = make_posix_file_system(folder.path().string());
      while (!stop) {
        const auto lock = lock_writers(*files, "x", 5s);
        if (!lock || inside++ != 0) break;
        std::this_thread::sleep_for(1ms);
        --inside;
        ++mine;
      }
    });
  }
  while (turns[0] + turns[1] < 60) std::this_thread::sleep_for(1ms);
  stop = true;
  threads.clear();
  CHECK(turns[0] > 10);
  CHECK(turns[1] > 10);
}

TEST_CASE("the threads of a process take turns, and give up in time") {
  TurnQueue turns;
  REQUIRE(turns.enter(1s));
  CHECK_FALSE(turns.enter(10ms));
  turns.leave();
  REQUIRE(turns.enter(10ms));
  turns.leave();
}
