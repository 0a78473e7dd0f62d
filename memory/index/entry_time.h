// When does an entry belong to, for dates in a question and the filters `since` and `until`? Pure functions.
#pragma once

#include <optional>

#include "memory/tree/entry.h"

namespace memory {

// What the entry tells of: raw_concept.timestamp, else createdAt (retrieval.md §2).
std::optional<Time> event_time(const Entry& entry);

// The last change: updatedAt, else createdAt (tree.md §3).
std::optional<Time> change_time(const Entry& entry);

}  // namespace memory
