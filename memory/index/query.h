// What does a query ask the index for? Text is always text: no operator but quotation marks round a phrase,
// never an error. Words are analyzed in every language the index holds, so that a word finds its forms in
// each; words the vocabulary does not hold stand for their nearest spellings (design: retrieval.md §1–2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory/index/dates.h"
#include "memory/index/question.h"
#include "memory/index/scoring.h"
#include "memory/index/search_index.h"

namespace memory {

// One term of the vocabulary that a query term stands for.
struct QueryAlternative {
  std::string text;
  double weight = 1;                                  // below 1: a synonym, a near spelling, a longer word
  bool approximate = false;                           // a near spelling or a longer word
  std::array<std::optional<std::uint32_t>, 2> ids{};  // in each part's vocabulary, where living entries hold it
  std::uint64_t units = 0;                            // passages and heads of living entries that hold it
};

struct QueryTerm {
  std::vector<QueryAlternative> alternatives;  // empty: nothing in the index
  std::uint32_t word = 0;                      // index in Query::words
  bool bonus = false;                          // beside other terms of its word; its absence means nothing
  bool bigram = false;
  bool name = false;         // of somebody who speaks in the tree
  bool approximate = false;  // all alternatives are
  double idf = 0;            // damped; an unseen word's is the largest
  double weight = 0;         // what a saturated match is worth
};

struct QueryWord {
  std::string text;        // as typed
  bool name_like = false;  // starts with a capital letter, and not the query
  bool asked = false;      // names the kind of thing that is asked for: "what city", "which of"
  bool known = false;      // some term of it occurs, in its own spelling
};

struct PhraseSlot {
  std::uint32_t position = 0;                  // words behind the phrase's first
  std::vector<QueryAlternative> alternatives;  // what may stand there
};
using Phrase = std::vector<PhraseSlot>;

struct Query {
  std::vector<QueryWord> words;  // without stop words
  std::vector<QueryTerm> terms;  // each once, in order
  std::vector<Phrase> phrases;
  std::optional<DateRange> date;
  QuestionKind kind;
  std::array<std::vector<std::uint32_t>, 2> speakers;  // named ones, by part; sorted
  std::vector<std::string> near_words;                 // words of the vocabulary close to unknown ones

  bool empty() const { return terms.empty(); }
};

// Looks at the first 16 KiB of the text, and at no more than 64 terms: the rarest.
Query make_query(const SearchIndex& index, std::string_view text, const ScoringProfile& profile);

}  // namespace memory
