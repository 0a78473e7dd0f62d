#include "memory/index/paper_text.h"

#include <utf8proc.h>

#include <array>

#include "memory/tree/text.h"

namespace memory {
namespace {

utf8proc_category_t category_of(char32_t c) { return utf8proc_category(static_cast<utf8proc_int32_t>(c)); }

bool cuts(char32_t c) {
  if (c == U'\n' || c == U'\r') return true;
  switch (category_of(c)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
      return true;
    default:
      return false;
  }
}

constexpr auto kAsciiCuts = [] {
  std::array<bool, 0x80> cut{};
  for (const char c : std::string_view("\n\r !\"#%&'()*,-./:;?@[\\]_{}")) cut[static_cast<std::size_t>(c)] = true;
  return cut;
}();

// Unicode's Cased, without what is also Case_Ignorable.
bool is_cased(char32_t c) {
  switch (category_of(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
      return true;
    default:  // Other_Lowercase and Other_Uppercase: ordinal signs, Roman numerals, letters in circles and squares
      return c == 0xAA || c == 0xBA || (c >= 0x2160 && c <= 0x217F) || (c >= 0x24B6 && c <= 0x24E9) ||
             (c >= 0x1F130 && c <= 0x1F149) || (c >= 0x1F150 && c <= 0x1F169) || (c >= 0x1F170 && c <= 0x1F189);
  }
}

// Unicode's Case_Ignorable as far as it can stand inside a piece: its punctuation cuts.
bool is_case_ignorable(char32_t c) {
  switch (category_of(c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
      return true;
    default:
      return false;
  }
}

constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kSmallSigma = 0x3C3;
constexpr char32_t kFinalSigma = 0x3C2;
constexpr char32_t kCapitalDottedI = 0x130;
constexpr char32_t kDotAbove = 0x307;

// Whether a cased letter comes next, behind any that are ignored for casing.
bool cased_follows(std::string_view rest) {
  for (std::size_t at = 0; at < rest.size();) {
    const CodePoint c = code_point_at(rest, at);
    if (!is_case_ignorable(c.value)) return is_cased(c.value);
    at += c.length;
  }
  return false;
}

}  // namespace

bool PaperPieces::next(std::string_view& piece) {
  if (ended_) return false;
  // The length of the code point at at_, where it cuts or does not, as wanted; else 0.
  const auto step = [this](bool cutting) -> std::size_t {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte < 0x80) return kAsciiCuts[byte] == cutting ? 1 : 0;
    const CodePoint c = code_point_at(text_, at_);
    return cuts(c.value) == cutting ? c.length : 0;
  };
  const std::size_t begin = at_;
  for (std::size_t length = 1; at_ < text_.size() && length > 0; at_ += length) length = step(false);
  piece = text_.substr(begin, at_ - begin);
  ended_ = at_ == text_.size();
  for (std::size_t length = 1; at_ < text_.size() && length > 0; at_ += length) length = step(true);
  return true;
}

std::string paper_term(std::string_view piece) {
  std::string term;
  term.reserve(piece.size());
  bool after_cased = false;  // what stands before, without what is ignored for casing, ends with a cased letter
  for (std::size_t at = 0; at < piece.size();) {
    const CodePoint c = code_point_at(piece, at);
    at += c.length;
    if (c.value < 0x80) {
      const bool capital = c.value >= U'A' && c.value <= U'Z';
      const bool letter = capital || (c.value >= U'a' && c.value <= U'z');
      term += static_cast<char>(capital ? c.value + 32 : c.value);
      if (c.value != U'^' && c.value != U'`') after_cased = letter;
      continue;
    }
    if (c.value == kCapitalSigma) {
      const bool final = after_cased && !cased_follows(piece.substr(at));
      append_code_point(term, final ? kFinalSigma : kSmallSigma);
    } else if (c.value == kCapitalDottedI) {
      term += 'i';
      append_code_point(term, kDotAbove);
    } else {
      append_code_point(term, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c.value))));
    }
    if (!is_case_ignorable(c.value)) after_cased = is_cased(c.value);
  }
  return term;
}

std::u16string to_utf16(std::string_view text) {
  std::u16string units;
  units.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    at += c.length;
    if (c.value < 0x10000) {
      units += static_cast<char16_t>(c.value);
    } else {
      units += static_cast<char16_t>(0xD7C0 + (c.value >> 10U));
      units += static_cast<char16_t>(0xDC00 + (c.value & 0x3FFU));
    }
  }
  return units;
}

std::string to_utf8(std::u16string_view units) {
  std::string text;
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t c = units[i];
    const bool pair = c >= 0xD800 && c < 0xDC00 && i + 1 < units.size();
    if (pair) c = ((c - 0xD7C0) << 10U) + (units[++i] & 0x3FFU);
    append_code_point(text, c);
  }
  return text;
}

}  // namespace memory
