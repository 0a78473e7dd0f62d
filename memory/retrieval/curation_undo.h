// UNDO: which files have to change so that everything a change touched is as it was before it? (design: tree.md §4
// "Undo"). The bytes come from history, signals from the record of the change.
#pragma once

#include "memory/retrieval/curation_plan.h"
#include "memory/store/change_record.h"

namespace memory {

// kNotFound for a change that history does not hold, or whose bytes it lost; kConflict, naming the later changes,
// where a file is not as the change left it, unless the operation forces it.
Result<Plan> plan_undo(const TreeState& state, const PlannedCall& call);

// What brings the lifecycle of the entries back: counts as before the change, plus what was counted since for other
// reasons. `files` are those that the undo puts in place.
std::vector<Signal> compensating_signals(const ChangeRecord& record, const std::vector<FileChange>& files,
                                         const Lifecycles& lifecycles);

}  // namespace memory
