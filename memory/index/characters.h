// Which script does a character belong to, and what is a letter without its accent? Tables are ranges of the
// Unicode Character Database as far as the analyzer tells scripts apart. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace memory {

enum class Script : std::uint8_t {
  kOther,
  kLatin,
  kGreek,
  kCyrillic,
  kArmenian,
  kHebrew,
  kArabic,
  kDevanagari,
  kTamil,
  // Written without spaces, or with spaces that do not end a word: matched by character bigrams.
  kThai,
  kLao,
  kMyanmar,
  kKhmer,
  kHangul,
  kHiragana,
  kKatakana,
  kHan,
};

Script script_of(char32_t c);
inline bool written_without_spaces(Script script) { return script >= Script::kThai; }

// Case-folded compatibility form without accents: Latin and Greek letters lose their marks, letters that have
// no decomposition (ø, ł, ı) get their usual plain spelling; in other scripts only ё becomes е, since their
// marks tell letters apart (й is no и).
std::string fold_accents(std::string_view folded);

}  // namespace memory
