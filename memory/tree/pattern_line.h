// One pattern of a raw concept as the text of one list item, and back: "`pattern` (flags: g) - description".
// parse_pattern(format_pattern(p)) == normal_pattern(p). Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "memory/tree/entry.h"

namespace memory {

// Every field on one line, trimmed; a description without a pattern is the pattern.
Pattern normal_pattern(const Pattern& pattern);
std::string format_pattern(const Pattern& pattern);
Pattern parse_pattern(std::string_view item);

}  // namespace memory
