#include "protocol/executor.h"

#include <algorithm>
#include <utility>

namespace protocol {

Executor::Executor(Limits limits) : limits_(limits) {
  const std::size_t count = std::max<std::size_t>(limits_.threads, 1);
  threads_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { serve(stop); });
  }
}

Executor::~Executor() { shut_down(std::chrono::milliseconds(0)); }

bool Executor::submit(std::function<void()> task, std::size_t bytes) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_ || queue_.size() >= limits_.queued_tasks) return false;
    if (bytes > limits_.queued_bytes - std::min(queued_bytes_, limits_.queued_bytes)) return false;
    queue_.push_back({std::move(task), bytes});
    queued_bytes_ += bytes;
  }
  changed_.notify_one();
  return true;
}

bool Executor::shut_down(std::chrono::milliseconds patience) {
  std::deque<Task> dropped;  // destroyed without the lock: a task may answer its call as it goes
  bool idle = false;
  {
    std::unique_lock lock(mutex_);
    closed_ = true;
    dropped.swap(queue_);
    queued_bytes_ = 0;
    idle = changed_.wait_for(lock, patience, [this] { return running_ == 0; });
  }
  for (std::jthread& thread : threads_) thread.request_stop();
  return idle;
}

void Executor::serve(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return !queue_.empty(); })) {
    Task task = std::move(queue_.front());
    queue_.pop_front();
    queued_bytes_ -= task.bytes;
    ++running_;
    lock.unlock();
    try {
      task.work();
    } catch (...) {  // the call's reply object answers for it
    }
    task.work = nullptr;  // what it holds goes without the lock
    lock.lock();
    --running_;
    if (closed_) changed_.notify_all();
  }
}

}  // namespace protocol
