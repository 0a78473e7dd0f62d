// Which words of the vocabulary are spelled almost like a word it does not hold? Damerau-Levenshtein distance
// (neighbouring letters swapped count once) of at most 1 for 4 to 7 letters, 2 above, and words that it begins;
// compared with the terms and with the words they stand for (design: retrieval.md §2).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "memory/index/index_part.h"

namespace memory {

struct NearTerm {
  std::uint32_t term = 0;
  std::string spelling;
  unsigned distance = 0;    // 0: the word is a prefix of it
  std::uint64_t units = 0;  // that hold it; left to the caller
};

// One letter off before a longer word and two letters off; then the more frequent, then by spelling.
bool is_nearer(const NearTerm& a, const NearTerm& b);

// All of them, in no order. `word` and `stem` are folded.
std::vector<NearTerm> near_terms(const IndexPart& part, std::string_view word, std::string_view stem);

// The distance over code points, or a larger number where it is above `most`.
unsigned edit_distance(std::u32string_view a, std::u32string_view b, unsigned most);

}  // namespace memory
