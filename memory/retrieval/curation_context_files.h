// What do the context.md files say once a change is in place? The generated region of each folder that the
// change touches, and of the folders above, is made anew in the same change (design: tree.md §3 "context.md").
#pragma once

#include "memory/retrieval/curation_plan.h"

namespace memory {

// Adds the context.md files to the plan's own; the given *_context texts become a folder's explanation where it
// has none yet, else a warning says how to change it. A folder left without entries loses its context.md,
// unless a person wrote in it.
void plan_context_files(const TreeState& state, const Operation& operation, Plan& plan);

}  // namespace memory
