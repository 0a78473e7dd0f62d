// In which order do the passages of a tree answer a query? Relevance in [0,1] from the index, then the compound
// score with the entry's lifecycle (design: retrieval.md §2, Eq. 5). Pure functions on an immutable index.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "memory/index/collector.h"
#include "memory/index/passage_scorer.h"
#include "memory/index/query.h"
#include "memory/retrieval/lifecycles.h"

namespace memory {

// Weights of Eq. 5. Lifecycle may order near-ties; it never lifts an irrelevant entry over a relevant one.
struct CompoundWeights {
  double relevance = 1;
  double importance = 0.02;
  double recency = 0.02;
  double draft = 0.98;
  double validated = 1;
  double core = 1.02;
};

struct RankedPassage {
  const StoredEntry* entry = nullptr;  // both live in the index
  const IndexedPassage* passage = nullptr;
  double relevance = 0;      // entry and passage together, in [0,1]
  double order = 0;          // compound score
  double passage_score = 0;  // of the passage alone
  double entry_score = 0;
  double coverage = 0;
  double pairs = 0;  // as ScoredPassage counts them
  bool approximate = false;
  std::string_view via;  // the path of the entry that led here; empty: the query's words did
};

struct Ranking {
  std::vector<RankedPassage> passages;  // best first; ties by path bytes, then by place
  std::uint64_t matching_entries = 0;
  bool more_may_match = false;
  double entry_coverage = 0;    // the best entry's share of the query's idf
  double passage_coverage = 0;  // the best passage's
  double known_share = 0;       // of the query's idf: terms that occur anywhere in their own spelling
  std::size_t terms = 0;        // of the query, found or not
  bool unknown_name = false;    // one of them looks like a name and occurs nowhere
};

Ranking rank(const SearchIndex& index, const Query& query, const EntryFilter& filter, Time now,
             const ScoringProfile& profile, const CompoundWeights& weights = {}, const Lifecycles& lifecycles = {});

// Eq. 5 as a straight line in the relevance, which is all that differs between an entry's passages.
struct CompoundScore {
  double slope = 1;
  double base = 0;
  double at(double relevance) const { return slope * relevance + base; }
};
CompoundScore compound_score(const StoredEntry& entry, Time now, const CompoundWeights& weights,
                             const Lifecycles& lifecycles = {});

}  // namespace memory
