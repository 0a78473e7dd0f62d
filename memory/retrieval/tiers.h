// Which is the cheapest way to answer a question? Turns the verdict of a search into a tier (design: retrieval.md
// §4): an answer that stands in a passage, passages for a model to answer from, or the calls that lead on. Pure
// functions.
#pragma once

#include "memory/retrieval/query_result.h"

namespace memory {

// From this relevance of the first hit on, passages are context to answer from; below, the host agent had better look
// around. On development data, the evidence of a question that is partly answered is among the passages in 85 % of
// dialogues and 63 % of long chats from it on, and in 70 % and 20 % below it.
struct TierThresholds {
  double context = 0.3;
};

// `found`: of a search without cursor.
QueryResult choose_tier(SearchResult found, const TierThresholds& thresholds = {});

}  // namespace memory
