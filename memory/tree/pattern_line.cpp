#include "memory/tree/pattern_line.h"

#include <algorithm>

#include "memory/tree/structure_text.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::string_view kFlags = "(flags: ";
constexpr std::string_view kFlagsSpecial = "()";

// A code span (CommonMark 6.1): backticks longer than any run inside, a blank at both ends where they would touch.
std::string code_span(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string ticks(longest + 1, '`');
  const bool padded = text.starts_with('`') || text.ends_with('`');
  return ticks + (padded ? " " : "") + std::string(text) + (padded ? " " : "") + ticks;
}

// Takes the code span off the front of `text`.
bool take_code_span(std::string_view& text, std::string& inside) {
  const std::size_t length = std::min(text.find_first_not_of('`'), text.size());
  if (length == 0 || length == text.size()) return false;
  for (std::size_t at = text.find('`', length); at != std::string_view::npos; at = text.find('`', at)) {
    const std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
    if (end - at == length) {
      std::string_view span = text.substr(length, at - length);
      const bool padded = span.size() > 2 && span.front() == ' ' && span.back() == ' ';
      inside = std::string(padded ? span.substr(1, span.size() - 2) : span);
      text = trim(text.substr(end));
      return true;
    }
    at = end;
  }
  return false;
}

}  // namespace

Pattern normal_pattern(const Pattern& pattern) {
  Pattern normal{fold_to_line(pattern.pattern), fold_to_line(pattern.flags), fold_to_line(pattern.description)};
  if (normal.pattern.empty()) std::swap(normal.pattern, normal.description);
  return normal;
}

std::string format_pattern(const Pattern& given) {
  const Pattern pattern = normal_pattern(given);
  std::string line = code_span(pattern.pattern);
  if (!pattern.flags.empty()) {
    line.append(" ").append(kFlags).append(escape_characters(pattern.flags, kFlagsSpecial, kFlagsSpecial)).append(")");
  }
  return pattern.description.empty() ? line : line + " - " + pattern.description;
}

Pattern parse_pattern(std::string_view item) {
  std::string_view text = trim(item);
  Pattern pattern;
  if (!take_code_span(text, pattern.pattern)) {
    pattern.pattern = std::string(text);
    return pattern;
  }
  if (text.starts_with(kFlags)) {
    std::size_t close = text.find(')', kFlags.size());
    while (close != std::string_view::npos && is_escaped(text, close)) close = text.find(')', close + 1);
    if (close != std::string_view::npos) {
      pattern.flags = unescape_characters(trim(text.substr(kFlags.size(), close - kFlags.size())), kFlagsSpecial);
      text = trim(text.substr(close + 1));
    }
  }
  if (text.starts_with("- ")) text = trim(text.substr(2));
  pattern.description = std::string(text);
  return pattern;
}

}  // namespace memory
