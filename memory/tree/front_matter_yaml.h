// The keys of a frontmatter block as yaml-cpp reads them, every scalar as the text it is. Pure function.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "memory/tree/front_matter.h"

namespace memory {

// `block`: valid UTF-8 without control characters. `begin`, `value` and the items' offsets are relative to it,
// `line` counts from 0 (the problem's too), `end` is not set. `indent`: the blanks before every key.
std::optional<ParseProblem> read_yaml_keys(std::string_view block, std::vector<FrontMatterKey>& keys,
                                           std::size_t& indent);

}  // namespace memory
