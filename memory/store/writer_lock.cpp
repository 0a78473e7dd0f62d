#include "memory/store/writer_lock.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

namespace memory {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::microseconds kFirstPause{200};
constexpr std::chrono::microseconds kLongestPause{1000};
constexpr std::size_t kMaxHolderBytes = 200;

// One line, whatever the client calls itself.
std::string holder_text(const std::string& client) {
  std::string text = std::to_string(::getpid()) + " " + client.substr(0, kMaxHolderBytes);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text + "\n";
}

Error busy(FileSystem& files) {
  std::string holder = files.read(kLockFile, 2 * kMaxHolderBytes).value_or("");
  while (!holder.empty() && holder.back() == '\n') holder.pop_back();
  return {ErrorCode::kBusy, "another process is writing to the tree (" +
                                (holder.empty() ? std::string("unknown") : "process " + holder) + "); try again"};
}

Result<std::unique_ptr<FileLock>> lock_until(FileSystem& files, const char* file, Clock::time_point end) {
  for (auto pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    auto lock = files.try_lock(file);
    if (!lock || *lock) return lock;
    if (Clock::now() >= end) return busy(files);
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace

Result<std::unique_ptr<FileLock>> lock_writers(FileSystem& files, const std::string& client,
                                               std::chrono::milliseconds wait) {
  const auto end = Clock::now() + wait;
  const auto next = lock_until(files, kQueueFile, end);
  if (!next) return next.error();
  auto lock = lock_until(files, kLockFile, end);
  // The name only serves messages: a full disk must not be the reason for a refusal here.
  if (lock) static_cast<void>((*lock)->write_holder(holder_text(client)));
  return lock;
}

bool TurnQueue::enter(std::chrono::milliseconds wait) {
  std::unique_lock lock(mutex_);
  // The system clock, because thread sanitizers of this generation know only its wait.
  if (!free_.wait_until(lock, std::chrono::system_clock::now() + wait, [&] { return !taken_; })) return false;
  taken_ = true;
  return true;
}

void TurnQueue::leave() {
  {
    const std::lock_guard lock(mutex_);
    taken_ = false;
  }
  free_.notify_one();
}

}  // namespace memory
