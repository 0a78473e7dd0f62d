#include "memory/retrieval/paper_verdict.h"

namespace memory {

Verdict decide_by_paper(double first, double second, bool unmatched, const PaperThresholds& thresholds) {
  if (first < thresholds.minimum) return Verdict::kNone;
  if (unmatched && first < thresholds.in_domain) return Verdict::kNone;
  if (first >= thresholds.direct) return Verdict::kAnswered;
  return first >= thresholds.direct_by_gap && first - second >= thresholds.gap ? Verdict::kAnswered : Verdict::kPartial;
}

}  // namespace memory
