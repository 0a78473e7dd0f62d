#include "memory/tree/structure_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include "memory/tree/block_scanner.h"
#include "memory/tree/fence.h"
#include "memory/tree/markdown.h"
#include "memory/tree/sections.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr int kMaxRounds = 16;  // escaping a heading can make another line one; real text settles in one round

struct Prefix {
  std::size_t blanks = 0;
  std::size_t backslashes = 0;
  std::string_view rest;
};

Prefix prefix_of(std::string_view line) {
  const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t text = std::min(line.find_first_not_of('\\', blanks), line.size());
  return {blanks, text - blanks, line.substr(text)};
}

// What a backslash can stand before, by its first characters.
bool is_structural(std::string_view rest) {
  return is_setext_rule(rest) || (rest.starts_with('#') && is_heading_line(rest)) ||
         raw_concept_label(rest).has_value();
}

// Lines that carry backslashes before structure, outside code: those that a pair of escape and unescape moves.
std::vector<bool> marked_lines(std::string_view text, const std::vector<std::string_view>& lines) {
  std::vector<bool> marked(lines.size(), false);
  bool any = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Prefix prefix = prefix_of(lines[i]);
    marked[i] = prefix.blanks <= 3 && prefix.backslashes > 0 && is_structural(prefix.rest);
    any = any || marked[i];
  }
  if (!any) return marked;
  for (const LineRange& code : markdown_outline(text).code) {
    for (int line = code.first; line <= code.last; ++line) marked[static_cast<std::size_t>(line) - 1] = false;
  }
  return marked;
}

bool is_dash_break(std::string_view line) {
  return is_break_line(line) && trim(line).find_first_not_of('-') == std::string_view::npos;
}

// Lines that would be read as structure at this place.
std::vector<std::size_t> dangerous_lines(const std::vector<std::string_view>& lines, TextPlace place) {
  // A raw concept's text continues the paragraph of its label; everything else starts behind a heading.
  std::string text = place == TextPlace::kRawConcept ? "**Task:**\n" : "\n";
  for (const std::string_view line : lines) text.append(line).push_back('\n');
  const MarkdownOutline outline = markdown_outline(text);
  std::vector<std::size_t> found;
  std::vector<bool> in_code(lines.size() + 2, false);
  for (const LineRange& code : outline.code) {
    for (int line = code.first; line <= code.last; ++line) in_code[static_cast<std::size_t>(line)] = true;
  }
  for (std::size_t i = 0; i < outline.blocks.size(); ++i) {
    const MarkdownBlock& block = outline.blocks[i];
    const bool heading =
        block.kind == BlockKind::kHeading &&
        (block.level <= 2 || (place == TextPlace::kNarrative && block.level == 3 && narrative_field(block.heading)));
    const bool separator = block.kind == BlockKind::kBreak && i + 1 < outline.blocks.size() &&
                           outline.blocks[i + 1].kind == BlockKind::kCode &&
                           is_dash_break(lines[static_cast<std::size_t>(block.last_line) - 2]);
    if (heading || separator) found.push_back(static_cast<std::size_t>(block.last_line) - 2);
  }
  for (std::size_t i = 0; place == TextPlace::kRawConcept && i < lines.size(); ++i) {
    if (!in_code[i + 2] && raw_concept_label(lines[i])) found.push_back(i);
  }
  return found;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) text.append(i == 0 ? "" : "\n").append(lines[i]);
  return text;
}

// Backslashes, then nothing but dashes and blanks.
bool is_bare_dashes(std::string_view text) {
  const Prefix prefix = prefix_of(text);
  return prefix.blanks == 0 && prefix.rest.starts_with('-') &&
         prefix.rest.find_first_not_of("- \t") == std::string_view::npos;
}

void add_backslash(std::string& line) { line.insert(prefix_of(line).blanks, 1, '\\'); }

}  // namespace

std::string escape_structure(std::string_view text, TextPlace place) {
  const std::vector<std::string_view> given = split_lines(text);
  std::vector<std::string> lines(given.begin(), given.end());
  const std::vector<bool> marked = marked_lines(text, given);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (marked[i]) add_backslash(lines[i]);
  }
  for (int round = 0; round < kMaxRounds; ++round) {
    const std::vector<std::size_t> dangerous =
        dangerous_lines(std::vector<std::string_view>(lines.begin(), lines.end()), place);
    if (dangerous.empty()) break;
    for (const std::size_t i : dangerous) add_backslash(lines[i]);
  }
  return joined(lines);
}

std::string unescape_structure(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return std::string(text);
  const std::vector<std::string_view> given = split_lines(text);
  std::vector<std::string> lines(given.begin(), given.end());
  const std::vector<bool> marked = marked_lines(text, given);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (marked[i]) lines[i].erase(prefix_of(lines[i]).blanks, 1);
  }
  return joined(lines);
}

std::string close_open_blocks(std::string_view text) {
  std::string closed(text);
  if (text.find_first_of("`~<") == std::string_view::npos) return closed;
  const auto is_closed = [](const std::string& candidate) {
    const MarkdownOutline outline = markdown_outline(candidate + "\n\n## x");
    return !outline.blocks.empty() && outline.blocks.back().kind == BlockKind::kHeading;
  };
  if (is_closed(closed)) return closed;
  std::vector<std::string> closers = {"-->", "?>", "]]>", ">"};
  for (const std::string_view tag : {"script", "pre", "style", "textarea"}) {
    if (text.find(tag) != std::string_view::npos) closers.push_back("</" + std::string(tag) + ">");
  }
  closers.emplace_back("</pre>");
  const MarkdownOutline outline = markdown_outline(text);
  const std::vector<std::string_view> lines = split_lines(text);
  if (!outline.blocks.empty() && outline.blocks.back().kind == BlockKind::kCode) {
    if (const auto fence = opening_fence(lines[static_cast<std::size_t>(outline.blocks.back().first_line) - 1])) {
      closers.insert(closers.begin(), std::string(fence->length, fence->mark));
    }
  }
  for (const std::string& closer : closers) {
    std::string candidate = closed + "\n" + closer;
    if (is_closed(candidate)) return candidate;
  }
  return closed;
}

std::string escape_characters(std::string_view text, std::string_view escaped, std::string_view special) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool last = i + 1 == text.size();
    const bool ambiguous =
        c == '\\' && (last || text[i + 1] == '\\' || special.find(text[i + 1]) != std::string_view::npos);
    if (ambiguous || escaped.find(c) != std::string_view::npos) out.push_back('\\');
    out.push_back(c);
  }
  return out;
}

std::string unescape_characters(std::string_view text, std::string_view special) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pair = text[i] == '\\' && i + 1 < text.size() &&
                      (text[i + 1] == '\\' || special.find(text[i + 1]) != std::string_view::npos);
    if (pair) ++i;
    out.push_back(text[i]);
  }
  return out;
}

bool is_escaped(std::string_view text, std::size_t at) {
  std::size_t backslashes = 0;
  while (backslashes < at && text[at - 1 - backslashes] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

std::string escape_item(std::string_view text) { return (is_bare_dashes(text) ? "\\" : "") + std::string(text); }

std::string unescape_item(std::string_view text) {
  if (text.starts_with('\\') && is_bare_dashes(text)) text.remove_prefix(1);
  return std::string(text);
}

}  // namespace memory
