// One part made of several: postings are taken over as bytes, nothing is analyzed again. Entries that are no
// longer alive are left out.
#pragma once

#include <span>
#include <vector>

#include "memory/index/index_part.h"

namespace memory {

struct MergeInput {
  const IndexPart* part = nullptr;
  const std::vector<bool>* dead = nullptr;  // by entry; null: all alive
};

// The entries of the inputs one after another.
IndexPart merge_parts(std::span<const MergeInput> inputs);

}  // namespace memory
