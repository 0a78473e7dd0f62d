#include "memory/index/query.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "memory/index/characters.h"
#include "memory/index/compounds.h"
#include "memory/index/near_terms.h"
#include "memory/index/query_reader.h"
#include "memory/index/time_words.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMostTerms = 64;
constexpr std::uint64_t kFewUnits = 1000;  // smaller trees say little about how rare a word is
// In the smallest ones every word that is known at all stands almost everywhere, and would count for nothing.
constexpr std::uint64_t kFewestUnits = 100;
constexpr std::size_t kMostNearWords = 5;
constexpr std::size_t kMostNearTerms = 8;        // that stand for one unknown word
constexpr std::size_t kMostUnknownLookedUp = 8;  // each costs a walk over the vocabulary

std::uint64_t units_of(const EntryPosting& posting) { return posting.units + (posting.fields != 0 ? 1 : 0); }

// Units of living entries that hold the term.
std::uint64_t living_units(const LivePart& live, std::uint32_t term) {
  const PostingList list = live.part->postings(term);
  if (!live.dead) return list.units();
  std::uint64_t units = 0;
  PostingCursor cursor(list);
  while (cursor.next()) {
    if (live.alive(cursor.posting().entry)) units += units_of(cursor.posting());
  }
  return units;
}

std::string folded(std::string_view word) { return fold_accents(fold_case(word)); }

// A word that may be part of a date: the date itself is matched apart.
bool says_date(std::string_view word) {
  return month_of(folded(word)) != 0 || word.find_first_not_of("0123456789-/.") == std::string_view::npos;
}

// Asks the index which of a query's terms it holds, and what they tell.
class QueryResolver {
 public:
  QueryResolver(const SearchIndex& index, Language language, const ScoringProfile& profile)
      : index_(index), language_(language), profile_(profile) {}

  Query resolve(Query query) {
    query_ = std::move(query);
    for (Phrase& phrase : query_.phrases) {
      for (PhraseSlot& slot : phrase) keep_held(slot.alternatives);
    }
    std::vector<QueryTerm> read = std::move(query_.terms);
    query_.terms.clear();
    for (QueryTerm& term : read) {
      const std::string own = term.alternatives.front().text;
      keep_held(term.alternatives);
      const bool known = std::any_of(term.alternatives.begin(), term.alternatives.end(),
                                     [](const QueryAlternative& a) { return a.weight >= 1; });
      if (known) query_.words[term.word].known = true;
      stems_.push_back(own);
      query_.terms.push_back(std::move(term));
    }
    replace_unknown();
    find_speakers();
    weigh();
    keep_rarest();
    return std::move(query_);
  }

 private:
  // Looks the alternatives up; those that no living entry holds go.
  void keep_held(std::vector<QueryAlternative>& alternatives) const {
    for (QueryAlternative& alternative : alternatives) {
      for (std::size_t part = 0; part < 2; ++part) {
        const LivePart& live = index_.parts()[part];
        const auto id = live.part->vocabulary().find(alternative.text);
        const std::uint64_t units = id ? living_units(live, *id) : 0;
        if (units > 0) alternative.ids[part] = id;
        alternative.units += units;
      }
    }
    std::erase_if(alternatives, [](const QueryAlternative& a) { return a.units == 0; });
  }

  bool holds(const std::string& term) const {
    std::vector<QueryAlternative> alternatives(1);
    alternatives.front().text = term;
    keep_held(alternatives);
    return !alternatives.empty();
  }

  // An unknown word stands for its parts, where it is a compound of known ones, else for its nearest spellings.
  void replace_unknown() {
    std::vector<QueryTerm> terms;
    std::size_t looked_up = 0;
    for (std::size_t i = 0; i < query_.terms.size(); ++i) {
      QueryTerm& term = query_.terms[i];
      const std::string word = folded(query_.words[term.word].text);
      const bool has_digit = word.find_first_of("0123456789") != std::string::npos;
      const bool held = query_.words[term.word].known || !term.alternatives.empty();
      const bool exact = held || term.bonus || term.bigram || has_digit;
      const bool replaced = !exact && add_parts(word, term, terms);
      if (!exact && !replaced && looked_up < kMostUnknownLookedUp) {
        ++looked_up;
        add_near_terms(word, stems_[i], term);
      }
      if (!replaced) terms.push_back(std::move(term));
    }
    query_.terms = std::move(terms);
  }

  bool add_parts(const std::string& word, const QueryTerm& term, std::vector<QueryTerm>& terms) {
    if (!writes_compounds(language_)) return false;
    const auto parts = split_compound(word, language_, [this](const std::string& stem) { return holds(stem); });
    for (const std::string& part : parts) {
      QueryTerm of_part = term;
      of_part.alternatives.resize(1);
      of_part.alternatives.front() = {};
      of_part.alternatives.front().text = part;
      keep_held(of_part.alternatives);
      if (std::find(stems_.begin(), stems_.end(), part) == stems_.end()) terms.push_back(std::move(of_part));
    }
    return !parts.empty();
  }

  void add_near_terms(const std::string& word, const std::string& stem, QueryTerm& term) {
    std::map<std::string, NearTerm> found;  // the same term may stand in both parts
    for (std::size_t part = 0; part < 2; ++part) {
      const LivePart& live = index_.parts()[part];
      for (NearTerm& near : near_terms(*live.part, word, stem)) {
        near.units = living_units(live, near.term);
        if (near.units == 0) continue;
        const auto [known, fresh] = found.try_emplace(std::string(live.part->vocabulary().text(near.term)), near);
        if (!fresh) known->second.units += near.units;
      }
    }
    std::vector<std::pair<std::string, NearTerm>> nearest(found.begin(), found.end());
    std::stable_sort(nearest.begin(), nearest.end(),
                     [](const auto& a, const auto& b) { return is_nearer(a.second, b.second); });
    if (nearest.size() > kMostNearTerms) nearest.resize(kMostNearTerms);
    for (const auto& [text, near] : nearest) {
      QueryAlternative alternative;
      alternative.text = text;
      alternative.weight = near.distance == 0 ? profile_.prefix_weight : std::pow(profile_.near_weight, near.distance);
      alternative.approximate = true;
      term.alternatives.push_back(std::move(alternative));
      if (query_.near_words.size() < kMostNearWords) query_.near_words.push_back(near.spelling);
    }
    keep_held(term.alternatives);
    term.approximate = !term.alternatives.empty();
  }

  void weigh() {
    const IndexStatistics& statistics = index_.statistics();
    const std::uint64_t units = std::max(statistics.passages + statistics.entries, kFewestUnits);
    // A year alone is a number like others.
    const bool asks_for_day = query_.date && query_.date->last - query_.date->first < std::chrono::days{31};
    for (QueryTerm& term : query_.terms) {
      std::uint64_t own = 0;
      std::uint64_t all = 0;
      for (const QueryAlternative& alternative : term.alternatives) {
        all += alternative.units;
        if (alternative.weight >= 1) own += alternative.units;
      }
      // A word that is held tells what it tells by itself; what stands for an unknown one is as rare as it is,
      // but the word remains unseen.
      term.weight = damped(units, own > 0 ? own : all);
      if (term.bonus) term.weight *= profile_.exact_weight;
      if (term.name) term.weight *= profile_.name_weight;
      term.idf = damped(std::max(units, kFewUnits), own);
      if (own == 0) term.idf *= unseen_share(term);
      if (query_.words[term.word].asked) term.idf *= profile_.asked_idf;
      if (asks_for_day && says_date(query_.words[term.word].text)) term.weight *= profile_.date_term_weight;
    }
  }

  // What an unseen term tells of a word's absence: a name says more than a common word, two characters that
  // never meet in the tree are seldom a word of their own.
  double unseen_share(const QueryTerm& term) const {
    if (term.bigram) return profile_.unseen_bigram;
    return query_.words[term.word].name_like ? 1.0 : profile_.unseen_common;
  }

  double damped(std::uint64_t units, std::uint64_t with_term) const {
    return std::pow(inverse_frequency(units, with_term), profile_.idf_exponent);
  }

  void keep_rarest() {
    std::erase_if(query_.terms, [](const QueryTerm& term) { return term.bonus && term.alternatives.empty(); });
    if (query_.terms.size() <= kMostTerms) return;
    std::vector<double> weights;
    for (const QueryTerm& term : query_.terms) weights.push_back(term.alternatives.empty() ? 0 : term.weight);
    std::nth_element(weights.begin(), weights.begin() + kMostTerms, weights.end(), std::greater<>());
    const double least = weights[kMostTerms];
    std::vector<QueryTerm> kept;
    for (QueryTerm& term : query_.terms) {
      const double weight = term.alternatives.empty() ? 0 : term.weight;
      if (weight >= least && kept.size() < kMostTerms) kept.push_back(std::move(term));
    }
    query_.terms = std::move(kept);
  }

  // Names of one word or two.
  void find_speakers() {
    std::string before;
    for (std::uint32_t w = 0; w < query_.words.size(); ++w) {
      std::string name = folded(query_.words[w].text);
      name.resize(std::min(name.find('\''), name.size()));
      for (std::size_t part = 0; part < 2; ++part) {
        const StringTable& speakers = index_.parts()[part].part->speakers();
        for (const std::string& candidate : {name, before + ' ' + name}) {
          const auto id = speakers.find(candidate);
          if (!id || *id == 0) continue;
          query_.speakers[part].push_back(*id);
          for (QueryTerm& term : query_.terms) term.name = term.name || term.word == w;
        }
      }
      before = std::move(name);
    }
    for (auto& ids : query_.speakers) std::sort(ids.begin(), ids.end());
  }

  const SearchIndex& index_;
  Language language_;
  const ScoringProfile& profile_;
  Query query_;
  std::vector<std::string> stems_;  // of each term as read
};

}  // namespace

Query make_query(const SearchIndex& index, std::string_view text, const ScoringProfile& profile) {
  const std::vector<Language> languages = query_languages(text, index.statistics().languages);
  Query query = QueryReader(languages, profile).read(text);
  return QueryResolver(index, languages.front(), profile).resolve(std::move(query));
}

}  // namespace memory
