#include "memory/tree/block_scanner.h"

#include <algorithm>
#include <array>

#include "memory/tree/fence.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// Columns of the blanks at the start; tabs go to the next multiple of four.
std::size_t indent_of(std::string_view line) {
  std::size_t columns = 0;
  for (const char c : line) {
    if (c == ' ') {
      ++columns;
    } else if (c == '\t') {
      columns += 4 - columns % 4;
    } else {
      break;
    }
  }
  return columns;
}

bool is_quote_line(std::string_view line) { return indent_of(line) < 4 && trim(line).starts_with('>'); }

bool is_html_line(std::string_view line) {
  if (indent_of(line) > 3) return false;
  const std::string_view text = trim(line);
  if (text.size() < 2 || text[0] != '<') return false;
  const char next = text[1];
  return next == '!' || next == '?' || next == '/' || (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
}

// Lists in the middle of a paragraph need text behind the marker, numbered ones start with 1 (CommonMark 5.3).
bool list_interrupts(std::string_view line) {
  const std::size_t width = list_marker_width(line);
  if (width == 0 || is_blank(line.substr(std::min(width, line.size())))) return false;
  const std::string_view text = trim(line);
  return text[0] < '0' || text[0] > '9' || text.starts_with("1.") || text.starts_with("1)");
}

bool interrupts_paragraph(std::string_view line) {
  return opening_fence(line) || is_heading_line(line) || is_break_line(line) || is_quote_line(line) ||
         list_interrupts(line) || is_html_line(line);
}

class Scan {
 public:
  explicit Scan(const std::vector<std::string_view>& lines) : lines_(lines) {}

  MarkdownOutline run() {
    while (at_ < lines_.size()) {
      if (is_blank(lines_[at_])) {
        ++at_;
      } else {
        block();
      }
    }
    return std::move(outline_);
  }

 private:
  void block() {
    const std::string_view line = lines_[at_];
    HeadingLine heading;
    if (indent_of(line) >= 4) {
      indented_code();
    } else if (const auto fence = opening_fence(line)) {
      fenced_code(*fence);
    } else if (is_heading_line(line, &heading)) {
      add(BlockKind::kHeading, at_ + 1);
      outline_.blocks.back().level = heading.level;
      outline_.blocks.back().heading = std::string(heading.text);
    } else if (is_break_line(line)) {
      add(BlockKind::kBreak, at_ + 1);
    } else if (is_quote_line(line)) {
      quote();
    } else if (const std::size_t width = list_marker_width(line); width > 0) {
      list_item(width);
    } else if (is_html_line(line)) {
      html();
    } else {
      paragraph();
    }
  }

  // One block from at_ up to, not including, line index `end`; its last lines are not blank.
  void add(BlockKind kind, std::size_t end) {
    MarkdownBlock block;
    block.kind = kind;
    block.first_line = static_cast<int>(at_) + 1;
    block.last_line = static_cast<int>(end);
    if (kind == BlockKind::kCode) outline_.code.push_back({block.first_line, block.last_line});
    outline_.blocks.push_back(std::move(block));
    at_ = end;
  }

  void indented_code() {
    std::size_t end = at_ + 1;
    for (std::size_t i = end; i < lines_.size(); ++i) {
      if (is_blank(lines_[i])) continue;
      if (indent_of(lines_[i]) < 4) break;
      end = i + 1;
    }
    add(BlockKind::kCode, end);
  }

  void fenced_code(const Fence& fence) {
    std::size_t end = at_ + 1;
    while (end < lines_.size() && !closes_fence(lines_[end], fence)) ++end;
    add(BlockKind::kCode, std::min(end + 1, lines_.size()));
  }

  void quote() {
    std::size_t end = at_ + 1;
    while (end < lines_.size() && !is_blank(lines_[end]) &&
           (is_quote_line(lines_[end]) || !interrupts_paragraph(lines_[end]))) {
      ++end;
    }
    add(BlockKind::kQuote, end);
  }

  void html() {
    constexpr std::array<std::array<std::string_view, 2>, 8> kUntil = {{{"<!--", "-->"},
                                                                        {"<?", "?>"},
                                                                        {"<![CDATA[", "]]>"},
                                                                        {"<!", ">"},
                                                                        {"<script", "</script>"},
                                                                        {"<pre", "</pre>"},
                                                                        {"<style", "</style>"},
                                                                        {"<textarea", "</textarea>"}}};
    const std::string first = to_lower(trim(lines_[at_]));
    const auto kind = std::find_if(kUntil.begin(), kUntil.end(),
                                   [&](const auto& pair) { return std::string_view(first).starts_with(pair[0]); });
    std::size_t end = at_;
    if (kind == kUntil.end()) {
      while (end < lines_.size() && !is_blank(lines_[end])) ++end;
    } else {
      while (end < lines_.size() && to_lower(lines_[end]).find((*kind)[1]) == std::string::npos) ++end;
      end = std::min(end + 1, lines_.size());
    }
    add(BlockKind::kHtml, end);
  }

  void list_item(std::size_t width) {
    std::size_t end = at_ + 1;
    std::size_t fence_start = 0;
    std::optional<Fence> fence = nested_fence(lines_[at_].substr(std::min(width, lines_[at_].size())));
    if (fence) fence_start = at_;
    bool blank = false;
    for (std::size_t i = at_ + 1; i < lines_.size(); ++i) {
      const std::string_view line = lines_[i];
      if (is_blank(line)) {
        blank = true;
        continue;
      }
      const bool inside = indent_of(line) >= width;
      const bool lazy = !blank && !fence && !list_marker_width(line) && !interrupts_paragraph(line);
      if (!inside && !lazy) break;
      if (fence && closes_fence(trim(line), *fence)) {
        outline_.code.push_back({static_cast<int>(fence_start) + 1, static_cast<int>(i) + 1});
        fence.reset();
      } else if (!fence && inside) {
        fence = nested_fence(line);
        fence_start = i;
      }
      blank = false;
      end = i + 1;
    }
    if (fence) outline_.code.push_back({static_cast<int>(fence_start) + 1, static_cast<int>(end)});
    add(BlockKind::kListItem, end);
  }

  static std::optional<Fence> nested_fence(std::string_view line) {
    std::string_view inner = trim(line);
    while (const std::size_t width = list_marker_width(inner))
      inner = trim(inner.substr(std::min(width, inner.size())));
    return opening_fence(inner);
  }

  void paragraph() {
    std::size_t end = at_ + 1;
    while (end < lines_.size() && !is_blank(lines_[end])) {
      if (is_setext_rule(lines_[end])) return setext(end);
      if (interrupts_paragraph(lines_[end])) break;
      ++end;
    }
    const bool table =
        end - at_ >= 2 && lines_[at_].find('|') != std::string_view::npos && is_table_rule(lines_[at_ + 1]);
    add(table ? BlockKind::kTable : BlockKind::kParagraph, end);
  }

  void setext(std::size_t rule) {
    std::string text;
    for (std::size_t i = at_; i < rule; ++i) text.append(text.empty() ? "" : " ").append(trim(lines_[i]));
    const int level = trim(lines_[rule])[0] == '=' ? 1 : 2;
    add(BlockKind::kHeading, rule + 1);
    outline_.blocks.back().level = level;
    outline_.blocks.back().heading = std::move(text);
  }

  const std::vector<std::string_view>& lines_;
  std::size_t at_ = 0;
  MarkdownOutline outline_;
};

}  // namespace

bool is_heading_line(std::string_view line, HeadingLine* heading) {
  if (indent_of(line) > 3) return false;
  std::string_view text = trim(line);
  const std::size_t level = std::min(text.find_first_not_of('#'), text.size());
  if (level == 0 || level > 6) return false;
  text.remove_prefix(level);
  if (!text.empty() && text[0] != ' ' && text[0] != '\t') return false;
  if (heading == nullptr) return true;
  text = trim(text);
  const std::size_t end = text.find_last_not_of('#');  // a closing run of # needs a blank before it
  if (end == std::string_view::npos) {
    text = {};
  } else if (end + 1 < text.size() && (text[end] == ' ' || text[end] == '\t')) {
    text = trim(text.substr(0, end));
  }
  *heading = {static_cast<int>(level), text};
  return true;
}

bool is_setext_rule(std::string_view line) {
  if (indent_of(line) > 3) return false;
  const std::string_view rule = trim(line);
  return !rule.empty() && (rule[0] == '=' || rule[0] == '-') &&
         rule.find_first_not_of(rule[0]) == std::string_view::npos;
}

bool is_break_line(std::string_view line) {
  if (indent_of(line) > 3) return false;
  const std::string_view text = trim(line);
  if (text.empty() || (text[0] != '-' && text[0] != '*' && text[0] != '_')) return false;
  std::size_t marks = 0;
  for (const char c : text) {
    if (c == text[0]) {
      ++marks;
    } else if (c != ' ' && c != '\t') {
      return false;
    }
  }
  return marks >= 3;
}

std::size_t list_marker_width(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(' ');
  if (indent == std::string_view::npos || indent > 3) return 0;
  std::size_t at = indent;
  if (line[at] == '-' || line[at] == '*' || line[at] == '+') {
    ++at;
  } else {
    while (at < line.size() && at - indent < 9 && line[at] >= '0' && line[at] <= '9') ++at;
    if (at == indent || at == line.size() || (line[at] != '.' && line[at] != ')')) return 0;
    ++at;
  }
  if (at == line.size()) return at + 1;
  if (line[at] == '\t') return at + 1;
  if (line[at] != ' ') return 0;
  const std::size_t text = line.find_first_not_of(' ', at);
  // Five blanks and more are one blank and indented code; without text the item starts behind one blank.
  return text == std::string_view::npos || text - at > 4 ? at + 1 : text;
}

bool is_table_rule(std::string_view line) {
  const std::string_view text = trim(line);
  return text.find('-') != std::string_view::npos && text.find('|') != std::string_view::npos &&
         text.find_first_not_of("|-: \t") == std::string_view::npos;
}

MarkdownOutline scan_blocks(const std::vector<std::string_view>& lines) { return Scan(lines).run(); }

}  // namespace memory
