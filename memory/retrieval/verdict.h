// Does the tree know the answer, something about it, or nothing? Decided from how much of the question's
// information (idf) the best passage and the whole vocabulary hold, and how clearly the first hit stands out
// (design: retrieval.md §3). Pure functions.
#pragma once

#include <string_view>

#include "memory/retrieval/ranking.h"

namespace memory {

enum class Verdict { kAnswered, kPartial, kNone, kSuperseded, kFiltered };
std::string_view verdict_name(Verdict verdict);

// How much speaks for the question being one the tree can answer: the best passage's coverage and relevance, and
// how many of its words occur at all. A long question holds words that no answer repeats, so its length counts
// for it; of two words that name nothing unknown one is enough. The weights are those of a logistic regression
// over questions with and without an answer in dialogues, technical chats and encyclopaedic texts in four
// languages, rounded.
double evidence(const Ranking& ranking);

// How clearly the first passage answers: its relevance, and how far the next entry is behind, relative to it.
double clarity(const Ranking& ranking);

struct VerdictThresholds {
  double evidence = 1.08;  // below it nothing is known; at most 5 % of the answerable questions lie there
  double clarity = 1.5;    // from it on the first hit is a direct answer; at least 95 % of those are right
};

// kNone, kPartial, kAnswered or kSuperseded. A question of few words is answered only where it is known whole.
Verdict decide(const Ranking& ranking, const VerdictThresholds& thresholds = {});

}  // namespace memory
