#include "memory/store/idle_task.h"

namespace memory {

IdleTask::~IdleTask() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  woken_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void IdleTask::put_off() {
  const std::lock_guard lock(mutex_);
  due_ = std::chrono::system_clock::now() + pause_;
  waiting_ = true;
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  woken_.notify_one();
}

void IdleTask::run() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    if (!waiting_) {
      woken_.wait(lock);
    } else if (std::chrono::system_clock::now() < due_) {
      woken_.wait_until(lock, due_);
    } else {
      waiting_ = false;
      lock.unlock();
      task_();
      lock.lock();
    }
  }
}

}  // namespace memory
