// The search of the paper profile (retrieval.md §2): documents in the order and with the scores of MiniSearch 7,
// the paper's verdict on top, the same shape of result as search() gives. Lifecycle has no part in it: the order is
// MiniSearch's, bit by bit, so that the profile can be held against the package.
#pragma once

#include "memory/error.h"
#include "memory/index/paper_index.h"
#include "memory/retrieval/pipeline.h"

namespace memory {

// Of each document the passage that says most about the query. `score` of a hit is s / (1 + s); with `explain` the
// score s itself is given to all its digits. The paper's limits of a reply, 32 results and 8,000 characters, are the
// caller's `limit` and `max_tokens` here, as in every search: 8,000 characters are the default 2,000 tokens.
// Errors as of search().
Result<SearchResult> search_paper(const PaperIndex& index, const SearchRequest& request, Time now,
                                  const Lifecycles& lifecycles = {});

}  // namespace memory
