#include "memory/index/collector.h"

#include <algorithm>
#include <span>

namespace memory {
namespace {

class EntryRanker {
 public:
  EntryRanker(const SearchIndex& index, const ScoringProfile& profile) : index_(index), profile_(profile) {
    const IndexStatistics& statistics = index.statistics();
    average_words_ =
        statistics.entries == 0 ? 0.0 : static_cast<double>(statistics.words) / static_cast<double>(statistics.entries);
  }

  void rank(std::uint32_t part, const Query& query) {
    live_ = &index_.parts()[part];
    words_ = live_->part->entry_words();
    const std::size_t entries = live_->part->entries().size();
    scores_.assign(entries, 0.0);
    frequencies_.assign(entries, 0.0);
    matching_.clear();
    for (const QueryTerm& term : query.terms) add(term, part);
  }

  const std::vector<std::uint32_t>& matching() const { return matching_; }
  double score(std::uint32_t entry) const { return scores_[entry]; }

 private:
  // Merges the frequencies of a term's alternatives, then saturates them once. Frequencies are kept times the
  // entry's length norm n: (F + c/n) / (F + c/n + k1) = (F·n + c) / (F·n + c + k1·n) needs one division.
  void add(const QueryTerm& term, std::uint32_t part) {
    touched_.clear();
    for (const QueryAlternative& alternative : term.alternatives) {
      if (alternative.ids[part]) gather(*alternative.ids[part], alternative.weight);
    }
    for (const std::uint32_t entry : touched_) {
      if (scores_[entry] == 0) matching_.push_back(entry);
      const double frequency = frequencies_[entry];
      scores_[entry] += term.weight * frequency / (frequency + profile_.entry_k1 * norm(entry));
      frequencies_[entry] = 0;
    }
  }

  double norm(std::uint32_t entry) const {
    return length_norm(static_cast<double>(words_[entry]), average_words_, profile_.entry_b);
  }

  void gather(std::uint32_t id, double weight) {
    const bool some_dead = live_->dead != nullptr;
    PostingCursor cursor(live_->part->postings(id));
    while (cursor.next()) {
      const EntryPosting& posting = cursor.posting();
      if (some_dead && !live_->alive(posting.entry)) continue;
      double frequency = static_cast<double>(posting.count);
      if (posting.fields != 0) frequency += field_weight(profile_, posting.fields) * norm(posting.entry);
      if (frequency <= 0) continue;
      if (frequencies_[posting.entry] == 0) touched_.push_back(posting.entry);
      frequencies_[posting.entry] += weight * frequency;
    }
  }

  const SearchIndex& index_;
  const ScoringProfile& profile_;
  const LivePart* live_ = nullptr;
  std::span<const std::uint32_t> words_;
  double average_words_ = 0;
  std::vector<double> scores_;
  std::vector<double> frequencies_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> matching_;
};

}  // namespace

Candidates collect_candidates(const SearchIndex& index, const Query& query, const ScoringProfile& profile,
                              const EntryFilter& filter) {
  Candidates candidates;
  EntryRanker ranker(index, profile);
  for (std::uint32_t part = 0; part < 2; ++part) {
    ranker.rank(part, query);
    const auto stored = index.parts()[part].part->stored();
    for (const std::uint32_t entry : ranker.matching()) {
      if (filter && !filter(*stored[entry])) continue;
      candidates.best.push_back({part, entry, ranker.score(entry)});
    }
  }
  candidates.matching = candidates.best.size();
  const auto path = [&](const Candidate& c) -> const std::string& {
    return index.parts()[c.part].part->stored()[c.entry]->path;
  };
  const auto better = [&](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : path(a) < path(b);
  };
  const std::size_t kept = std::min(profile.candidates, candidates.best.size());
  std::partial_sort(candidates.best.begin(), candidates.best.begin() + static_cast<std::ptrdiff_t>(kept),
                    candidates.best.end(), better);
  candidates.best.resize(kept);
  return candidates;
}

}  // namespace memory
