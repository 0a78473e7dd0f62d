#include "memory/tree/markdown.h"

#include <cmark.h>

#include <algorithm>
#include <array>
#include <memory>

#include "memory/tree/block_scanner.h"
#include "memory/tree/fence.h"
#include "memory/tree/plain_markdown.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// What cmark 0.30 parses in more than linear time: runs of inline marks inside one paragraph, containers
// nested deeply. Within these caps its work stays proportional to the text (design README §4).
constexpr std::size_t kMaxInlineMarks = 400;  // of one kind, a paragraph
constexpr std::size_t kMaxNesting = 32;       // container marks or list indentation / 2, a line

using Node = std::unique_ptr<cmark_node, decltype(&cmark_node_free)>;

// Container marks at the start of a line, also where only the indentation says how deep a list marker is.
std::size_t nesting_of(std::string_view line) {
  std::size_t marks = 0;
  std::size_t at = 0;
  while (at < line.size()) {
    const char c = line[at];
    const bool bullet =
        (c == '-' || c == '*' || c == '+') && (at + 1 == line.size() || line[at + 1] == ' ' || line[at + 1] == '\t');
    const bool number_end = (c == '.' || c == ')') && at > 0 && line[at - 1] >= '0' && line[at - 1] <= '9';
    if (c == '>' || bullet || number_end) {
      marks = std::max(marks, at / 2) + 1;
    } else if (c != ' ' && c != '\t' && (c < '0' || c > '9')) {
      break;
    }
    ++at;
  }
  return marks;
}

class InlineMarks {
 public:
  void restart() { counts_ = {}; }
  bool add(std::string_view line) {
    for (const char c : line) {
      if (const std::size_t kind = kind_of(c); kind < counts_.size() && ++counts_[kind] > kMaxInlineMarks) return false;
    }
    return true;
  }

 private:
  static std::size_t kind_of(char c) {
    switch (c) {
      case '[':
      case ']':
        return 0;
      case '*':
      case '_':
        return 1;
      case '`':
        return 2;
      case '<':
        return 3;
      case '&':
        return 4;
      default:
        return 5;
    }
  }
  std::array<std::size_t, 5> counts_{};
};

bool is_safe_for_cmark(const std::vector<std::string_view>& lines) {
  InlineMarks marks;
  for (const std::string_view line : lines) {
    if (is_blank(line) || list_marker_width(line) > 0) marks.restart();
    if (nesting_of(line) > kMaxNesting || !marks.add(line)) return false;
  }
  return true;
}

std::string plain_text(cmark_node* heading) {
  std::string text;
  const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> iter(cmark_iter_new(heading), &cmark_iter_free);
  for (cmark_event_type event = cmark_iter_next(iter.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iter.get())) {
    cmark_node* node = cmark_iter_get_node(iter.get());
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) {
      text += cmark_node_get_literal(node);
    } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
      text += ' ';
    }
  }
  return text;
}

// Turns cmark's top-level nodes into blocks that are in order, disjoint and end with a line of text.
class Blocks {
 public:
  explicit Blocks(const std::vector<std::string_view>& lines) : lines_(lines) {}

  void add(cmark_node* node, BlockKind kind) {
    const int first = std::max(cmark_node_get_start_line(node), next_);
    int last = std::min(last_line_of(node, kind), static_cast<int>(lines_.size()));
    // Blank lines inside a fence are text, all others at the end of a block are not.
    const bool in_fence = kind == BlockKind::kCode && first <= last && opening_fence(line(first));
    while (!in_fence && last > first && is_blank(line(last))) --last;
    if (last < first) return;
    fill_gap(first);
    MarkdownBlock block{kind, first, last, 0, {}};
    if (kind == BlockKind::kHeading) {
      block.level = cmark_node_get_heading_level(node);
      block.heading = plain_text(node);
    }
    if (kind == BlockKind::kParagraph && last > first && is_table_rule(line(first + 1)) &&
        line(first).find('|') != std::string_view::npos) {
      block.kind = BlockKind::kTable;
    }
    outline_.blocks.push_back(std::move(block));
    next_ = last + 1;
  }

  // A code block in a container that ends without a closing fence gets the line behind it as its end.
  void add_code(cmark_node* node) {
    int last = std::min(cmark_node_get_end_line(node), static_cast<int>(lines_.size()));
    if (cmark_node* parent = cmark_node_parent(node); cmark_node_get_type(parent) != CMARK_NODE_DOCUMENT) {
      last = std::min(last, cmark_node_get_end_line(parent));
    }
    LineRange range{cmark_node_get_start_line(node), last};
    const bool fenced = range.first <= last && opening_fence(line(range.first));
    while (!fenced && range.last > range.first && is_blank(line(range.last))) --range.last;
    if (!outline_.code.empty()) range.first = std::max(range.first, outline_.code.back().last + 1);
    if (range.first <= range.last) outline_.code.push_back(range);
  }

  MarkdownOutline finish() {
    fill_gap(static_cast<int>(lines_.size()) + 1);
    return std::move(outline_);
  }

 private:
  // Where cmark's end line is another: behind underlined headings it is the next line, in front of the last line
  // of an HTML block that says its own end.
  int last_line_of(cmark_node* node, BlockKind kind) const {
    const int first = cmark_node_get_start_line(node);
    if (kind == BlockKind::kHtml) {
      const std::string_view literal = cmark_node_get_literal(node);
      return first + static_cast<int>(split_lines(literal).size()) - 1;
    }
    const int last = cmark_node_get_end_line(node);
    if (kind != BlockKind::kHeading || first < 1 || is_heading_line(line(first))) return last;
    for (int number = first + 1; number < last; ++number) {
      if (is_setext_rule(line(number))) return number;
    }
    return last;
  }

  std::string_view line(int number) const { return lines_[static_cast<std::size_t>(number) - 1]; }

  // Lines that became no node (link definitions) are paragraphs: no line of text is without a block.
  void fill_gap(int end) {
    for (int at = next_; at < end; ++at) {
      if (is_blank(line(at))) continue;
      MarkdownBlock block{BlockKind::kParagraph, at, at, 0, {}};
      while (at + 1 < end && !is_blank(line(at + 1))) ++at;
      block.last_line = at;
      outline_.blocks.push_back(std::move(block));
    }
    next_ = std::max(next_, end);
  }

  const std::vector<std::string_view>& lines_;
  int next_ = 1;
  MarkdownOutline outline_;
};

BlockKind kind_of(cmark_node_type type) {
  switch (type) {
    case CMARK_NODE_HEADING:
      return BlockKind::kHeading;
    case CMARK_NODE_CODE_BLOCK:
      return BlockKind::kCode;
    case CMARK_NODE_BLOCK_QUOTE:
      return BlockKind::kQuote;
    case CMARK_NODE_HTML_BLOCK:
      return BlockKind::kHtml;
    case CMARK_NODE_THEMATIC_BREAK:
      return BlockKind::kBreak;
    default:
      return BlockKind::kParagraph;
  }
}

void add_nested_code(Blocks& blocks, cmark_node* container) {
  const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> iter(cmark_iter_new(container), &cmark_iter_free);
  for (cmark_event_type event = cmark_iter_next(iter.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iter.get())) {
    cmark_node* node = cmark_iter_get_node(iter.get());
    if (event == CMARK_EVENT_ENTER && cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK) blocks.add_code(node);
  }
}

// cmark ends a line at a lone "\r", the rest of the program does not.
std::string without_lone_returns(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] == '\r' && (i + 1 == out.size() || out[i + 1] != '\n')) out[i] = ' ';
  }
  return out;
}

}  // namespace

MarkdownOutline cmark_outline(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  std::string copy;
  if (text.find('\r') != std::string_view::npos) text = copy = without_lone_returns(text);
  const Node root(cmark_parse_document(text.data(), text.size(), CMARK_OPT_DEFAULT), &cmark_node_free);
  Blocks blocks(lines);
  for (cmark_node* node = cmark_node_first_child(root.get()); node != nullptr; node = cmark_node_next(node)) {
    const cmark_node_type type = cmark_node_get_type(node);
    add_nested_code(blocks, node);
    if (type != CMARK_NODE_LIST) {
      blocks.add(node, kind_of(type));
      continue;
    }
    for (cmark_node* item = cmark_node_first_child(node); item != nullptr; item = cmark_node_next(item)) {
      blocks.add(item, BlockKind::kListItem);
    }
  }
  return blocks.finish();
}

MarkdownOutline markdown_outline(std::string_view text, const std::vector<std::string_view>& lines) {
  return is_plain_markdown(text, lines) || !is_safe_for_cmark(lines) ? scan_blocks(lines) : cmark_outline(text);
}

MarkdownOutline markdown_outline(std::string_view text) { return markdown_outline(text, split_lines(text)); }

std::vector<MarkdownBlock> markdown_blocks(std::string_view text) { return markdown_outline(text).blocks; }

}  // namespace memory
