// Runs work that does not depend on each other on the machine's cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace memory {

// Calls `work` for 0..count-1 and returns when all is done; on several threads from `worthwhile` calls on. The work
// must be safe beside itself, and must not throw.
template <class Work>
void for_each_index(std::size_t count, std::size_t worthwhile, const Work& work) {
  constexpr unsigned kMostThreads = 8;
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  const unsigned cores = std::max(1U, std::min(kMostThreads, std::thread::hardware_concurrency()));
  std::vector<std::jthread> threads;
  if (count >= worthwhile) {
    for (unsigned i = 1; i < cores; ++i) threads.emplace_back(run);
  }
  run();
}

}  // namespace memory
