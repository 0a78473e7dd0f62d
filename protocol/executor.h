// Where do calls run? On a bounded pool of threads with a bounded queue before it: a client that sends more
// than fits is told to try again (kBusy) instead of filling the memory.
//
// Thread-safe. Tasks must not throw; one that does is swallowed here so that its thread lives on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace protocol {

class Executor {
 public:
  struct Limits {
    std::size_t threads = 4;
    std::size_t queued_tasks = 1024;        // protocol.md §2
    std::size_t queued_bytes = 64UL << 20;  // of the messages that wait
  };

  Executor() : Executor(Limits{}) {}
  explicit Executor(Limits limits);
  ~Executor();  // drops what is queued and waits for what runs
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // `bytes`: what the task holds in memory. False: the queue is full or the executor is shut down.
  bool submit(std::function<void()> task, std::size_t bytes);

  // Drops what is queued and waits for what runs. False: something still ran after `patience`; a program that
  // has to end then leaves with std::_Exit, as a running thread cannot be abandoned safely.
  bool shut_down(std::chrono::milliseconds patience);

 private:
  struct Task {
    std::function<void()> work;
    std::size_t bytes;
  };
  void serve(const std::stop_token& stop);

  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Task> queue_;
  std::size_t queued_bytes_ = 0;
  std::size_t running_ = 0;
  bool closed_ = false;
  std::vector<std::jthread> threads_;  // last: they use everything above
};

}  // namespace protocol
