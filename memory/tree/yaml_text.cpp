#include "memory/tree/yaml_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "memory/tree/text.h"

namespace memory {
namespace {

// Words that YAML 1.1 readers take for null, booleans and merge keys (yaml.org/type, in lower case).
bool is_reserved_word(std::string_view text) {
  constexpr std::array<std::string_view, 9> kWords = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"};
  const std::string lower = to_lower(text);
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

// Numbers in all their spellings, dates, times, sexagesimals: nothing but these characters, and a digit.
bool may_be_number(std::string_view text) {
  constexpr std::string_view kNumeric = "0123456789abcdefABCDEFxXoO_+-.:TtZz ";
  return text.find_first_not_of(kNumeric) == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

bool is_ascii_alnum(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// Few signs only: readers differ in which of the others end a plain scalar inside brackets.
bool is_plain_ascii(char c) {
  return is_ascii_alnum(c) || std::string_view(" _-./()+'").find(c) != std::string_view::npos;
}

// Line and paragraph separators, C1 controls, byte order mark, noncharacters, private use and lone surrogates.
bool needs_escape(char32_t value) {
  return value < 0x20 || (value >= 0x7F && value <= 0x9F) || value == 0x2028 || value == 0x2029 || value == 0xFEFF ||
         (value & 0xFFFEU) == 0xFFFE || value == 0xA0;
}

bool is_plain(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  if (!is_ascii_alnum(text.front()) && static_cast<unsigned char>(text.front()) < 0x80) return false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (!point.valid || needs_escape(point.value)) return false;
    if (point.value < 0x80 && !is_plain_ascii(text[at])) return false;
    at += point.length;
  }
  return !is_reserved_word(text) && !may_be_number(text);
}

void append_escaped(std::string& out, char32_t value) {
  switch (value) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (!needs_escape(value)) return append_code_point(out, value);
  std::array<char, 16> escape{};
  const char* format = value < 0x100 ? "\\x%02X" : value < 0x10000 ? "\\u%04X" : "\\U%08X";
  std::snprintf(escape.data(), escape.size(), format, static_cast<unsigned>(value));
  out += escape.data();
}

}  // namespace

std::string yaml_text(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    append_escaped(out, point.value);
    at += point.length;
  }
  return out + '"';
}

std::string yaml_list(const std::vector<std::string>& items) {
  std::string out = "[";
  for (const std::string& item : items) {
    if (out.size() > 1) out += ", ";
    out += yaml_text(item);
  }
  return out + ']';
}

}  // namespace memory
