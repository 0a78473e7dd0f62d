// What is each line of a markdown body: heading, list item, code, table row, a speaker's turn? Line by line and
// linear, so that no text makes it slow; what matters to passages only, inline markup is not looked at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memory {

enum class LineKind : std::uint8_t { kBlank, kText, kHeading, kItem, kCode, kTable, kBreak };

struct BodyLine {
  std::string_view text;    // without its ending
  std::uint32_t begin = 0;  // byte offset in the file
  LineKind kind = LineKind::kText;
  bool starts_block = false;  // a code block's or table's first line
  std::uint8_t level = 0;     // of a heading
  std::string_view heading;   // of a heading: its text
  std::string_view speaker;   // where a turn starts: who speaks
};

// A label counts as a speaker where it is a usual role ("user", "assistant") or starts two lines or more, and
// somebody else speaks as well.
std::vector<BodyLine> classify_lines(std::string_view bytes, std::size_t offset);

}  // namespace memory
