// The frontmatter that most files have, read without a YAML parser: lines of `key: plain`, `key: "quoted"`,
// `key: 'quoted'`, `key: [a, "b"]`, and `key:` alone or over lines of `- item`. A YAML parser takes forty times as
// long, which for tens of thousands of files is the time to the first answer.
// Everything that is not recognised with certainty gives nothing, and the YAML parser decides. Pure function.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "memory/tree/front_matter.h"

namespace memory {

// The keys of a block (valid UTF-8, no control characters), as yaml-cpp would give them: `begin`, `value` and the
// items' offsets are relative to the block, `line` counts from 0, `end` is not set. Never an empty list.
std::optional<std::vector<FrontMatterKey>> read_plain_keys(std::string_view block);

}  // namespace memory
