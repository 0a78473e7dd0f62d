// Where do the blocks of a markdown text stand? Positions come from cmark; texts so plain that it would find no
// others, and texts whose nesting or bracket runs would make it slow, are cut into blocks line by line instead.
// Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace memory {

enum class BlockKind { kHeading, kParagraph, kListItem, kCode, kTable, kQuote, kHtml, kBreak };

// A run of whole lines. Blocks are in order and never overlap; blank lines belong to none. List items are
// those of the outermost list, with everything nested in them; a paragraph whose second line is a row of
// "|---|" is a table (cmark 0.30 knows none).
struct MarkdownBlock {
  BlockKind kind = BlockKind::kParagraph;
  int first_line = 1;   // 1-based in the given text
  int last_line = 1;    // inclusive
  int level = 0;        // headings: 1..6
  std::string heading;  // headings: their plain text
};
std::vector<MarkdownBlock> markdown_blocks(std::string_view text);

struct LineRange {
  int first = 1;  // 1-based
  int last = 1;   // inclusive
  bool operator==(const LineRange&) const = default;
};

// The blocks, and beside them the lines of every code block, those nested in list items and quotes too.
struct MarkdownOutline {
  std::vector<MarkdownBlock> blocks;
  std::vector<LineRange> code;  // in order, disjoint
};
MarkdownOutline markdown_outline(std::string_view text);
// For a text whose lines are at hand (split_lines).
MarkdownOutline markdown_outline(std::string_view text, const std::vector<std::string_view>& lines);

// The same by cmark whatever the text is; not linear in hostile ones.
MarkdownOutline cmark_outline(std::string_view text);

}  // namespace memory
