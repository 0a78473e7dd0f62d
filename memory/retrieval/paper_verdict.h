// What does the paper's rule make of the best scores? (retrieval.md §2, paper profile) Pure functions.
#pragma once

#include "memory/retrieval/verdict.h"

namespace memory {

struct PaperThresholds {
  double minimum = 0.6;         // below it a document is no result
  double in_domain = 0.85;      // from it on a word that nothing matches makes no difference
  double direct = 0.93;         // a direct answer, whatever comes next
  double direct_by_gap = 0.85;  // a direct answer where the next is at least `gap` below
  double gap = 0.08;
};

// A score of MiniSearch, 0 or more without an upper bound, as s / (1 + s) in [0,1).
inline double normalized_paper_score(double score) { return score / (1 + score); }

// kNone, kPartial or kAnswered. `first`, `second`: the best normalized scores, 0 where there is none.
// `unmatched`: some significant word of the query matches nothing.
Verdict decide_by_paper(double first, double second, bool unmatched, const PaperThresholds& thresholds = {});

}  // namespace memory
