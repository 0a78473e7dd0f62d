// The searchable form of a tree at one generation: analyzed fields, passages, postings. Immutable; a change
// makes a new value that shares what stayed (design: retrieval.md §1).
#pragma once

#include <memory>
#include <span>
#include <string>

#include "memory/store/stored_entry.h"

namespace memory {

class SearchIndex;
using SearchIndexPtr = std::shared_ptr<const SearchIndex>;

}  // namespace memory
