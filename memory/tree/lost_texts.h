// What does a change take away from an entry? Its answer quotes this (design: tree.md §4). Pure function.
#pragma once

#include <string>
#include <vector>

#include "memory/tree/entry.h"

namespace memory {

// What `before` has and `after` has no more: list items, and of texts the lines that changed.
std::vector<std::string> lost_texts(const EntryContent& before, const EntryContent& after);

}  // namespace memory
