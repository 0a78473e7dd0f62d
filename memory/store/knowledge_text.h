// Which text of an entry is compared with others? What it says: body, facts, narrative, snippets and provenance,
// without author and time. A pure function.
#pragma once

#include <string>

#include "memory/tree/entry.h"

namespace memory {

std::string knowledge_text(const EntryContent& content);

}  // namespace memory
