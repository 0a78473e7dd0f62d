// In which language is a text written, and which of its words carry no meaning of their own? Languages are
// those that have a stemmer here; a text that shows no other language counts as English. Pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace memory {

enum class Language : std::uint8_t {
  kEnglish,
  kGerman,
  kFrench,
  kSpanish,
  kItalian,
  kPortuguese,
  kDutch,
  kSwedish,
  kNorwegian,
  kDanish,
  kFinnish,
  kHungarian,
  kRomanian,
  kTurkish,
  kCatalan,
  kIndonesian,
  kRussian,
  kGreek,
  kArabic,
  kArmenian,
  kHindi,
  kTamil,
};
inline constexpr std::size_t kLanguages = 22;

using LanguageCounts = std::array<std::uint32_t, kLanguages>;

// The language whose script or stop words the text shows most; English where the text shows none clearly.
// Looks at the first words only, so its cost does not grow with the text.
Language detect_language(std::string_view text);

// The same for a short text, among languages that are known to occur (`counts` > 0, English always does): one
// stop word more than the others is enough.
Language detect_query_language(std::string_view query, const LanguageCounts& counts);

// `folded`: case-folded, without accents (fold_accents), apostrophes as "'".
bool is_stop_word(std::string_view folded, Language language);

}  // namespace memory
