// The tree as MCP resources: every entry and folder text at context-tree:///{path}, the outline at its top.
#pragma once

#include <memory>

#include "memory/memory.h"
#include "protocol/registry.h"

namespace tools {

// `memory` outlives the provider.
std::shared_ptr<protocol::ResourceProvider> make_resources(memory::Memory& memory);

}  // namespace tools
