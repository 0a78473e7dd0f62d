// What does a query ask the index for? Text is always text: no operator but quotation marks round a phrase,
// never an error. Words are analyzed in every language the index holds, so that a word finds its forms in
// each; words the vocabulary does not hold stand for their nearest spellings (design: retrieval.md §1–2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/index/analyzer.h"
#include "memory/index/dates.h"
#include "memory/index/question.h"
#include "memory/index/scoring.h"
#include "memory/index/search_index.h"

namespace memory {

// One term of the vocabulary that a query term stands for.
struct QueryAlternative {
  std::string text;
  double weight = 1;
  bool approximate = false;                         // a near spelling or a longer word
  std::array<std::optional<std::uint32_t>, 2> ids;  // in each part's vocabulary
};

struct QueryTerm {
  std::vector<QueryAlternative> alternatives;  // empty: nothing in the index
  double weight = 0;                           // idf, damped; what a saturated match is worth
  double idf = 0;                              // plain, for coverage
  std::uint32_t word = 0;                      // index in Query::words
  bool bonus = false;                          // stands beside terms of the same word; its absence means nothing
  bool approximate = false;                    // all alternatives are
};

struct QueryWord {
  std::string text;    // as typed
  bool known = false;  // some term of it occurs, exactly
};

struct Phrase {
  std::vector<std::pair<std::uint32_t, std::vector<QueryAlternative>>> slots;  // position, what may stand there
};

struct Query {
  std::vector<QueryWord> words;  // without stop words
  std::vector<QueryTerm> terms;  // each once, in order
  std::vector<Phrase> phrases;
  std::optional<DateRange> date;
  QuestionKind kind;
  std::array<std::vector<std::uint32_t>, 2> speakers;  // named ones, by part; sorted
  std::vector<std::string> near_words;                 // spellings of the vocabulary close to unknown words

  bool empty() const { return terms.empty(); }
};

// Looks at the first 16 KiB of the text and at no more than 64 terms, the rarest.
Query make_query(const SearchIndex& index, std::string_view text, const ScoringProfile& profile);

}  // namespace memory
