// What could a person mean who has typed the beginning of a path? For prompts' arguments and the resource template
// (design: protocol.md §4).
#pragma once

#include "memory/memory.h"
#include "protocol/registry.h"

namespace tools {

// Folders for arguments that name one, entries for the template; what begins like the text first, then what holds it.
// `memory` outlives the completer.
protocol::Completer make_completer(memory::Memory& memory);

}  // namespace tools
