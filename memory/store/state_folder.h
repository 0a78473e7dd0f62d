// What stands beside the entries in the tree's folder, and may this version of the program write to it?
// ".state/" is this machine's own; ".gitattributes" tells git how to merge what every change touches
// (design: tree.md §1; memory/FORMAT.md).
#pragma once

#include <optional>
#include <string>

#include "memory/error.h"
#include "memory/store/file_system.h"

namespace memory {

inline constexpr const char* kStateFolder = ".state";

// Why the tree must not be written: its format is of another version. Nothing where it may. Reads only.
std::optional<std::string> unknown_format(FileSystem& files);

// Makes the folder, which git ignores, so that the lock file and what is derived have a place.
Result<> make_state_folder(FileSystem& files);

// Writes what is missing in it. Under the writer lock. Returns this machine's random id, 8 hex digits.
Result<std::string> fill_state_folder(FileSystem& files);

}  // namespace memory
