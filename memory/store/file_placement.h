// How does one change of several files reach its places, all or none? New bytes are staged beside their places, then
// put in place one after the other; what they displace is hashed before it goes, so that an edit that nobody has read
// is never overwritten (design: durability.md "Writes" 4–5). Call under the writer lock only.
#pragma once

#include <functional>
#include <optional>
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
  bool recomputable = false;  // generated from the entries alone: not journaled, and left as it was on a full disk
};

// What a placement did beside the files themselves.
struct Placement {
  std::vector<std::string> folders;  // made, or emptied and removed
  bool undone = true;                // after an error: everything is as it was, but for edits by others
};

// Called when all new bytes are staged and nothing is in place yet, with the files that are going to be: the moment to
// make the change durable. An error undoes the staging.
using BeforePlacing = std::function<Result<>(const std::vector<const FileChange*>& change)>;

// kConflict where a file is not what was read (everything is put back), else the system's reason.
Result<> place_files(FileSystem& files, const std::vector<FileChange>& change, Placement& placement,
                     const BeforePlacing& before_placing);

}  // namespace memory
