// Does a new fact contradict a stored one? Two facts about one subject with different values that hold at the
// same time: both stay, the older one is marked as superseded in the same change (design: tree.md §4
// "Conflicts"). Pure function of a state.
#pragma once

#include "memory/retrieval/curation_plan.h"

namespace memory {

// Adds the marks to the plan's files, and says so in its warnings. The current fact is the one that is valid from
// later where both say since when, else the one that this operation brings.
void plan_fact_conflicts(const TreeState& state, Time now, Plan& plan);

}  // namespace memory
