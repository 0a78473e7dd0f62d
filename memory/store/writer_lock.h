// Whose turn is it to write? One process at a time holds ".state/lock"; within a process, one thread
// (design: durability.md "Writes" 1). Waiting is bounded. A second file, ".state/queue", is held by the process
// that is next: without it a busy process would take the lock again before a waiting one looks.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "memory/error.h"
#include "memory/store/file_system.h"

namespace memory {

inline constexpr const char* kLockFile = ".state/lock";
inline constexpr const char* kQueueFile = ".state/queue";

// The lock file, held by this process. kBusy names the holder; the folder of the file must exist.
Result<std::unique_ptr<FileLock>> lock_writers(FileSystem& files, const std::string& client,
                                               std::chrono::milliseconds wait);

// The threads of one process take turns. Thread-safe.
class TurnQueue {
 public:
  bool enter(std::chrono::milliseconds wait);  // false: the time is up
  void leave();

 private:
  std::mutex mutex_;
  std::condition_variable free_;
  bool taken_ = false;
};

}  // namespace memory
