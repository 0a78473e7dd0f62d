#include "memory/retrieval/tiers.h"

#include <algorithm>

#include "memory/tree/entry_path.h"

namespace memory {
namespace {

constexpr std::size_t kMostCalls = 3;

// The best entry whole, what it is related to, and what stands beside it; then the next best entry.
std::vector<NextCall> calls_from(const std::vector<SearchHit>& hits) {
  std::vector<NextCall> calls;
  const auto add = [&](std::string tool, std::string_view path) {
    const bool known = std::any_of(calls.begin(), calls.end(),
                                   [&](const NextCall& call) { return call.tool == tool && call.path == path; });
    if (!known && calls.size() < kMostCalls) calls.push_back({std::move(tool), std::string(path)});
  };
  const std::string& best = hits.front().path;
  add("read_entry", best);
  add("relations", best);
  if (!parent_path(best).empty()) add("browse_tree", parent_path(best));
  for (const SearchHit& hit : hits) add("read_entry", hit.path);
  return calls;
}

}  // namespace

QueryResult choose_tier(SearchResult found, const TierThresholds& thresholds) {
  QueryResult result;
  static_cast<SearchResult&>(result) = std::move(found);
  if (result.hits.empty()) {
    result.answer_with = "none";
  } else if (result.verdict == "answered") {
    result.answer_with = "hit";
  } else if (result.verdict != "partial" || result.hits.front().score >= thresholds.context) {
    result.tier = 3;
    result.answer_with = "host";
  } else {
    result.tier = 4;
    result.answer_with = "tools";
    result.next = calls_from(result.hits);
  }
  return result;
}

}  // namespace memory
