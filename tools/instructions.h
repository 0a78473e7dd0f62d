// What a client's model is told about this server before its first call (design: protocol.md §4).
#pragma once

#include <string>

#include "memory/memory.h"

namespace tools {

// At most 1,500 characters, the most important sentence first, the tree's own line last.
std::string instructions(memory::Memory& memory);

}  // namespace tools
