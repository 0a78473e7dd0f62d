// Does the tree know the answer, something about it, or nothing? Decided from how much of the question's
// information (idf) the best passage and the whole vocabulary hold, and how clearly the first hit stands out
// (design: retrieval.md §3). Pure functions.
#pragma once

#include <string_view>

#include "memory/retrieval/ranking.h"

namespace memory {

enum class Verdict { kAnswered, kPartial, kNone, kSuperseded, kFiltered };
std::string_view verdict_name(Verdict verdict);

// How much speaks for the question being one the tree can answer: the first passage's relevance, how many of the
// question's words it holds and how close together; the best coverage by any passage; how much of the question
// occurs anywhere; and against it a name that occurs nowhere. Of two words that name nothing unknown one is enough.
// The weights are rounded from a logistic regression over questions with and without an answer in dialogues,
// technical chats and encyclopaedic texts in four languages, relative to that of the relevance.
double evidence(const Ranking& ranking);

// How clearly the first passage answers: how far the next entry is behind, how far the first ten passages are, both
// relative to it, and how well its words and its entry match. Fitted likewise to first hits right and wrong.
double clarity(const Ranking& ranking);

// Derived from the development data by conformance/thresholds.mjs: of the data sets' own values the most cautious,
// with a little room.
struct VerdictThresholds {
  double evidence = 1.37;  // below it nothing is known; at most 5 % of the answerable questions lie there
  double clarity = 0.96;   // from it on the first hit is a direct answer; at least 95 % of those are right
};

// kNone, kPartial, kAnswered or kSuperseded. A question of few words is answered only where it is known whole; one
// whose words are all typed wrong is partial.
Verdict decide(const Ranking& ranking, const VerdictThresholds& thresholds = {});

}  // namespace memory
