#include "memory/tree/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace memory {
namespace {

bool is_blank_byte(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }  // \t \n \v \f \r

// Canonical ordering inside utf8proc is quadratic in the length of a run of combining marks. Runs are cut at
// the length of the Stream-Safe Text Format (UAX #15, section 13), which no real text exceeds.
constexpr int kMaxMarks = 30;

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

// Whether a machine word's worth of bytes from there on is ASCII: most texts are looked at faster that way.
constexpr std::size_t kWord = sizeof(std::uint64_t);
bool is_ascii_word(std::string_view text, std::size_t at) {
  if (at + kWord > text.size()) return false;
  std::uint64_t word = 0;
  std::memcpy(&word, text.data() + at, kWord);
  return (word & 0x8080808080808080U) == 0;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

void append_mapped(std::string& out, std::string_view text, int options) {
  if (text.empty()) return;
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                   &mapped, static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (size < 0) {
    out.append(text);
  } else {
    out.append(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size));
  }
}

// Maps valid UTF-8, in pieces where a run of combining marks is too long.
std::string map_text(std::string_view text, int options) {
  std::string out;
  out.reserve(text.size());
  std::size_t piece = 0;
  int marks = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      marks = 0;
      ++at;
      continue;
    }
    const CodePoint point = code_point_at(text, at);
    const bool mark = utf8proc_get_property(static_cast<utf8proc_int32_t>(point.value))->combining_class != 0;
    marks = mark ? marks + 1 : 0;
    if (marks > kMaxMarks) {
      append_mapped(out, text.substr(piece, at - piece), options);
      piece = at;
      marks = 1;
    }
    at += point.length;
  }
  append_mapped(out, text.substr(piece), options);
  return out;
}

}  // namespace

CodePoint code_point_at(std::string_view text, std::size_t at) {
  const CodePoint stray{0xFFFD, 1, false};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1, true};
  std::size_t length = 0;
  char32_t value = 0;
  char32_t least = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2, value = lead & 0x1FU, least = 0x80;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3, value = lead & 0x0FU, least = 0x800;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4, value = lead & 0x07U, least = 0x10000;
  } else {
    return stray;
  }
  if (text.size() - at < length) return stray;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[at + i])) return stray;
    value = (value << 6U) | (byte(at + i) & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < least || value > 0x10FFFF || surrogate) return stray;
  return {value, length, true};
}

void append_code_point(std::string& out, char32_t value) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (value < 0x80) {
    put(value);
  } else if (value < 0x800) {
    put(0xC0U | (value >> 6U));
    put(0x80U | (value & 0x3FU));
  } else if (value < 0x10000) {
    put(0xE0U | (value >> 12U));
    put(0x80U | ((value >> 6U) & 0x3FU));
    put(0x80U | (value & 0x3FU));
  } else {
    put(0xF0U | (value >> 18U));
    put(0x80U | ((value >> 12U) & 0x3FU));
    put(0x80U | ((value >> 6U) & 0x3FU));
    put(0x80U | (value & 0x3FU));
  }
}

bool is_valid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (!point.valid) return false;
    at += point.length;
  }
  return true;
}

std::string to_nfc(std::string_view text) {
  if (is_ascii(text) || !is_valid_utf8(text)) return std::string(text);
  return map_text(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string fold_case(std::string_view text) {
  if (is_ascii(text) || !is_valid_utf8(text)) return ascii_lower(text);
  // Folding can bring forth code points that are no longer composed: a second pass settles them.
  const std::string folded = map_text(text, UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
  return map_text(folded, UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE);
}

std::string to_lower(std::string_view text) {
  if (is_ascii(text)) return ascii_lower(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (point.valid) {
      append_code_point(out, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(point.value))));
    } else {
      out.push_back(text[at]);
    }
    at += point.length;
  }
  return out;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_word_code_point(char32_t value) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(value))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
      return true;
    default:
      return false;
  }
}

std::vector<std::string_view> split_lines(std::string_view text) {
  constexpr std::size_t kUsualLine = 32;  // bytes
  std::vector<std::string_view> lines;
  lines.reserve(text.size() / kUsualLine + 1);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t feed = text.find('\n', start);
    const std::size_t end = feed == std::string_view::npos ? text.size() : feed;
    const bool carriage = feed != std::string_view::npos && end > start && text[end - 1] == '\r';
    lines.push_back(text.substr(start, end - start - (carriage ? 1 : 0)));
    if (feed == std::string_view::npos) break;
    start = feed + 1;
  }
  return lines;
}

std::string with_line_feeds(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out.push_back(text[i]);
  }
  return out;
}

std::string fold_to_line(std::string_view text) {
  std::string out;
  std::string blanks;
  bool broken = false;
  for (const char c : trim(text)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = (byte < 0x20 && c != '\t') || byte == 0x7F;
    if (control || c == ' ' || c == '\t') {
      broken = broken || control;
      blanks.push_back(c);
      continue;
    }
    out.append(broken ? (out.empty() ? "" : " ") : blanks);
    blanks.clear();
    broken = false;
    out.push_back(c);
  }
  return out;
}

std::size_t code_point_floor(std::string_view text, std::size_t limit) {
  if (limit >= text.size()) return text.size();
  std::size_t end = limit;
  // At most three continuation bytes belong to a code point; a longer run is stray bytes and may be cut.
  for (int back = 0; back < 3 && end > 0 && is_continuation(text[end]); ++back) --end;
  const CodePoint point = code_point_at(text, end);
  return point.valid ? end : limit;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (is_ascii_word(text, at)) {
      at += kWord;
      count += kWord;
    } else {
      at += code_point_at(text, at).length;
      ++count;
    }
  }
  return count;
}

std::size_t estimate_tokens(std::string_view text) { return (count_code_points(text) + 3) / 4; }

std::string_view trim_end(std::string_view text) {
  while (!text.empty() && is_blank_byte(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view trim_blank_lines_end(std::string_view text) {
  return text.substr(0, text.find_first_of("\r\n", trim_end(text).size()));
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank_byte(text.front())) text.remove_prefix(1);
  return trim_end(text);
}

bool is_blank(std::string_view text) { return std::all_of(text.begin(), text.end(), is_blank_byte); }

}  // namespace memory
