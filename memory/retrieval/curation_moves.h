// What happens to an entry's path, and to everything that names it, when it is moved, renamed or merged into
// another? (design: tree.md §4). Pure functions of a state.
#pragma once

#include <string>
#include <vector>

#include "memory/retrieval/curation_plan.h"

namespace memory {

// An entry that names another: by a spelling of its path, by title, alias or file name.
struct Referrer {
  EntryPtr entry;
  std::vector<std::string> spellings;  // as written, without ".md"
};
std::vector<Referrer> referrers_of(const TreeState& state, const StoredEntry& entry);

// Where target_path and target_title lead an UPDATE's entry, with the title it has there. kAlreadyExists where
// another entry stands there.
Result<Target> destination_of(const TreeState& state, const PlannedCall& call, const StoredEntry& entry);

// Where an UPDATE with `archived` leads: below "_archived/", or back from there; nothing where it is there already.
// kInvalidArgument for a pinned entry; kAlreadyExists where another entry stands there.
Result<std::optional<Target>> archive_place(const TreeState& state, const Operation& operation,
                                            const StoredEntry& entry);

// What named the entry, and will not mean the one on `path` any more once the planned files are in place, is
// rewritten; the first of these files is the entry's on `path`.
void plan_rewrites(const TreeState& state, const StoredEntry& entry, const std::string& path, Plan& plan);

// Adds the entry's new file, the rewritten references and the old file's removal to the plan.
void plan_move(const TreeState& state, const StoredEntry& entry, const Target& destination, std::string bytes,
               Plan& plan);

}  // namespace memory
