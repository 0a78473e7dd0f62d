// What changed in the watched folders since the last look? Linux inotify as a FolderWatch.
#pragma once

#include <memory>

#include "memory/store/root_folder.h"

namespace memory {

// Null where the system gives no inotify (limits, no /proc). Thread-safe.
std::unique_ptr<FolderWatch> make_inotify_watch(std::shared_ptr<RootFolder> root);

}  // namespace memory
