#include "memory/store/folder_syncs.h"

#include "memory/tree/entry_path.h"

namespace memory {

Result<> FolderSyncs::sync(const std::set<std::string>& folders) {
  if (folders.empty()) return {};
  std::unique_lock lock(mutex_);
  if (!gathering_) gathering_ = std::make_shared<Batch>();
  const std::shared_ptr<Batch> mine = gathering_;
  mine->folders.insert(folders.begin(), folders.end());
  finished_.wait(lock, [&] { return mine->done || !running_; });
  if (mine->done) return mine->result;

  running_ = true;
  gathering_.reset();
  lock.unlock();
  Result<> result;
  for (const std::string& folder : mine->folders) {
    if (auto synced = sync_one(folder); !synced) result = synced;
  }
  lock.lock();
  running_ = false;
  mine->done = true;
  mine->result = result;
  finished_.notify_all();
  return result;
}

Result<> FolderSyncs::sync_one(std::string folder) {
  while (true) {
    auto synced = files_.sync_folder(folder);
    if (synced || synced.error().code != ErrorCode::kNotFound || folder.empty()) return synced;
    folder = parent_path(folder);
  }
}

}  // namespace memory
