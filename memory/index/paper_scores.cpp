#include "memory/index/paper_scores.h"

#include <algorithm>
#include <cmath>

#include "memory/index/paper_text.h"

namespace memory {
namespace {

// calcBM25Score, termResults and search of MiniSearch 7.2's published source; constants of retrieval.md §2.
constexpr double kK = 1.2;
constexpr double kB = 0.7;
constexpr double kD = 0.5;

std::size_t holders(const PaperIndex& index, const PaperMatch& match, PaperField field) {
  std::size_t count = 0;
  for (std::size_t part = 0; part < match.terms.size(); ++part) {
    if (!match.terms[part]) continue;
    const LivePaperPart& live = index.parts()[part];
    const auto postings = live.part->postings(*match.terms[part], field);
    count += !live.dead
                 ? postings.size()
                 : static_cast<std::size_t>(std::count_if(postings.begin(), postings.end(), [&](const PaperPosting& p) {
                     return live.alive(p.document);
                   }));
  }
  return count;
}

double inverse_frequency(std::size_t documents, std::size_t holders) {
  const auto without = static_cast<double>(documents) - static_cast<double>(holders);
  return std::log(1 + (without + 0.5) / (static_cast<double>(holders) + 0.5));
}

// Adds up the scores of all documents of both parts.
class Scorer {
 public:
  explicit Scorer(const PaperIndex& index) : index_(index) {
    first_[1] = index.parts()[0].part->documents().size();
    totals_.resize(first_[1] + index.parts()[1].part->documents().size());
  }

  void add(const PaperWord& word) {
    ++words_;
    for (const PaperMatch& match : word.matches) {
      for (const PaperField field : {kPaperTitle, kPaperPath, kPaperContent}) add(match, word.times, field);
    }
  }

  std::vector<PaperScore> finish() const {
    std::vector<PaperScore> scores;
    for (std::size_t part = 0; part < first_.size(); ++part) {
      const auto documents = index_.parts()[part].part->documents();
      for (std::size_t i = 0; i < documents.size(); ++i) {
        const Total& total = totals_[first_[part] + i];
        if (total.words == 0) continue;
        scores.push_back({documents[i].entry.get(), total.score * total.words, !total.exact});
      }
    }
    return scores;
  }

 private:
  struct Total {
    double score = 0;
    std::uint32_t words = 0;  // that match
    std::uint32_t last = 0;   // word that matched last, from 1
    bool exact = false;
  };

  void add(const PaperMatch& match, double times, PaperField field) {
    const double idf = inverse_frequency(index_.documents(), holders(index_, match, field));
    const double average = index_.average_lengths()[field];
    const double weight = match.weight * times * kPaperBoosts[field] * idf;
    for (std::size_t part = 0; part < match.terms.size(); ++part) {
      if (!match.terms[part]) continue;
      const LivePaperPart& live = index_.parts()[part];
      const auto documents = live.part->documents();
      for (const PaperPosting& posting : live.part->postings(*match.terms[part], field)) {
        if (!live.alive(posting.document)) continue;
        const double frequency = posting.frequency;
        const double length = documents[posting.document].lengths[field];
        const double saturated = frequency * (kK + 1) / (frequency + kK * (1 - kB + kB * length / average));
        Total& total = totals_[first_[part] + posting.document];
        total.score += weight * (kD + saturated);
        total.words += total.last == words_ ? 0 : 1;
        total.last = words_;
        total.exact = total.exact || match.exact;
      }
    }
  }

  const PaperIndex& index_;
  std::array<std::size_t, 2> first_{};  // document of each part in totals_
  std::vector<Total> totals_;
  std::uint32_t words_ = 0;
};

}  // namespace

std::vector<PaperScore> paper_scores(const PaperIndex& index, const PaperQuery& query) {
  Scorer scorer(index);
  for (const PaperWord& word : query.words) scorer.add(word);
  std::vector<PaperScore> scores = scorer.finish();
  std::sort(scores.begin(), scores.end(), [](const PaperScore& a, const PaperScore& b) {
    return a.score != b.score ? a.score > b.score : a.entry->path < b.entry->path;
  });
  return scores;
}

std::vector<PaperScore> paper_scores(const PaperIndex& index, std::string_view query) {
  return paper_scores(index, make_paper_query(index, query));
}

PaperTermWeights::PaperTermWeights(const PaperIndex& index, const PaperQuery& query) : words_(query.words.size()) {
  for (std::size_t word = 0; word < words_; ++word) {
    for (const PaperMatch& match : query.words[word].matches) {
      const double idf = inverse_frequency(index.documents(), holders(index, match, kPaperContent));
      const std::size_t part = match.terms[0] ? 0 : 1;
      const std::u16string_view term = index.parts()[part].part->vocabulary().text(*match.terms[part]);
      terms_[term].push_back({word, match.weight * idf});
    }
  }
}

const PaperTermWeights::Weights* PaperTermWeights::of_piece(std::string_view piece) {
  const std::uint32_t id = pieces_.add(piece);
  if (id == of_pieces_.size()) {
    const auto found = terms_.find(to_utf16(paper_term(piece)));
    of_pieces_.push_back(found == terms_.end() ? nullptr : &found->second);
  }
  return of_pieces_[id];
}

double PaperTermWeights::of_text(std::string_view text) {
  std::vector<double> best(words_, 0.0);
  PaperPieces pieces(text);
  for (std::string_view piece; pieces.next(piece);) {
    const Weights* weights = of_piece(piece);
    if (weights == nullptr) continue;
    for (const Weight& weight : *weights) best[weight.word] = std::max(best[weight.word], weight.weight);
  }
  double sum = 0;
  for (const double weight : best) sum += weight;
  return sum;
}

}  // namespace memory
