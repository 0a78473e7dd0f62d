#include "memory/retrieval/verdict.h"

#include <algorithm>

namespace memory {

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAnswered:
      return "answered";
    case Verdict::kPartial:
      return "partial";
    case Verdict::kNone:
      return "none";
    case Verdict::kSuperseded:
      return "superseded";
    case Verdict::kFiltered:
      return "filtered";
  }
  return "none";
}

double verdict_coverage(const Ranking& ranking) { return (ranking.entry_coverage + ranking.passage_coverage) / 2; }

AnswerEvidence answer_evidence(const Ranking& ranking) {
  if (ranking.passages.empty()) return {};
  const RankedPassage& first = ranking.passages.front();
  const auto other = std::find_if(ranking.passages.begin(), ranking.passages.end(),
                                  [&](const RankedPassage& p) { return p.entry != first.entry; });
  const double gap = other == ranking.passages.end() ? 1.0 : 1.0 - other->relevance / first.relevance;
  return {first.passage_score, gap};
}

Verdict decide(const Ranking& ranking, const VerdictThresholds& thresholds) {
  if (ranking.passages.empty() || verdict_coverage(ranking) < thresholds.coverage) return Verdict::kNone;
  const bool all_superseded = std::all_of(ranking.passages.begin(), ranking.passages.end(),
                                          [](const RankedPassage& p) { return p.passage->superseded; });
  if (all_superseded) return Verdict::kSuperseded;
  const RankedPassage& first = ranking.passages.front();
  const AnswerEvidence evidence = answer_evidence(ranking);
  const bool clear = evidence.score >= thresholds.answer_score && evidence.gap >= thresholds.answer_gap;
  return clear && !first.approximate && !first.passage->superseded ? Verdict::kAnswered : Verdict::kPartial;
}

}  // namespace memory
