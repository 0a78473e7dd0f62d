// From a query to an answer: analyze, rank, decide the verdict, pack (design: retrieval.md §2–3).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "memory/error.h"
#include "memory/index/search_index.h"
#include "memory/retrieval/expansion.h"
#include "memory/retrieval/lifecycles.h"

namespace memory {

struct SearchRequest {
  std::string query;
  std::optional<std::string> scope;  // path prefix, by whole components
  std::vector<std::string> tags;     // all of them
  std::optional<std::string> since;  // ISO date (time), or "7d", "12h": ago
  std::optional<std::string> until;
  std::optional<std::string> min_maturity;
  std::vector<std::string> kinds;  // "context", "summary"; empty: both
  std::int64_t limit = 10;         // distinct entries, 1..100
  std::int64_t max_tokens = 2000;  // of the whole reply, 100..8000
  std::optional<std::string> cursor;
  bool explain = false;
};

struct SearchHit {
  std::string path;
  std::string title;
  std::optional<std::string> heading;  // "Narrative > Rules"
  std::int64_t start_line = 0;         // 1-based, in the file
  std::int64_t end_line = 0;
  std::string text;  // exactly these lines
  double score = 0;  // relevance in [0,1]
  std::string hash;
  std::optional<std::string> updated_at;
  std::optional<std::string> maturity;  // left out for draft
  std::optional<std::string> superseded_by;
  std::optional<std::string> via;
  std::optional<bool> approximate;  // found by a near spelling only
  std::vector<std::string> flags;   // conflict_markers, instructions
  std::optional<std::string> explain;
};

struct SearchOmitted {
  std::int64_t hits = 0;
  std::int64_t tokens = 0;
  std::optional<std::string> cursor;
};

struct SearchResult {
  std::string verdict;  // answered | partial | none | superseded | filtered
  std::vector<SearchHit> hits;
  SearchOmitted omitted;
  std::vector<std::string> unmatched_terms;
  std::vector<std::string> did_you_mean;
  std::optional<std::string> hint;  // blank or stop-word-only query; what `none` means; what a filter removed
  std::string generation;
  double elapsed_ms = 0;
};

// `neighbours`: who is related to whom; called only where the hits leave room, null: nobody is asked for.
// Errors: kInvalidArgument (since, until, min_maturity, kinds, cursor), each naming the field.
Result<SearchResult> search(const SearchIndex& index, const SearchRequest& request, Time now,
                            const Lifecycles& lifecycles = {}, const Neighbours& neighbours = nullptr);

}  // namespace memory
