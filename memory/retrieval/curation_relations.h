// Which entries do the relations of an operation mean? What is known is written as a path, whatever it was called,
// so that one entry is linked once (design: tree.md §4 "Relations"). Pure functions of a state.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "memory/error.h"
#include "memory/retrieval/curation.h"
#include "memory/store/tree_state.h"

namespace memory {

// The operation with each relation target that means one entry, of the tree or made by a later operation of the
// call, as its path; in the spelling that the changed entry links it by, if it does. Pending and ambiguous ones stay
// as given. A removed text that is only another name of a linked entry becomes that link. kRefusedPath where a target
// leads out of the tree.
Result<Operation> with_known_targets(const TreeState& state, Operation operation, std::span<const Operation> later);

// A word about each target of an entry, but for those it had before, that means no entry or several.
std::vector<std::string> link_warnings(const TreeState& state, const StoredEntry& entry,
                                       const std::vector<std::string>& links_before);

}  // namespace memory
