// Does a new fact contradict a stored one? Two facts about one subject with different values that hold at the
// same time: both stay, the older one is marked as superseded in the same change (design: tree.md §4
// "Conflicts"). Pure function of a state.
#pragma once

#include "memory/retrieval/curation_plan.h"

namespace memory {

// Two facts that cannot both be current: one subject, other values, and they hold at the same time. A fact without
// any date holds from when it was told.
bool contradict(const Fact& a, Time told_a, const Fact& b, Time told_b);

// Adds the marks to the plan's files, and says so in its warnings. The current fact is the one that is valid from
// later where both say since when, else the one that this operation brings.
void plan_fact_conflicts(const TreeState& state, Time now, Plan& plan);

}  // namespace memory
