#include "memory/index/characters.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "memory/tree/text.h"

namespace memory {
namespace {

struct ScriptRange {
  char32_t first;
  char32_t last;
  Script script;
};

// Sorted by first. Combining marks of U+0300 belong to the script of the letter before them.
constexpr ScriptRange kScriptRanges[] = {
    {0x0041, 0x005A, Script::kLatin},      {0x0061, 0x007A, Script::kLatin},    {0x00AA, 0x00AA, Script::kLatin},
    {0x00BA, 0x00BA, Script::kLatin},      {0x00C0, 0x024F, Script::kLatin},    {0x0250, 0x02AF, Script::kLatin},
    {0x0370, 0x03FF, Script::kGreek},      {0x0400, 0x052F, Script::kCyrillic}, {0x0530, 0x058F, Script::kArmenian},
    {0x0590, 0x05FF, Script::kHebrew},     {0x0600, 0x06FF, Script::kArabic},   {0x0750, 0x077F, Script::kArabic},
    {0x0900, 0x097F, Script::kDevanagari}, {0x0B80, 0x0BFF, Script::kTamil},    {0x0E00, 0x0E7F, Script::kThai},
    {0x0E80, 0x0EFF, Script::kLao},        {0x1000, 0x109F, Script::kMyanmar},  {0x1100, 0x11FF, Script::kHangul},
    {0x1780, 0x17FF, Script::kKhmer},      {0x1E00, 0x1EFF, Script::kLatin},    {0x1F00, 0x1FFF, Script::kGreek},
    {0x3005, 0x3007, Script::kHan},        {0x3041, 0x309F, Script::kHiragana}, {0x30A0, 0x30FF, Script::kKatakana},
    {0x3130, 0x318F, Script::kHangul},     {0x31F0, 0x31FF, Script::kKatakana}, {0x3400, 0x4DBF, Script::kHan},
    {0x4E00, 0x9FFF, Script::kHan},        {0xA960, 0xA97F, Script::kHangul},   {0xAC00, 0xD7FF, Script::kHangul},
    {0xF900, 0xFAFF, Script::kHan},        {0xFF21, 0xFF3A, Script::kLatin},    {0xFF41, 0xFF5A, Script::kLatin},
    {0xFF66, 0xFF9F, Script::kKatakana},   {0xFFA0, 0xFFDC, Script::kHangul},   {0x20000, 0x3FFFD, Script::kHan},
};

// Letters without a canonical decomposition.
std::string_view plain_spelling(char32_t c) {
  switch (c) {
    case 0xE6:
      return "ae";
    case 0xF0:
      return "d";
    case 0xF8:
      return "o";
    case 0xFE:
      return "th";
    case 0x111:
      return "d";
    case 0x127:
      return "h";
    case 0x131:
      return "i";
    case 0x142:
      return "l";
    case 0x153:
      return "oe";
    case 0x451:
      return "\xD0\xB5";  // ё → е
    default:
      return {};
  }
}

}  // namespace

Script script_of(char32_t c) {
  const auto* range = std::upper_bound(std::begin(kScriptRanges), std::end(kScriptRanges), c,
                                       [](char32_t value, const ScriptRange& r) { return value < r.first; });
  if (range == std::begin(kScriptRanges)) return Script::kOther;
  --range;
  return c <= range->last ? range->script : Script::kOther;
}

std::string fold_accents(std::string_view folded) {
  std::string plain;
  plain.reserve(folded.size());
  for (std::size_t at = 0; at < folded.size();) {
    const CodePoint c = code_point_at(folded, at);
    if (c.value < 0x80) {
      plain += folded[at];
    } else if (const std::string_view spelling = plain_spelling(c.value); !spelling.empty()) {
      plain += spelling;
    } else if (const Script script = script_of(c.value); script == Script::kLatin || script == Script::kGreek) {
      std::array<utf8proc_int32_t, 16> parts{};
      int boundary = 0;
      const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c.value), parts.data(), parts.size(),
                                                 UTF8PROC_DECOMPOSE, &boundary);
      append_code_point(plain, count > 0 ? static_cast<char32_t>(parts[0]) : c.value);
    } else if (c.value < 0x300 || c.value > 0x36F) {
      plain += folded.substr(at, c.length);
    }
    at += c.length;
  }
  return plain;
}

}  // namespace memory
