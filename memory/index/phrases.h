// Where do the quoted phrases of a query stand? A phrase is its words one behind another in one field or
// passage, function words included. Thread-safe on an immutable index.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "memory/index/query.h"

namespace memory {

// Of each entry that holds every phrase of the query: the units that hold one (0: the head), ascending.
using PhraseEntries = std::map<std::uint32_t, std::vector<std::uint32_t>>;
struct PhraseMatches {
  std::array<PhraseEntries, 2> parts;
  bool empty() const { return parts[0].empty() && parts[1].empty(); }
};

PhraseMatches find_phrases(const SearchIndex& index, const Query& query);

}  // namespace memory
