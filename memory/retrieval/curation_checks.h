// What has to be true before an operation is planned, and of the place where a new file would stand? Each refusal
// names the field and its value (design: tree.md §1, §2, §4). Pure functions.
#pragma once

#include "memory/error.h"
#include "memory/retrieval/curation.h"
#include "memory/retrieval/curation_target.h"
#include "memory/store/tree_state.h"

namespace memory {

// Times that nobody could read back: created_at, and the validity of facts. kInvalidArgument.
Result<> check_times(const Operation& operation);

// kConflict with the current hash where `expected_hash` is another.
Result<> check_expected_hash(const Operation& operation, const StoredEntry& entry);

// An entry that is not there is not the version that `expected_hash` asks for: kConflict. Without one the error
// as it is.
Error missing_entry(const Operation& operation, Error error);

// The domain of a new entry is none that is reserved. `field` names the argument that says where.
Result<> check_domain(const Target& target, const char* field);

// Nothing that is no entry stands in the way of a new file: kAlreadyExists; kIo where that cannot be told.
Result<> check_way(const TreeState& state, const Target& target, const char* field);

}  // namespace memory
