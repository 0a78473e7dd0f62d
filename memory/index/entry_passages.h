// Which passages has an entry? The cut of its body; of a folder's context.md only what people wrote; of an entry
// without a body its frontmatter, so that it can be an answer too; of one that was put aside the same. A pure function.
#pragma once

#include "memory/index/passages.h"
#include "memory/store/stored_entry.h"

namespace memory {

PassageMap passages_of(const StoredEntry& stored);

// Its `sections` alone, for less work.
std::vector<std::string> sections_of(const StoredEntry& stored);

}  // namespace memory
