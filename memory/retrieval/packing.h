// Which passages go into the reply? The best first, as many as `max_tokens` holds, of at most `limit` entries;
// passages of one entry that touch or lie within two lines become one hit; the same text comes once; what was
// left out is counted (design: retrieval.md §3). Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memory/retrieval/pipeline.h"
#include "memory/retrieval/ranking.h"

namespace memory {

struct PackingLimits {
  std::int64_t entries = 10;
  std::int64_t tokens = 2000;
  std::int64_t page = 0;  // how many pages were packed before
};

struct Packed {
  std::vector<SearchHit> hits;
  SearchOmitted omitted;  // without the cursor
  bool cut = false;       // the first passage alone is longer than the reply may be: a part of it is given
};

// `passages`: best first.
Packed pack(const std::vector<RankedPassage>& passages, const PackingLimits& limits);

}  // namespace memory
