// Does the tree know the answer, something about it, or nothing? Decided from how much of the question's
// information (idf) the best entry and the best passage hold, and how clearly the first hit stands out
// (design: retrieval.md §3). Pure functions.
#pragma once

#include <string_view>

#include "memory/retrieval/ranking.h"

namespace memory {

enum class Verdict { kAnswered, kPartial, kNone, kSuperseded, kFiltered };
std::string_view verdict_name(Verdict verdict);

// Thresholds, set on the development data: `none` at no more than 5 % of the answerable questions, a direct
// answer where at least 95 % of those given are right.
struct VerdictThresholds {
  double coverage = 0.5;       // mean of entry and passage coverage below which nothing is known
  double answer_score = 0.45;  // of the first passage alone
  double answer_gap = 0.1;     // to the first passage of another entry, relative
};

// How much of the question's information the best entry and the best passage hold, in [0,1].
double verdict_coverage(const Ranking& ranking);

// How well the first passage fits, and how far the next entry is behind, relative to it.
struct AnswerEvidence {
  double score = 0;
  double gap = 0;
};
AnswerEvidence answer_evidence(const Ranking& ranking);

// kNone, kPartial, kAnswered or kSuperseded.
Verdict decide(const Ranking& ranking, const VerdictThresholds& thresholds = {});

}  // namespace memory
