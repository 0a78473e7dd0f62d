// How is relevance computed? The formulas and every constant of the ranking in one place (design: retrieval.md
// §2). Pure functions of numbers.
//
// The constants are those at which the mean over dialogues and over long technical chats is best; each was
// kept only where it gains on one kind of text and does not lose on the other.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "memory/index/posting_list.h"

namespace memory {

struct ScoringProfile {
  // BM25F on whole entries and on passages.
  double entry_k1 = 0.9;
  double entry_b = 0.65;
  double passage_k1 = 0.9;
  double passage_b = 0.4;
  double idf_exponent = 0.8;

  // Weights of the head's fields against one occurrence in the body.
  double title_weight = 2.0;
  double summary_weight = 1.5;
  double keywords_weight = 2.0;
  double path_weight = 0.25;

  // What a passage takes from its surroundings, as occurrences.
  double heading_weight = 0.15;
  double head_weight = 0.1;                                  // times the field's weight
  std::array<double, 3> context_weights = {0.35, 0.2, 0.1};  // one, two, three passages away
  double reply_weight = 0.6;   // more for the passage before where it asks something: an answer follows
  double context_words = 80;   // a passage of this length borrows nothing
  double pair_weight = 0.4;    // neighbouring terms side by side, of the weaker one's weight
  double pair_window = 6;      // words
  double entry_share = 0.35;   // of the whole entry in a passage's relevance
  double second_share = 0.15;  // of the entry's second best passage, on top

  // Soft priors.
  double user_prior = 1.75;
  double speaker_prior = 1.15;
  double date_prior = 2.2;
  double answer_prior = 1.2;
  double superseded_prior = 0.7;
  double phrase_prior = 1.5;

  // Terms that are not the plain word.
  double exact_weight = 0.5;  // an identifier as a whole, a spelling with accents
  double name_weight = 0.6;   // a speaker's name: who speaks says more than who is spoken of
  double synonym_weight = 0.3;
  double near_weight = 0.6;       // one letter off; two letters: its square
  double prefix_weight = 0.5;     // a longer word
  double date_term_weight = 0.6;  // words of a date that is matched as a date
  double asked_idf = 0.5;         // of a word that names the kind of thing asked for: answers seldom repeat it
  double unseen_common = 0.85;    // of an unseen name's idf: an unseen word that looks like no name
  double unseen_bigram = 0.2;

  std::size_t candidates = 150;  // entries whose passages are looked at
};

inline double inverse_frequency(std::uint64_t units, std::uint64_t with_term) {
  const double n = static_cast<double>(units);
  const double df = std::min(static_cast<double>(with_term), n);
  return std::log(1.0 + (n - df + 0.5) / (df + 0.5));
}

inline double length_norm(double words, double average, double b) {
  return average > 0 ? 1.0 - b + b * words / average : 1.0;
}

// Below 1, whatever the frequency.
inline double saturate(double frequency, double k1) { return frequency <= 0 ? 0.0 : frequency / (frequency + k1); }

inline double field_weight(const ScoringProfile& profile, std::uint8_t fields) {
  double weight = 0;
  if ((fields & kTitleField) != 0) weight += profile.title_weight;
  if ((fields & kSummaryField) != 0) weight += profile.summary_weight;
  if ((fields & kKeywordsField) != 0) weight += profile.keywords_weight;
  if ((fields & kPathField) != 0) weight += profile.path_weight;
  return weight;
}

}  // namespace memory
