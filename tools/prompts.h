// The messages that a person picks instead of typing them: each walks the host's agent through one of the paper's
// loops with the tools of this server (design: protocol.md §4).
#pragma once

#include <vector>

#include "protocol/registry.h"

namespace tools {

std::vector<protocol::Prompt> all_prompts();

}  // namespace tools
