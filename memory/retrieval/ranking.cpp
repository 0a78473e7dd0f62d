#include "memory/retrieval/ranking.h"

#include <algorithm>

#include "memory/index/phrases.h"

namespace memory {
namespace {

bool better(const RankedPassage& a, const RankedPassage& b) {
  if (a.order != b.order) return a.order > b.order;
  if (a.entry != b.entry) return a.entry->path < b.entry->path;
  return a.passage->begin < b.passage->begin;
}

// Quoted phrases are honoured where they occur at all: then only entries that hold them are found.
EntryFilter with_phrases(const SearchIndex& index, const PhraseMatches& phrases, const EntryFilter& filter) {
  std::vector<const StoredEntry*> holders;
  for (std::size_t part = 0; part < 2; ++part) {
    const auto stored = index.parts()[part].part->stored();
    for (const auto& [entry, units] : phrases.parts[part]) holders.push_back(stored[entry].get());
  }
  std::sort(holders.begin(), holders.end());
  return [holders = std::move(holders), filter](const StoredEntry& entry) {
    return std::binary_search(holders.begin(), holders.end(), &entry) && (!filter || filter(entry));
  };
}

double second_best(const std::vector<ScoredPassage>& passages) {
  double first = 0;
  double second = 0;
  for (const ScoredPassage& passage : passages) {
    second = std::max(second, std::min(first, passage.score));
    first = std::max(first, passage.score);
  }
  return second;
}

void describe_query(const Query& query, Ranking& ranking) {
  double all = 0;
  double known = 0;
  for (const QueryTerm& term : query.terms) {
    if (term.bonus) continue;
    ++ranking.terms;
    all += term.idf;
    double best = 0;
    for (const QueryAlternative& alternative : term.alternatives) {
      if (!alternative.approximate) best = std::max(best, alternative.weight);
    }
    known += best * term.idf;
    ranking.unknown_name = ranking.unknown_name || (best == 0 && query.words[term.word].name_like);
  }
  ranking.known_share = all > 0 ? known / all : 0;
}

}  // namespace

CompoundScore compound_score(const StoredEntry& entry, Time now, const CompoundWeights& weights,
                             const Lifecycles& lifecycles) {
  const Lifecycle lifecycle = lifecycles.of(entry);
  const double factor = lifecycle.maturity == Maturity::kCore        ? weights.core
                        : lifecycle.maturity == Maturity::kValidated ? weights.validated
                                                                     : weights.draft;
  const double base =
      weights.importance * lifecycle.importance / 100 + weights.recency * recency(entry.changed_at(), now);
  return {weights.relevance * factor, base * factor};
}

Ranking rank(const SearchIndex& index, const Query& query, const EntryFilter& filter, Time now,
             const ScoringProfile& profile, const CompoundWeights& weights, const Lifecycles& lifecycles) {
  const PhraseMatches phrases = find_phrases(index, query);
  Candidates candidates =
      collect_candidates(index, query, profile, phrases.empty() ? filter : with_phrases(index, phrases, filter));
  Ranking ranking;
  describe_query(query, ranking);
  ranking.matching_entries = candidates.matching;
  ranking.more_may_match = candidates.skipped;
  std::sort(candidates.best.begin(), candidates.best.end(), [](const Candidate& a, const Candidate& b) {
    return a.part != b.part ? a.part < b.part : a.entry < b.entry;
  });
  PassageScorer scorer(index, query, phrases, profile);
  for (const Candidate& candidate : candidates.best) {
    const IndexPart& part = *index.parts()[candidate.part].part;
    const StoredEntry& stored = *part.stored()[candidate.entry];
    const auto passages = part.passages(part.entries()[candidate.entry]);
    const ScoredEntry scored = scorer.score(candidate);
    ranking.entry_coverage = std::max(ranking.entry_coverage, scored.coverage);
    const CompoundScore compound = compound_score(stored, now, weights, lifecycles);
    const double second = profile.second_share * second_best(scored.passages);
    for (const ScoredPassage& passage : scored.passages) {
      RankedPassage ranked;
      ranked.entry = &stored;
      ranked.passage = &passages[passage.passage];
      const double sum = profile.entry_share * scored.score + (1 - profile.entry_share) * passage.score + second;
      ranked.relevance = std::min(1.0, sum);
      ranked.order = compound.at(sum);
      ranked.passage_score = passage.score;
      ranked.entry_score = scored.score;
      ranked.coverage = passage.coverage;
      ranked.pairs = passage.pairs;
      ranked.approximate = passage.approximate;
      ranking.passage_coverage = std::max(ranking.passage_coverage, passage.coverage);
      ranking.passages.push_back(std::move(ranked));
    }
  }
  std::sort(ranking.passages.begin(), ranking.passages.end(), better);
  return ranking;
}

}  // namespace memory
