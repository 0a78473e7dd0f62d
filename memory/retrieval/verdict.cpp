#include "memory/retrieval/verdict.h"

#include <algorithm>
#include <cmath>

namespace memory {
namespace {

constexpr std::size_t kFewTerms = 3;

}  // namespace

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

double evidence(const Ranking& ranking) {
  if (ranking.passages.empty()) return 0;
  const bool brief = ranking.terms <= 2 && !ranking.unknown_name;
  const double length = brief ? 0.35 : 0.08 * std::log2(static_cast<double>(std::max<std::size_t>(ranking.terms, 1)));
  return ranking.passage_coverage + 0.7 * ranking.passages.front().relevance + 0.5 * ranking.known_share + length;
}

double clarity(const Ranking& ranking) {
  if (ranking.passages.empty()) return 0;
  const RankedPassage& first = ranking.passages.front();
  const auto next = std::find_if(ranking.passages.begin(), ranking.passages.end(),
                                 [&](const RankedPassage& p) { return p.entry != first.entry; });
  const double gap = next == ranking.passages.end() ? 1.0 : 1.0 - next->relevance / first.relevance;
  return first.relevance + 3 * gap;
}

Verdict decide(const Ranking& ranking, const VerdictThresholds& thresholds) {
  if (ranking.passages.empty() || evidence(ranking) < thresholds.evidence) return Verdict::kNone;
  const bool all_superseded = std::all_of(ranking.passages.begin(), ranking.passages.end(),
                                          [](const RankedPassage& p) { return p.passage->superseded; });
  if (all_superseded) return Verdict::kSuperseded;
  const RankedPassage& first = ranking.passages.front();
  const bool half_known = ranking.terms <= kFewTerms && ranking.known_share < 1;
  const bool own = !first.approximate && !first.passage->superseded && !half_known;
  return own && clarity(ranking) >= thresholds.clarity ? Verdict::kAnswered : Verdict::kPartial;
}

}  // namespace memory
