// Literal replacements over a whole file, each of a text that stands there exactly once. Pure functions, linear
// time for every pattern.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"
#include "memory/tree/entry_codec.h"

namespace memory {

// One edit after the other. In a file with CRLF endings "\n" in an edit stands for its line break. kInvalidArgument
// where a text is empty, absent or not unique (with the lines). `removed` receives what is not in its replacement.
Result<std::string> apply_edits(std::string_view bytes, const std::vector<EntryEdit>& edits,
                                std::vector<std::string>& removed);

// Where `pattern` starts, overlapping ones too; at most `limit`.
std::vector<std::size_t> find_all(std::string_view text, std::string_view pattern, std::size_t limit);

}  // namespace memory
