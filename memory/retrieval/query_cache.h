// Was this question answered already, on the same tree? Tier 0: the same question, but for case, spaces and final
// signs. Tier 1: one that means the same: nearly the same words, and none that could turn the meaning round
// (design: retrieval.md §4). Bounded, least recently used first out; another generation of the tree empties it.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "memory/index/language.h"
#include "memory/retrieval/pipeline.h"
#include "memory/retrieval/query_result.h"

namespace memory {

// What of a question tells it from others.
struct QueryKey {
  std::string text;                // folded, with everything else that was asked for
  std::string options;             // what must be the same in any case: filters, limits
  std::vector<std::string> terms;  // stems without stop words, sorted, each once
  std::vector<std::string> marks;  // numbers, versions, names, negations and quoted phrases, in order
};

// `counts`: the languages of the tree.
QueryKey make_query_key(const SearchRequest& request, const LanguageCounts& counts);

// Jaccard >= 0.6 over the terms, at least two in common, the same marks and options; what only one of them has are
// words that just ask ("tell", "please"), or synonyms.
bool means_the_same(const QueryKey& a, const QueryKey& b);

// Thread-safe.
class QueryCache {
 public:
  explicit QueryCache(std::size_t capacity = 256) : capacity_(capacity) {}

  // The result kept for the question, with its tier set to 0 or 1.
  std::optional<QueryResult> find(const QueryKey& key, std::string_view generation);
  void keep(QueryKey key, QueryResult result);  // of the generation that the result names

 private:
  struct Kept {
    QueryKey key;
    QueryResult result;
  };
  using Place = std::list<Kept>::iterator;

  void forget_other_generations(std::string_view generation);

  std::size_t capacity_;
  std::mutex mutex_;
  std::string generation_;
  std::list<Kept> kept_;  // the last used one first
  std::unordered_map<std::string, Place> by_text_;
};

}  // namespace memory
