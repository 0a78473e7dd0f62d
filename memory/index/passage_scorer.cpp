#include "memory/index/passage_scorer.h"

#include <algorithm>
#include <cstdlib>

namespace memory {
namespace {

constexpr std::chrono::days kDateSlack{7};
constexpr int kMostDays = 62;  // longer ranges are looked up by month

}  // namespace

PassageScorer::PassageScorer(const SearchIndex& index, const Query& query, const PhraseMatches& phrases,
                             const ScoringProfile& profile)
    : index_(index), query_(query), phrases_(phrases), profile_(profile), matches_(query.terms.size()) {
  const IndexStatistics& statistics = index.statistics();
  average_words_ =
      statistics.passages == 0 ? 0.0 : static_cast<double>(statistics.words) / static_cast<double>(statistics.passages);
  for (std::size_t t = 0; t < query.terms.size(); ++t) {
    const QueryTerm& term = query.terms[t];
    attainable_ += term.weight;
    if (!term.bonus) total_idf_ += term.idf;
    for (const QueryAlternative& alternative : term.alternatives) {
      for (std::size_t part = 0; part < 2; ++part) {
        if (!alternative.ids[part]) continue;
        const PostingList list = index.parts()[part].part->postings(*alternative.ids[part]);
        cursors_[part].push_back({t, alternative.weight, alternative.approximate, PostingCursor(list)});
      }
    }
  }
  if (query.date) add_date_terms();
}

// The days of the query's date with a week of slack; of a month or year its months.
void PassageScorer::add_date_terms() {
  std::vector<std::string> terms;
  const Day first = query_.date->first;
  const Day last = query_.date->last;
  if ((last - first).count() <= kMostDays) {
    for (Day day = first - kDateSlack; day <= last + kDateSlack; day += std::chrono::days{1})
      terms.push_back(day_term(day));
  }
  if (first != last) {
    for (Day day = first; day <= last; day += std::chrono::days{28}) terms.push_back(month_term(day));
    terms.push_back(month_term(last));
  }
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  for (std::size_t part = 0; part < 2; ++part) {
    const IndexPart& in = *index_.parts()[part].part;
    for (const std::string& term : terms) {
      if (const auto id = in.vocabulary().find(term)) date_cursors_[part].emplace_back(in.postings(*id));
    }
  }
}

void PassageScorer::read_dates(std::uint32_t entry) {
  dated_.assign(passages_.size() + 1, false);
  std::vector<Occurrence> occurrences;
  for (PostingCursor& cursor : date_cursors_[part_]) {
    if (cursor.seek(entry) && cursor.posting().entry == entry) cursor.read(occurrences);
  }
  for (const Occurrence& occurrence : occurrences) dated_[occurrence.unit] = true;
}

void PassageScorer::read_matches(std::uint32_t entry) {
  const std::size_t units = passages_.size() + 1;
  for (TermMatches& matches : matches_) {
    matches.occurrences.clear();
    matches.frequency.assign(units, 0.0F);
    matches.in_heading.assign(units, false);
    matches.head = matches.reach = 0;
    matches.found = matches.exact = false;
  }
  for (TermCursor& term : cursors_[part_]) {
    if (!term.cursor.seek(entry) || term.cursor.posting().entry != entry) continue;
    TermMatches& matches = matches_[term.term];
    matches.found = true;
    matches.exact = matches.exact || !term.approximate;
    matches.reach = std::max(matches.reach, term.weight);
    matches.head = std::max(matches.head, term.weight * field_weight(profile_, term.cursor.posting().fields));
    const std::size_t first = matches.occurrences.size();
    term.cursor.read(matches.occurrences);
    for (std::size_t i = first; i < matches.occurrences.size(); ++i) {
      const auto [unit, position] = matches.occurrences[i];
      if (unit != 0 && position == 0) {
        matches.in_heading[unit] = true;
      } else {
        matches.frequency[unit] += static_cast<float>(term.weight);
      }
    }
  }
  for (TermMatches& matches : matches_) std::sort(matches.occurrences.begin(), matches.occurrences.end());
}

// What the passages around hold of the term, at falling weight; the shorter the passage, the more it borrows.
double PassageScorer::borrowed(const TermMatches& matches, std::uint32_t passage) const {
  const IndexedPassage& own = passages_[passage];
  const double need = 1.0 - static_cast<double>(own.words) / profile_.context_words;
  if (need <= 0) return 0;
  double sum = 0;
  const auto take = [&](std::uint32_t other, double weight) {
    if (passages_[other].section == own.section) sum += weight * static_cast<double>(matches.frequency[other + 1]);
  };
  for (std::uint32_t d = 1; d <= profile_.context_weights.size(); ++d) {
    const double weight = profile_.context_weights[d - 1];
    const bool reply = d == 1 && passage > 0 && (passages_[passage - 1].traits & kAsks) != 0;
    if (passage >= d) take(passage - d, reply ? weight + profile_.reply_weight : weight);
    if (passage + d < passages_.size()) take(passage + d, weight);
  }
  return need * sum;
}

// Neighbouring terms of the query that stand close to each other in the unit.
double PassageScorer::pairs(std::uint32_t unit) const {
  double sum = 0;
  const TermMatches* before = nullptr;
  double before_weight = 0;
  for (std::size_t t = 0; t < matches_.size(); ++t) {
    if (query_.terms[t].bonus) continue;
    const TermMatches& matches = matches_[t];
    const bool here = matches.frequency[unit] > 0;
    if (here && before != nullptr) {
      const auto less = [](const Occurrence& o, std::uint32_t u) { return o.unit < u; };
      auto a = std::lower_bound(before->occurrences.begin(), before->occurrences.end(), unit, less);
      auto b = std::lower_bound(matches.occurrences.begin(), matches.occurrences.end(), unit, less);
      int closest = 1000;
      while (a != before->occurrences.end() && a->unit == unit && b != matches.occurrences.end() && b->unit == unit) {
        const bool in_text = a->position != 0 && b->position != 0;
        if (in_text) closest = std::min(closest, std::abs(int{a->position} - int{b->position}));
        if (a->position < b->position) {
          ++a;
        } else {
          ++b;
        }
      }
      if (closest <= profile_.pair_window) {
        sum += std::min(before_weight, query_.terms[t].weight) / std::max(1, closest);
      }
    }
    before = here ? &matches : nullptr;
    before_weight = query_.terms[t].weight;
  }
  return sum;
}

double PassageScorer::prior(std::uint32_t passage) const {
  const IndexedPassage& own = passages_[passage];
  double prior = 1;
  if (own.role == Role::kUser && !query_.kind.asks_assistant) prior *= profile_.user_prior;
  const auto& speakers = query_.speakers[part_];
  if (own.speaker != 0 && std::binary_search(speakers.begin(), speakers.end(), own.speaker))
    prior *= profile_.speaker_prior;
  if (query_.date && (dated_[0] || dated_[passage + 1])) prior *= profile_.date_prior;
  if (query_.kind.asks_time && (own.traits & kHoldsTime) != 0) prior *= profile_.answer_prior;
  if (query_.kind.asks_number && (own.traits & kHoldsNumber) != 0) prior *= profile_.answer_prior;
  if (own.superseded) prior *= profile_.superseded_prior;
  return prior;
}

ScoredPassage PassageScorer::score_passage(std::uint32_t passage) const {
  const std::uint32_t unit = passage + 1;
  const double norm = length_norm(static_cast<double>(passages_[passage].words), average_words_, profile_.passage_b);
  ScoredPassage scored;
  scored.passage = passage;
  double sum = 0;
  double covered = 0;
  bool exact = false;
  for (std::size_t t = 0; t < matches_.size(); ++t) {
    const TermMatches& matches = matches_[t];
    if (!matches.found) continue;
    const QueryTerm& term = query_.terms[t];
    double frequency = static_cast<double>(matches.frequency[unit]) + borrowed(matches, passage);
    if (matches.in_heading[unit]) frequency += profile_.heading_weight;
    frequency = frequency / norm + matches.head * profile_.head_weight;
    sum += term.weight * saturate(frequency, profile_.passage_k1);
    const bool here = matches.frequency[unit] > 0 || matches.in_heading[unit];
    if (here && !term.bonus) covered += term.idf * matches.reach;
    exact = exact || (here && matches.exact);
  }
  const double paired = pairs(unit);
  sum += profile_.pair_weight * paired;
  if (sum <= 0) return scored;
  scored.score = sum * prior(passage) / attainable_;
  scored.coverage = total_idf_ > 0 ? covered / total_idf_ : 0;
  scored.pairs = paired / attainable_;
  scored.approximate = !exact;
  if (phrase_units_ != nullptr) {
    scored.phrase = std::binary_search(phrase_units_->begin(), phrase_units_->end(), unit);
    if (scored.phrase) scored.score *= profile_.phrase_prior;
  }
  return scored;
}

ScoredEntry PassageScorer::score(const Candidate& candidate) {
  part_ = candidate.part;
  const IndexPart& part = *index_.parts()[part_].part;
  passages_ = part.passages(part.entries()[candidate.entry]);
  read_matches(candidate.entry);
  if (query_.date) read_dates(candidate.entry);
  const PhraseEntries& phrases = phrases_.parts[part_];
  const auto phrase = phrases.find(candidate.entry);
  phrase_units_ = phrase == phrases.end() ? nullptr : &phrase->second;
  ScoredEntry scored;
  scored.score = attainable_ > 0 ? candidate.score / attainable_ : 0;
  if (query_.date && dated_[0]) scored.score *= profile_.date_prior;
  double covered = 0;
  for (std::size_t t = 0; t < matches_.size(); ++t) {
    if (matches_[t].found && !query_.terms[t].bonus) covered += query_.terms[t].idf * matches_[t].reach;
  }
  scored.coverage = total_idf_ > 0 ? covered / total_idf_ : 0;
  for (std::uint32_t passage = 0; passage < passages_.size(); ++passage) {
    const ScoredPassage scored_passage = score_passage(passage);
    if (scored_passage.score > 0) scored.passages.push_back(scored_passage);
  }
  return scored;
}

}  // namespace memory
