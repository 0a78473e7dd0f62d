// How is the tree? Where it lives and why there, what it holds, what needs a person's look.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memory/retrieval/review.h"
#include "memory/root.h"
#include "memory/store/entry_store.h"

namespace memory {

struct IndexStatus {
  std::string state;  // ready
  std::string generation;
  std::int64_t built_ms = 0;  // reading the tree and building or loading the index at start
  std::string snapshot;       // what became of the one that the last process left
};

// Questions answered since the start, by tier (retrieval.md §4).
struct TierCounts {
  std::int64_t exact_cache = 0, fuzzy_cache = 0, direct = 0, context = 0, tools = 0;

  void count(std::int64_t tier) {
    ++(tier == 0 ? exact_cache : tier == 1 ? fuzzy_cache : tier == 2 ? direct : tier == 3 ? context : tools);
  }
};

struct Status {
  std::string root;
  std::string root_rule;
  std::string version;  // of the program
  bool read_only = false;
  std::int64_t entries = 0;
  std::int64_t folders = 0;
  IndexStatus index;
  LifecycleCounts lifecycle;
  TierCounts tiers;
  std::int64_t pending_relations = 0;
  std::vector<Problem> problems;
  std::vector<Proposal> proposals;  // where they were asked for
};

}  // namespace memory
