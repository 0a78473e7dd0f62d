// Which score has each document for a query? The formulas of MiniSearch 7.2: each match in a field is BM25+ (k 1.2,
// b 0.7, d 0.5) times the match's weight and the field's boost; a document has the sum of all (OR), times the number
// of different words of the query that it matches. Pure functions on an immutable index.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "memory/index/paper_query.h"
#include "memory/index/string_table.h"

namespace memory {

struct PaperScore {
  const StoredEntry* entry = nullptr;  // lives in the index
  double score = 0;                    // as MiniSearch gives it; above 0, no upper bound
  bool approximate = false;            // no word matches in its own spelling
};

// All documents that match, best first, ties by path.
std::vector<PaperScore> paper_scores(const PaperIndex& index, const PaperQuery& query);
std::vector<PaperScore> paper_scores(const PaperIndex& index, std::string_view query);

// Where in a document stands what a query asks for? Remembers the pieces it has seen: one query, one thread.
class PaperTermWeights {
 public:
  PaperTermWeights(const PaperIndex& index, const PaperQuery& query);
  // The sum over the query's words of their best match in the text: its weight times its idf in contents.
  double of_text(std::string_view text);

 private:
  struct Weight {
    std::size_t word;
    double weight;
  };
  using Weights = std::vector<Weight>;
  const Weights* of_piece(std::string_view piece);  // null: says nothing

  std::unordered_map<std::u16string_view, Weights> terms_;  // keys live in the index
  std::size_t words_ = 0;
  StringTable pieces_;
  std::vector<const Weights*> of_pieces_;  // by id in pieces_
};

}  // namespace memory
