#include "memory/retrieval/verdict.h"

#include <algorithm>
#include <cmath>

namespace memory {
namespace {

constexpr std::size_t kBriefTerms = 2;  // of so few one is enough
constexpr std::size_t kFewTerms = 3;
constexpr std::size_t kCrowd = 10;  // passages among which the first stands out or does not

// A few words, none of them stored, but most almost: rather typed wrong than about something else.
bool looks_misspelt(const Ranking& ranking) {
  constexpr std::size_t kMostTerms = 4;
  constexpr double kLeastCoverage = 0.35;  // one letter off counts 0.6, two 0.36
  const RankedPassage& first = ranking.passages.front();
  return first.approximate && ranking.terms <= kMostTerms && first.coverage >= kLeastCoverage;
}

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
  const RankedPassage& first = ranking.passages.front();
  const double matched = first.coverage * static_cast<double>(ranking.terms);
  double sum = first.relevance + first.pairs + ranking.known_share + 0.5 * ranking.passage_coverage;
  sum += 0.2 * std::log1p(matched);
  if (ranking.unknown_name) return sum - 0.5;
  return ranking.terms <= kBriefTerms ? sum + 0.35 : sum;
}

double clarity(const Ranking& ranking) {
  const auto& passages = ranking.passages;
  if (passages.empty()) return 0;
  const RankedPassage& first = passages.front();
  const auto next =
      std::find_if(passages.begin(), passages.end(), [&](const RankedPassage& p) { return p.entry != first.entry; });
  const double gap = next == passages.end() ? 1.0 : 1.0 - next->relevance / first.relevance;
  double crowd = 0;
  for (std::size_t i = 0; i < std::min(kCrowd, passages.size()); ++i) crowd += passages[i].relevance;
  const double spread = 1.0 - crowd / (static_cast<double>(kCrowd) * first.relevance);
  return gap + spread + 0.5 * first.pairs + 0.5 * first.entry_score;
}

Verdict decide(const Ranking& ranking, const VerdictThresholds& thresholds) {
  if (ranking.passages.empty()) return Verdict::kNone;
  if (evidence(ranking) < thresholds.evidence && !looks_misspelt(ranking)) return Verdict::kNone;
  const bool all_superseded = std::all_of(ranking.passages.begin(), ranking.passages.end(),
                                          [](const RankedPassage& p) { return p.passage->superseded; });
  if (all_superseded) return Verdict::kSuperseded;
  const RankedPassage& first = ranking.passages.front();
  const bool half_known = ranking.terms <= kFewTerms && ranking.known_share < 1;
  const bool own = !first.approximate && !first.passage->superseded && !half_known;
  return own && clarity(ranking) >= thresholds.clarity ? Verdict::kAnswered : Verdict::kPartial;
}

}  // namespace memory
