// How well does each passage of an entry answer a query? BM25F over the passage, its headings and its entry's
// head, with terms borrowed from the passages around it, times soft priors (design: retrieval.md §2). Holds
// cursors into the posting lists: entries of one part must come in ascending order. One query, one thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "memory/index/analyzer.h"
#include "memory/index/collector.h"
#include "memory/index/phrases.h"
#include "memory/index/query.h"

namespace memory {

struct ScoredPassage {
  std::uint32_t passage = 0;  // index inside the entry
  double score = 0;           // against the attainable 1
  double coverage = 0;        // share of the query's idf that its own text holds
  double pairs = 0;           // what neighbouring terms of the query that stand close in it add, of the attainable
  bool approximate = false;   // by near spellings only
  bool phrase = false;        // holds a quoted phrase of the query
};

struct ScoredEntry {
  std::vector<ScoredPassage> passages;  // those with a score, in order
  double coverage = 0;                  // share of the query's idf that the entry holds, head included
  double score = 0;                     // of the whole entry, against the attainable 1
};

class PassageScorer {
 public:
  PassageScorer(const SearchIndex& index, const Query& query, const PhraseMatches& phrases,
                const ScoringProfile& profile);
  ScoredEntry score(const Candidate& candidate);

 private:
  struct TermMatches {
    std::vector<Occurrence> occurrences;  // of all alternatives, sorted
    std::vector<float> frequency;         // by unit, weighted; the head and headings not counted
    std::vector<bool> in_heading;         // by unit
    std::uint8_t fields = 0;
    double reach = 0;  // weight of the best alternative found
    double head = 0;   // weight of the head's fields that hold the term
    bool found = false;
    bool exact = false;  // found in its own spelling
  };
  struct TermCursor {
    std::size_t term;
    double weight;
    bool approximate;
    PostingCursor cursor;
  };

  void read_matches(std::uint32_t entry);
  void read_dates(std::uint32_t entry);
  ScoredPassage score_passage(std::uint32_t passage) const;
  double borrowed(const TermMatches& matches, std::uint32_t passage) const;
  double pairs(std::uint32_t unit) const;
  double prior(std::uint32_t passage) const;
  void add_date_terms();

  const SearchIndex& index_;
  const Query& query_;
  const PhraseMatches& phrases_;
  const ScoringProfile& profile_;
  double attainable_ = 0;  // sum of the weights of all terms
  double total_idf_ = 0;   // of terms that are no bonus
  double average_words_ = 0;
  std::array<std::vector<TermCursor>, 2> cursors_;
  std::array<std::vector<PostingCursor>, 2> date_cursors_;
  // Of the entry being scored:
  std::uint32_t part_ = 0;
  std::span<const IndexedPassage> passages_;
  std::vector<TermMatches> matches_;
  std::vector<bool> dated_;  // by unit: speaks of the query's date; the head for all
  const std::vector<std::uint32_t>* phrase_units_ = nullptr;
};

}  // namespace memory
