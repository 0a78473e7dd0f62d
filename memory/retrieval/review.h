// What in the tree deserves an agent's or a person's decision? Proposals, each with a curate call that does it;
// nothing is ever archived, merged or marked by itself (design: lifecycle.md "Review"). Pure functions of a state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/index/relation_graph.h"
#include "memory/retrieval/lifecycles.h"
#include "memory/store/tree_state.h"

namespace memory {

struct ProposedEdit {
  std::string find;
  std::string replace;
};

// One operation of a proposed call; fields that do not apply are empty.
struct ProposedOperation {
  std::string type;
  std::string path;
  std::string title;
  std::string content;  // of a new entry: its body
  std::string target_path;
  std::vector<ProposedEdit> edits;
  std::vector<std::string> remove;
  std::optional<bool> archived;
};

struct ProposedCall {
  std::vector<ProposedOperation> operations;
  std::string reason;
};

struct Proposal {
  std::string kind;                // archive | merge | conflict | stale | oversized | orphan
  std::vector<std::string> paths;  // of the entries it is about
  std::string why;
  ProposedCall call;
};

// At most 20, the kinds in turn. archive: a draft below importance 35 that nobody touched for 60 days. merge: two
// entries that say the same. conflict: two current facts with different values. stale: nothing an entry states is
// current any more. oversized: more than a read_entry call can give, with a section that can stand by itself.
// orphan: a relation whose target does not exist.
std::vector<Proposal> review(const TreeState& tree, const RelationGraph& graph, const Lifecycles& lifecycles);

}  // namespace memory
