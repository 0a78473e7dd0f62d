// Which terms does a chunk of text stand for? The one analyzer of entries and queries (design: retrieval.md
// §1): compatibility forms and case folded, accents folded with the original kept beside, words stemmed,
// identifiers whole and in parts, numbers and versions exactly as they are. Pure functions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/index/language.h"

namespace memory {

enum class TermKind : std::uint8_t {
  kWord,      // stemmed, without accents
  kWhole,     // an identifier as one; its parts stand beside
  kOriginal,  // a word in its own spelling with accents; the folded form stands beside
  kNumber,    // number, version, time of day: exact
  kBigram,    // two neighbouring characters of a script without spaces (one, where the run has only one)
};

struct Term {
  std::string text;
  TermKind kind = TermKind::kWord;
  std::uint16_t offset = 0;  // words behind the chunk's first
};

// What a chunk says beside its terms; or-ed together for a passage.
enum ChunkTrait : std::uint8_t {
  kHoldsNumber = 1,  // digits or a number word
  kHoldsTime = 2,    // a word of time: month, weekday, "yesterday", a year
  kMayBeDate = 4,    // a month's name or digits like a date's: worth a look by find_dates
  kAsks = 8,         // of a passage: it ends with a question
};

struct AnalyzedChunk {
  std::vector<Term> terms;  // by offset
  std::uint16_t width = 0;  // words the chunk stands for
  std::uint8_t traits = 0;
  bool stop_word = false;  // of the language given; its one term still stands in `terms`
};

AnalyzedChunk analyze_word(std::string_view chunk, Language language);

// The bigrams of a run in order; `offset` counts characters.
void for_each_bigram(std::string_view run,
                     const std::function<void(std::string_view bigram, std::uint32_t offset)>& each);

// Changes when the same text would give other terms: part of every stored form of the index.
inline constexpr int kAnalyzerVersion = 1;

}  // namespace memory
