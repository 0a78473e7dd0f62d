// Which entries hang together with one entry, over how many steps? Breadth first, each link once, cycles end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memory/error.h"
#include "memory/index/relation_graph.h"
#include "memory/store/entry_store.h"

namespace memory {

struct RelationsRequest {
  std::string path;
  std::string direction = "both";   // out | in | both
  std::optional<std::string> type;  // only links of this type
  std::int64_t depth = 1;           // steps, 1..5
  std::int64_t limit = 50;          // links, 1..500
};

struct RelationLink {
  std::string from;
  std::string to;
  std::optional<std::string> type;
  std::optional<std::string> why;
  std::string direction;  // out | in, seen from the entry asked for
  std::int64_t depth = 1;
  std::optional<std::string> title;  // of the entry at the far end
  std::optional<bool> pending;       // the target does not exist
  std::optional<bool> ambiguous;     // several entries have that name
};

struct RelationsResult {
  std::string path;
  std::vector<RelationLink> links;
  std::int64_t omitted = 0;  // links beyond `limit`
};

// kNotFound, kAmbiguous, kRefusedPath.
Result<RelationsResult> walk_relations(const TreeState& state, const RelationGraph& graph,
                                       const RelationsRequest& request);

}  // namespace memory
