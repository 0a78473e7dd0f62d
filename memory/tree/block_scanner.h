// The blocks of a markdown text by a scan of its lines, without cmark: for texts that cmark 0.30 would parse in more
// than linear time, and for plain ones (plain_markdown.h). Differs from CommonMark only in rare corners (HTML blocks,
// code nested in lists). Pure functions, linear time.
#pragma once

#include "memory/tree/markdown.h"

namespace memory {

// `lines`: those of the text (split_lines).
MarkdownOutline scan_blocks(const std::vector<std::string_view>& lines);

// What a line is by its first characters; used by the scan and where lines are read on their own.
struct HeadingLine {
  int level = 1;
  std::string_view text;
};
// "## Text ##"
bool is_heading_line(std::string_view line, HeadingLine* heading = nullptr);
// "---", "* * *", "___"
bool is_break_line(std::string_view line);
// "===", "---": the line under a heading of level 1 or 2
bool is_setext_rule(std::string_view line);
// "- text", "2. text": the width of the marker with its blanks, 0 where there is none. Not for break lines.
std::size_t list_marker_width(std::string_view line);
// "|---|:--:|", the second row of a table
bool is_table_rule(std::string_view line);

}  // namespace memory
