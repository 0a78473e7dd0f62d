// The text of a range of lines as a hit shows it, with what a reader must know about it. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/index/index_part.h"

namespace memory {

struct TextRange {
  std::uint32_t begin = 0;  // byte offsets in the file
  std::uint32_t end = 0;
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
};

// The passage's whole lines; of a line longer than a reply should carry only the passage's own part.
TextRange shown_range(std::string_view bytes, const IndexedPassage& passage);

// conflict_markers: lines of an unfinished merge; instructions: text that tells the reading model what to do.
std::vector<std::string> text_flags(std::string_view text);

// What a fact says it is superseded by.
std::optional<std::string> superseded_by(std::string_view text);

}  // namespace memory
