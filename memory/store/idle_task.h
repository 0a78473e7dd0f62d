// What is to be done when nothing else happens for a while? A task on a thread of its own, which starts with the first
// call of `put_off`. Thread-safe; the task runs on one thread at a time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace memory {

class IdleTask {
 public:
  IdleTask(std::chrono::milliseconds pause, std::function<void()> task) : pause_(pause), task_(std::move(task)) {}
  ~IdleTask();

  // The task runs once, when this was not called for the pause.
  void put_off();

 private:
  void run();

  const std::chrono::milliseconds pause_;
  const std::function<void()> task_;
  std::mutex mutex_;
  std::condition_variable woken_;
  // The system clock, because thread sanitizers of this generation know only its wait.
  std::chrono::system_clock::time_point due_;
  bool waiting_ = false;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace memory
