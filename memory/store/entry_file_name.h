// Which names in the tree can be entries or folders of entries? Everything else is a person's own business:
// never read, never listed (design: tree.md §1). Pure functions.
#pragma once

#include <string_view>

namespace memory {

enum class NameUse {
  kCandidate,      // "notes.md" of any case
  kConflictCopy,   // left by a program that synchronises folders: a person has to merge it
  kNotUtf8,        // cannot be named in an answer
  kUnaddressable,  // holds what paths refuse: a backslash, control characters, an encoded separator
  kIgnored,        // other kinds of files, dot-names, editor backups
};

NameUse use_of_file_name(std::string_view name);

// kCandidate where the folder is looked into; kIgnored for dot-folders and node_modules.
NameUse use_of_folder_name(std::string_view name);

}  // namespace memory
