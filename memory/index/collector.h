// Which entries are worth a look at their passages? Ranks whole entries by BM25F over the posting lists and
// keeps the best; postings that cannot change which those are, are skipped. Positions are not touched. Thread-safe
// on an immutable index.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "memory/index/query.h"

namespace memory {

struct Candidate {
  std::uint32_t part = 0;
  std::uint32_t entry = 0;
  double score = 0;  // BM25F of the whole entry
};

using EntryFilter = std::function<bool(const StoredEntry&)>;

struct Candidates {
  std::vector<Candidate> best;  // at most profile.candidates; best first, ties by path
  std::uint64_t matching = 0;   // entries that hold some term and pass the filter
  bool skipped = false;         // postings were: there may be more of these
};

// `filter`: which entries may be found; empty: all.
Candidates collect_candidates(const SearchIndex& index, const Query& query, const ScoringProfile& profile,
                              const EntryFilter& filter);

}  // namespace memory
