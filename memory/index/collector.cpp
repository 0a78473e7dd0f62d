#include "memory/index/collector.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace memory {
namespace {

// A number for every entry, twice: a thread keeps them from one query to the next, since clearing them for a million
// entries takes longer than ranking most queries. All are zero but those that a query has noted as used.
class Sums {
 public:
  Sums() = default;
  Sums(const Sums&) = delete;
  Sums& operator=(const Sums&) = delete;
  ~Sums() { clear(); }

  void make_room(std::size_t entries) {
    clear();
    if (kept_.scores.size() >= entries) return;
    kept_.scores.resize(entries, 0.0);
    kept_.frequencies.resize(entries, 0.0);
  }
  void note(std::uint32_t entry) { used_.push_back(entry); }
  std::vector<double>& scores() { return kept_.scores; }
  std::vector<double>& frequencies() { return kept_.frequencies; }

 private:
  struct Kept {
    std::vector<double> scores;
    std::vector<double> frequencies;
  };

  void clear() {
    for (const std::uint32_t entry : used_) kept_.scores[entry] = 0;
    used_.clear();
  }

  static thread_local Kept kept_;
  std::vector<std::uint32_t> used_;
};
thread_local Sums::Kept Sums::kept_;

// Ranks the entries of a part term by term, the weightiest first. Once the terms that are left cannot lift an entry
// that holds none of the earlier ones among the best (a saturated match is worth less than the term's weight), they
// are looked up for the entries that can still get there alone: the bound of MaxScore (Turtle and Flood 1995), term
// at a time.
class EntryRanker {
 public:
  EntryRanker(const SearchIndex& index, const ScoringProfile& profile, const EntryFilter& filter)
      : index_(index), profile_(profile), filter_(filter) {
    const IndexStatistics& statistics = index.statistics();
    const double average =
        statistics.entries == 0 ? 0.0 : static_cast<double>(statistics.words) / static_cast<double>(statistics.entries);
    norm_of_none_ = length_norm(0, average, profile.entry_b);
    norm_of_word_ = length_norm(1, average, profile.entry_b) - norm_of_none_;
  }

  void rank(std::uint32_t part, const Query& query) {
    part_ = part;
    live_ = &index_.parts()[part];
    words_ = live_->part->entry_words();
    const std::size_t entries = live_->part->entries().size();
    sums_.make_room(entries);
    matching_.clear();
    std::vector<const QueryTerm*> terms;
    for (const QueryTerm& term : query.terms) {
      if (postings_of(term) > 0) terms.push_back(&term);
    }
    std::stable_sort(terms.begin(), terms.end(),
                     [](const QueryTerm* a, const QueryTerm* b) { return a->weight > b->weight; });
    double left = 0;  // what the terms that are left can add
    std::uint64_t work = 0;
    for (const QueryTerm* term : terms) {
      left += term->weight;
      work += postings_of(*term);
    }
    bool open = true;  // new entries may still become candidates
    for (const QueryTerm* term : terms) {
      if (open && work > kWorthBounding * matching_.size()) open = !bound(left);
      skipped_ = skipped_ || !open;
      open ? add(*term) : add_to_matching(*term, left);
      left -= term->weight;
      work -= postings_of(*term);
    }
  }

  const std::vector<std::uint32_t>& matching() const { return matching_; }
  double score(std::uint32_t entry) const { return scores_[entry]; }
  bool skipped() const { return skipped_; }  // in any part

 private:
  // Finding the bound costs a pass over the entries so far; it is worth a try where so many more postings are left.
  static constexpr std::uint64_t kWorthBounding = 4;
  static constexpr double kRounding = 1e-9;  // sums of the same numbers in another order differ by less

  std::uint64_t postings_of(const QueryTerm& term) const {
    std::uint64_t postings = 0;
    for (const QueryAlternative& alternative : term.alternatives) {
      if (alternative.ids[part_]) postings += live_->part->postings(*alternative.ids[part_]).size();
    }
    return postings;
  }

  bool accepted(std::uint32_t entry) const { return !filter_ || filter_(*live_->part->stored()[entry]); }

  // Whether no entry without a score yet can come among the best; then only those stay that can.
  bool bound(double left) {
    if (matching_.size() < profile_.candidates) return false;
    std::vector<double> scores;
    for (const std::uint32_t entry : matching_) {
      if (accepted(entry)) scores.push_back(scores_[entry]);
    }
    if (scores.size() < profile_.candidates) return false;
    const auto last = scores.begin() + static_cast<std::ptrdiff_t>(profile_.candidates - 1);
    std::nth_element(scores.begin(), last, scores.end(), std::greater<>());
    least_ = *last * (1 - kRounding);
    if (left >= least_) return false;
    std::sort(matching_.begin(), matching_.end());
    return true;
  }

  // The one alternative that this part holds, of most terms; null where there are several.
  const QueryAlternative* only_alternative(const QueryTerm& term) const {
    const QueryAlternative* only = nullptr;
    for (const QueryAlternative& alternative : term.alternatives) {
      if (!alternative.ids[part_]) continue;
      if (only != nullptr) return nullptr;
      only = &alternative;
    }
    return only;
  }

  // Merges the frequencies of a term's alternatives, then saturates them once. Frequencies are kept times the
  // entry's length norm n: (F + c/n) / (F + c/n + k1) = (F·n + c) / (F·n + c + k1·n) needs one division.
  void add(const QueryTerm& term) {
    if (const QueryAlternative* only = only_alternative(term)) {
      PostingCursor cursor(live_->part->postings(*only->ids[part_]));
      while (cursor.next()) {
        const std::uint32_t entry = cursor.posting().entry;
        if (!live_->alive(entry)) continue;
        const double length = norm(entry);
        const double frequency = only->weight * frequency_of(cursor.posting(), length);
        if (frequency > 0) add_score(entry, saturated(term.weight, frequency, length));
      }
      return;
    }
    touched_.clear();
    for (const QueryAlternative& alternative : term.alternatives) {
      if (!alternative.ids[part_]) continue;
      PostingCursor cursor(live_->part->postings(*alternative.ids[part_]));
      while (cursor.next()) gather(cursor.posting(), alternative.weight);
    }
    for (const std::uint32_t entry : touched_) add_score(entry, take_saturated(entry, term.weight));
  }

  void add_score(std::uint32_t entry, double score) {
    if (scores_[entry] == 0) {
      matching_.push_back(entry);
      sums_.note(entry);
    }
    scores_[entry] += score;
  }

  void add_to_matching(const QueryTerm& term, double left) {
    std::erase_if(matching_, [&](std::uint32_t entry) { return scores_[entry] + left < least_; });
    touched_.clear();
    for (const QueryAlternative& alternative : term.alternatives) {
      if (!alternative.ids[part_]) continue;
      PostingCursor cursor(live_->part->postings(*alternative.ids[part_]));
      for (const std::uint32_t entry : matching_) {
        if (!cursor.seek(entry)) break;
        if (cursor.posting().entry == entry) gather(cursor.posting(), alternative.weight);
      }
    }
    for (const std::uint32_t entry : touched_) scores_[entry] += take_saturated(entry, term.weight);
  }

  double saturated(double weight, double frequency, double length) const {
    return weight * frequency / (frequency + profile_.entry_k1 * length);
  }

  double take_saturated(std::uint32_t entry, double weight) {
    return saturated(weight, std::exchange(frequencies_[entry], 0.0), norm(entry));
  }

  double norm(std::uint32_t entry) const { return norm_of_none_ + norm_of_word_ * static_cast<double>(words_[entry]); }

  double frequency_of(const EntryPosting& posting, double length) const {
    double frequency = static_cast<double>(posting.count);
    if (posting.fields != 0) frequency += field_weight(profile_, posting.fields) * length;
    return frequency;
  }

  void gather(const EntryPosting& posting, double weight) {
    if (!live_->alive(posting.entry)) return;
    const double frequency = frequency_of(posting, posting.fields != 0 ? norm(posting.entry) : 0);
    if (frequency <= 0) return;
    if (frequencies_[posting.entry] == 0) touched_.push_back(posting.entry);
    frequencies_[posting.entry] += weight * frequency;
  }

  Sums sums_;
  std::vector<double>& scores_ = sums_.scores();
  std::vector<double>& frequencies_ = sums_.frequencies();
  const SearchIndex& index_;
  const ScoringProfile& profile_;
  const EntryFilter& filter_;
  std::uint32_t part_ = 0;
  const LivePart* live_ = nullptr;
  std::span<const std::uint32_t> words_;
  double norm_of_none_ = 1;  // the norm is linear in the words: no division for every posting
  double norm_of_word_ = 0;
  bool skipped_ = false;
  double least_ = 0;  // that one of the best has already
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> matching_;  // entries with a score; once bounded, those that can be among the best
};

}  // namespace

Candidates collect_candidates(const SearchIndex& index, const Query& query, const ScoringProfile& profile,
                              const EntryFilter& filter) {
  Candidates candidates;
  EntryRanker ranker(index, profile, filter);
  for (std::uint32_t part = 0; part < 2; ++part) {
    ranker.rank(part, query);
    const auto stored = index.parts()[part].part->stored();
    for (const std::uint32_t entry : ranker.matching()) {
      if (filter && !filter(*stored[entry])) continue;
      candidates.best.push_back({part, entry, ranker.score(entry)});
    }
  }
  candidates.matching = candidates.best.size();
  candidates.skipped = ranker.skipped();
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
