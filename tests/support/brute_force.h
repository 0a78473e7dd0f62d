// The ranking by its definition: every text is read anew for every query, without postings, parts or statistics
// kept beside. Slow, and short enough to be seen to be right.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "memory/index/analyzer.h"
#include "memory/index/chunks.h"
#include "memory/index/entry_passages.h"
#include "memory/index/language.h"
#include "memory/index/query.h"
#include "memory/index/scoring.h"

namespace tests {

using TermPositions = std::map<std::string, std::vector<int>>;  // in a text, ascending, each once

inline int read_terms(std::string_view text, memory::Language language, TermPositions& terms, int position = 1) {
  memory::ChunkReader reader(text);
  for (memory::Chunk chunk; reader.next(chunk);) {
    if (chunk.run != memory::Script::kOther) {
      int width = 0;
      memory::for_each_bigram(chunk.text, [&](std::string_view bigram, std::uint32_t offset) {
        terms[std::string(bigram)].push_back(position + static_cast<int>(offset));
        width = static_cast<int>(offset) + 1;
      });
      position += width + 1;
      continue;
    }
    const memory::AnalyzedChunk analyzed = memory::analyze_word(chunk.text, language);
    for (const memory::Term& term : analyzed.terms) terms[term.text].push_back(position + term.offset);
    position += analyzed.width;
  }
  return position - 1;
}

struct BrutePassage {
  memory::Passage place;
  TermPositions text;
  TermPositions heading;
  int words = 0;
};

struct BruteEntry {
  memory::EntryPtr stored;
  TermPositions title;
  std::vector<BrutePassage> passages;
  std::vector<std::string> speakers;
  int words = 0;
};

inline int count_in(const TermPositions& terms, const std::string& term) {
  const auto found = terms.find(term);
  if (found == terms.end()) return 0;
  std::vector<int> distinct = found->second;
  std::sort(distinct.begin(), distinct.end());
  return static_cast<int>(std::unique(distinct.begin(), distinct.end()) - distinct.begin());
}

// Knows titles and bodies: give entries no other fields.
class BruteForce {
 public:
  explicit BruteForce(const std::vector<memory::EntryPtr>& stored) {
    for (const memory::EntryPtr& one : stored) {
      BruteEntry entry;
      entry.stored = one;
      const auto language = memory::detect_language(one->bytes.substr(one->parsed().body_offset));
      read_terms(one->entry().title, language, entry.title);
      const memory::PassageMap map = memory::passages_of(*one);
      entry.speakers = map.speakers;
      for (const memory::Passage& place : map.passages) {
        BrutePassage passage;
        passage.place = place;
        passage.words = read_terms(one->bytes.substr(place.begin, place.end - place.begin), language, passage.text);
        read_terms(map.sections[place.section], language, passage.heading);
        entry.words += passage.words;
        words_ += passage.words;
        ++passages_;
        entry.passages.push_back(std::move(passage));
      }
      entries_.push_back(std::move(entry));
    }
  }

  // Relevance by (path, first byte) of every passage with a score, without priors.
  std::map<std::pair<std::string, std::uint32_t>, double> rank(const memory::Query& query,
                                                               const memory::ScoringProfile& p) const {
    double attainable = 0;
    for (const memory::QueryTerm& term : query.terms) attainable += term.weight;
    std::map<std::pair<std::string, std::uint32_t>, double> relevance;
    for (const BruteEntry& entry : entries_) {
      const double whole = entry_score(entry, query, p) / attainable;
      if (whole <= 0) continue;
      std::vector<double> scores;
      for (std::size_t i = 0; i < entry.passages.size(); ++i)
        scores.push_back(passage_score(entry, i, query, p) / attainable);
      std::vector<double> sorted = scores;
      std::sort(sorted.rbegin(), sorted.rend());
      const double second = sorted.size() > 1 ? sorted[1] : 0;
      for (std::size_t i = 0; i < scores.size(); ++i) {
        if (scores[i] <= 0) continue;
        const double sum = p.entry_share * whole + (1 - p.entry_share) * scores[i] + p.second_share * second;
        relevance[{entry.stored->path, entry.passages[i].place.begin}] = std::min(1.0, sum);
      }
    }
    return relevance;
  }

 private:
  static double in_title(const BruteEntry& entry, const memory::QueryTerm& term, const memory::ScoringProfile& p) {
    double best = 0;
    for (const auto& alternative : term.alternatives) {
      if (count_in(entry.title, alternative.text) > 0) best = std::max(best, alternative.weight * p.title_weight);
    }
    return best;
  }

  static double in_text(const BrutePassage& passage, const memory::QueryTerm& term) {
    double frequency = 0;
    for (const auto& alternative : term.alternatives)
      frequency += alternative.weight * count_in(passage.text, alternative.text);
    return frequency;
  }

  double entry_score(const BruteEntry& entry, const memory::Query& query, const memory::ScoringProfile& p) const {
    const double average = static_cast<double>(words_) / static_cast<double>(entries_.size());
    const double norm = 1 - p.entry_b + p.entry_b * entry.words / average;
    double score = 0;
    for (const memory::QueryTerm& term : query.terms) {
      double frequency = 0;
      for (const auto& alternative : term.alternatives) {
        double own = count_in(entry.title, alternative.text) > 0 ? p.title_weight : 0;
        for (const BrutePassage& passage : entry.passages) own += count_in(passage.text, alternative.text) / norm;
        frequency += alternative.weight * own;
      }
      score += term.weight * frequency / (frequency + p.entry_k1);
    }
    return score;
  }

  double passage_score(const BruteEntry& entry, std::size_t at, const memory::Query& query,
                       const memory::ScoringProfile& p) const {
    const BrutePassage& passage = entry.passages[at];
    const double average = static_cast<double>(words_) / static_cast<double>(passages_);
    const double norm = 1 - p.passage_b + p.passage_b * passage.words / average;
    double score = 0;
    for (const memory::QueryTerm& term : query.terms) {
      double frequency = in_text(passage, term);
      const double need = std::max(0.0, 1 - passage.words / p.context_words);
      for (std::size_t other = 0; other < entry.passages.size(); ++other) {
        const std::size_t distance = other > at ? other - at : at - other;
        const bool borrows = distance >= 1 && distance <= p.context_weights.size() &&
                             entry.passages[other].place.section == passage.place.section;
        if (!borrows) continue;
        double weight = p.context_weights[distance - 1];
        if (other + 1 == at && asks(entry, other)) weight += p.reply_weight;
        frequency += need * weight * in_text(entry.passages[other], term);
      }
      const bool headed = std::any_of(term.alternatives.begin(), term.alternatives.end(),
                                      [&](const auto& a) { return count_in(passage.heading, a.text) > 0; });
      if (headed) frequency += p.heading_weight;
      frequency = frequency / norm + in_title(entry, term, p) * p.head_weight;
      score += term.weight * frequency / (frequency + p.passage_k1);
    }
    return score + p.pair_weight * pairs(passage, query, p);
  }

  static bool asks(const BruteEntry& entry, std::size_t at) {
    return entry.stored->bytes.at(entry.passages[at].place.end - 1) == '?';
  }

  static double pairs(const BrutePassage& passage, const memory::Query& query, const memory::ScoringProfile& p) {
    double sum = 0;
    const memory::QueryTerm* before = nullptr;
    for (const memory::QueryTerm& term : query.terms) {
      if (term.bonus) continue;
      const bool here = in_text(passage, term) > 0;
      if (here && before != nullptr) {
        int closest = 1000;
        for (const auto& a : before->alternatives) {
          for (const auto& b : term.alternatives) {
            if (count_in(passage.text, a.text) == 0 || count_in(passage.text, b.text) == 0) continue;
            for (const int x : passage.text.at(a.text)) {
              for (const int y : passage.text.at(b.text)) closest = std::min(closest, std::abs(x - y));
            }
          }
        }
        if (closest <= p.pair_window) sum += std::min(before->weight, term.weight) / std::max(1, closest);
      }
      before = here ? &term : nullptr;
    }
    return sum;
  }

  std::vector<BruteEntry> entries_;
  long words_ = 0;
  long passages_ = 0;
};

}  // namespace tests
