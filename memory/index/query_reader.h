// Reads a query's text into words, terms and phrases, before the index is asked which of them it holds.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "memory/index/analyzer.h"
#include "memory/index/query.h"

namespace memory {

// The languages a query's words are analyzed in: the query's own first, English always, then the most frequent
// of the index; at most 6.
std::vector<Language> query_languages(std::string_view query, const LanguageCounts& counts);

class QueryReader {
 public:
  QueryReader(std::vector<Language> languages, const ScoringProfile& profile)
      : languages_(std::move(languages)), profile_(profile) {}

  // Fills words, terms, phrases, date and kind.
  Query read(std::string_view text);

 private:
  using Alternatives = std::vector<QueryAlternative>;

  void read_words(std::string_view text);
  void read_phrases(std::string_view text);
  void add_run(std::string_view run);
  void add_word(std::string_view chunk, bool first);
  void add_phrase(std::string_view text);
  void add_term(std::uint32_t word, Alternatives alternatives, bool bonus, bool bigram);
  std::vector<Alternatives> forms_of(std::string_view chunk, const AnalyzedChunk& own) const;
  void add_synonyms(Alternatives& alternatives) const;

  std::vector<Language> languages_;
  const ScoringProfile& profile_;
  Query query_;
  std::unordered_set<std::string> seen_;
  bool asking_ = false;  // the words read are those behind a "what" or "which"
};

}  // namespace memory
