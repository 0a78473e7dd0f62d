// Which part of a long entry could be an entry of its own? A pure function.
#pragma once

#include <optional>
#include <string>

#include "memory/store/stored_entry.h"

namespace memory {

struct MovableSection {
  std::string title;
  std::string heading_line;  // as written, without its newline
  std::string body;          // the section without its heading
  std::string text;          // all of it, exactly as in the file, where it occurs once
};

// The longest section under a heading of level 1 or 2 in the free part of the body that is short enough to be sent
// in a call; nothing where there is none.
std::optional<MovableSection> section_to_move(const StoredEntry& entry);

}  // namespace memory
