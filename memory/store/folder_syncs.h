// Which names are on the disk for good? Turns that end at the same time share the syncs of their folders: one
// thread syncs for all who wait, the others' folders are the next batch. Thread-safe.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "memory/error.h"
#include "memory/store/file_system.h"

namespace memory {

class FolderSyncs {
 public:
  explicit FolderSyncs(FileSystem& files) : files_(files) {}

  // Returns when all names in these folders are durable as they were at the call. A folder that is gone stands
  // for the nearest one above it.
  Result<> sync(const std::set<std::string>& folders);

 private:
  struct Batch {
    std::set<std::string> folders;
    bool done = false;
    Result<> result;
  };
  Result<> sync_one(std::string folder);

  FileSystem& files_;
  std::mutex mutex_;
  std::condition_variable finished_;
  std::shared_ptr<Batch> gathering_;  // what comes after the running batch
  bool running_ = false;
};

}  // namespace memory
