// How does one change of several files reach the disk, all or none? New bytes are staged beside their places
// and synced, then put in place one after the other; what they displace is hashed before it goes, so that an
// edit that nobody has read is never overwritten (design: durability.md "Writes" 4–5). Call under the writer
// lock only.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "memory/error.h"
#include "memory/store/file_system.h"

namespace memory {

inline constexpr std::size_t kMaxEntryBytes = std::size_t{4} << 20;  // tree.md §3

// One file of a change. `before` is the hash that was read when the new bytes were computed (empty: the file
// must not exist); `after` absent: the file is removed.
struct FileChange {
  std::string path;  // without ".md"
  std::string file;  // relative file name
  std::string before;
  std::optional<std::string> after;
  bool recomputable = false;  // generated from the entries alone: not synced, and left as it was on a full disk
};

// What a placement did beside the files themselves.
struct Placement {
  std::set<std::string> to_sync;     // folders whose names changed: durable once these are synced
  std::vector<std::string> folders;  // made, or emptied and removed
  bool sync_failed = false;          // the disk lost data: nothing may be written any more
};

// kConflict where a file is not what was read (everything is put back), else the system's reason.
Result<> place_files(FileSystem& files, const std::vector<FileChange>& change, Placement& placement);

}  // namespace memory
