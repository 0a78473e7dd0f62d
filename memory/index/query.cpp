#include "memory/index/query.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "memory/index/characters.h"
#include "memory/index/chunks.h"
#include "memory/index/near_terms.h"
#include "memory/index/stemmer.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMostBytes = 16 * 1024;
constexpr std::size_t kMostTerms = 64;
constexpr std::size_t kMostChunks = 2048;
constexpr std::size_t kMostLanguages = 6;
constexpr std::size_t kMostNearWords = 5;
constexpr std::size_t kMostPhrases = 4;
constexpr std::size_t kMostUnknownLookedUp = 8;  // each costs a walk over the vocabulary

// Units of living entries that hold the term.
std::uint64_t living_units(const LivePart& live, std::uint32_t term) {
  const PostingList list = live.part->postings(term);
  if (!live.dead) return list.units();
  std::uint64_t units = 0;
  PostingCursor cursor(list);
  while (cursor.next()) {
    const EntryPosting& posting = cursor.posting();
    if (live.alive(posting.entry)) units += posting.units + (posting.fields != 0 ? 1 : 0);
  }
  return units;
}

class QueryMaker {
 public:
  QueryMaker(const SearchIndex& index, const ScoringProfile& profile) : index_(index), profile_(profile) {}

  Query make(std::string_view text) {
    text = text.substr(0, code_point_floor(text, kMostBytes));
    language_ = detect_query_language(text, index_.statistics().languages);
    choose_languages();
    query_.kind = question_kind(text);
    query_.date = date_of_question(text);
    read(text);
    read_phrases(text);
    look_up();
    find_near_spellings();
    weigh();
    find_speakers();
    return std::move(query_);
  }

 private:
  // The query's own language first, English always, then the most frequent of the index.
  void choose_languages() {
    languages_ = {language_};
    if (language_ != Language::kEnglish) languages_.push_back(Language::kEnglish);
    const LanguageCounts& counts = index_.statistics().languages;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < kLanguages; ++i) {
      const auto language = static_cast<Language>(i);
      if (counts[i] > 0 && language != language_ && language != Language::kEnglish) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    for (const std::size_t i : order) {
      if (languages_.size() < kMostLanguages) languages_.push_back(static_cast<Language>(i));
    }
  }

  void read(std::string_view text) {
    ChunkReader reader(text);
    Chunk chunk;
    for (std::size_t chunks = 0; chunks < kMostChunks && reader.next(chunk); ++chunks) {
      if (chunk.run != Script::kOther) {
        add_run(chunk.text);
      } else {
        add_word(chunk.text);
      }
    }
  }

  std::uint32_t new_word(std::string_view text) {
    query_.words.push_back({std::string(text), false});
    return static_cast<std::uint32_t>(query_.words.size() - 1);
  }

  void add_run(std::string_view run) {
    const std::uint32_t word = new_word(run);
    for_each_bigram(run, [&](std::string_view bigram, std::uint32_t) {
      add_term(word, {{std::string(bigram), 1.0, false, {}}}, false);
    });
  }

  void add_word(std::string_view chunk) {
    const AnalyzedChunk own = analyze_word(chunk, language_);
    if (own.stop_word || own.terms.empty()) return;
    const std::uint32_t word = new_word(chunk);
    const auto forms = forms_of(chunk, own);
    bool has_parts = false;
    for (const Term& term : own.terms) has_parts = has_parts || term.kind == TermKind::kWord;
    bool first_number = true;
    for (std::size_t i = 0; i < own.terms.size(); ++i) {
      const TermKind kind = own.terms[i].kind;
      // Of the spellings of one version ("v1.2.3", "1.2.3") the first stands for the word.
      const bool other_number = kind == TermKind::kNumber && own.width == 1 && !first_number;
      const bool bonus = kind == TermKind::kOriginal || other_number || (kind == TermKind::kWhole && has_parts);
      if (kind == TermKind::kNumber) first_number = false;
      add_term(word, forms[i], bonus);
    }
  }

  // For each term of the chunk its forms in the languages looked at.
  std::vector<std::vector<QueryAlternative>> forms_of(std::string_view chunk, const AnalyzedChunk& own) const {
    std::vector<std::vector<QueryAlternative>> forms(own.terms.size());
    for (std::size_t i = 0; i < own.terms.size(); ++i) forms[i].push_back({own.terms[i].text, 1.0, false, {}});
    for (std::size_t l = 1; l < languages_.size(); ++l) {
      const AnalyzedChunk other = analyze_word(chunk, languages_[l]);
      if (other.terms.size() != own.terms.size()) continue;
      for (std::size_t i = 0; i < forms.size(); ++i) {
        const std::string& text = other.terms[i].text;
        const bool known =
            std::any_of(forms[i].begin(), forms[i].end(), [&](const auto& form) { return form.text == text; });
        if (!known) forms[i].push_back({text, 1.0, false, {}});
      }
    }
    return forms;
  }

  void add_term(std::uint32_t word, std::vector<QueryAlternative> alternatives, bool bonus) {
    if (!seen_.insert(alternatives.front().text).second) return;
    QueryTerm term;
    term.alternatives = std::move(alternatives);
    term.word = word;
    term.bonus = bonus;
    query_.terms.push_back(std::move(term));
  }

  // Text between quotation marks of two words or more.
  void read_phrases(std::string_view text) {
    for (std::size_t at = 0; query_.phrases.size() < kMostPhrases;) {
      const std::size_t open = text.find('"', at);
      const std::size_t close = open == std::string_view::npos ? open : text.find('"', open + 1);
      if (close == std::string_view::npos) return;
      add_phrase(text.substr(open + 1, close - open - 1));
      at = close + 1;
    }
  }

  void add_phrase(std::string_view text) {
    Phrase phrase;
    std::uint32_t position = 0;
    ChunkReader reader(text);
    Chunk chunk;
    while (phrase.slots.size() < kMostTerms && reader.next(chunk)) {
      if (chunk.run != Script::kOther) {
        std::uint32_t width = 0;
        for_each_bigram(chunk.text, [&](std::string_view bigram, std::uint32_t offset) {
          phrase.slots.push_back({position + offset, {{std::string(bigram), 1.0, false, {}}}});
          width = offset + 1;
        });
        position += width + 1;
        continue;
      }
      const AnalyzedChunk own = analyze_word(chunk.text, language_);
      const auto forms = forms_of(chunk.text, own);
      for (std::size_t i = 0; i < own.terms.size(); ++i) {
        const TermKind kind = own.terms[i].kind;
        if (kind == TermKind::kWord || (kind == TermKind::kNumber && (i == 0 || own.terms[i].offset > 0))) {
          phrase.slots.push_back({position + own.terms[i].offset, forms[i]});
        }
      }
      position += own.width;
    }
    for (auto& [slot, alternatives] : phrase.slots) keep_known(alternatives);
    if (phrase.slots.size() >= 2) query_.phrases.push_back(std::move(phrase));
  }

  void keep_known(std::vector<QueryAlternative>& alternatives) const {
    for (QueryAlternative& alternative : alternatives) {
      for (std::size_t part = 0; part < 2; ++part) {
        alternative.ids[part] = index_.parts()[part].part->vocabulary().find(alternative.text);
        // Only dead entries hold it: not known.
        if (alternative.ids[part] && living_units(index_.parts()[part], *alternative.ids[part]) == 0) {
          alternative.ids[part].reset();
        }
      }
    }
    std::erase_if(alternatives, [](const QueryAlternative& a) { return !a.ids[0] && !a.ids[1]; });
  }

  void look_up() {
    for (QueryTerm& term : query_.terms) {
      unknown_text_.push_back(term.alternatives.front().text);
      keep_known(term.alternatives);
      if (!term.alternatives.empty()) query_.words[term.word].known = true;
    }
  }

  void find_near_spellings() {
    std::size_t looked_up = 0;
    for (std::size_t i = 0; i < query_.terms.size(); ++i) {
      QueryTerm& term = query_.terms[i];
      QueryWord& word = query_.words[term.word];
      if (word.known || term.bonus || looked_up >= kMostUnknownLookedUp) continue;
      const std::string folded = fold_accents(fold_case(word.text));
      if (std::any_of(folded.begin(), folded.end(), [](char c) { return c >= '0' && c <= '9'; })) continue;
      ++looked_up;
      add_near_terms(term, folded, unknown_text_[i]);
    }
  }

  void add_near_terms(QueryTerm& term, const std::string& word, const std::string& stemmed) {
    constexpr std::size_t kMostAlternatives = 8;
    std::unordered_map<std::string, NearTerm> merged;
    for (std::size_t part = 0; part < 2; ++part) {
      const LivePart& live = index_.parts()[part];
      for (NearTerm& near : near_terms(*live.part, word, stemmed, kMostAlternatives * 2)) {
        if (living_units(live, near.term) == 0) continue;
        auto [found, fresh] = merged.try_emplace(std::string(live.part->vocabulary().text(near.term)), near);
        if (!fresh) found->second.entries += near.entries;
      }
    }
    std::vector<std::pair<std::string, NearTerm>> nearest(merged.begin(), merged.end());
    std::sort(nearest.begin(), nearest.end(), [](const auto& a, const auto& b) {
      const auto rank = [](const NearTerm& n) { return n.distance == 0 ? 2U : n.distance; };
      if (rank(a.second) != rank(b.second)) return rank(a.second) < rank(b.second);
      if (a.second.entries != b.second.entries) return a.second.entries > b.second.entries;
      return a.first < b.first;
    });
    if (nearest.size() > kMostAlternatives) nearest.resize(kMostAlternatives);
    for (const auto& [text, near] : nearest) {
      double weight = profile_.prefix_weight;
      for (unsigned d = 0; d < near.distance; ++d)
        weight = d == 0 ? profile_.near_weight : weight * profile_.near_weight;
      term.alternatives.push_back({text, weight, true, {}});
      if (query_.near_words.size() < kMostNearWords) query_.near_words.push_back(near.spelling);
    }
    keep_known(term.alternatives);
    term.approximate = !term.alternatives.empty();
  }

  void weigh() {
    const IndexStatistics& statistics = index_.statistics();
    const std::uint64_t units = statistics.passages + statistics.entries;
    for (QueryTerm& term : query_.terms) {
      std::uint64_t with_term = 0;
      for (const QueryAlternative& alternative : term.alternatives) {
        for (std::size_t part = 0; part < 2; ++part) {
          if (alternative.ids[part]) with_term += living_units(index_.parts()[part], *alternative.ids[part]);
        }
      }
      term.idf = inverse_frequency(units, with_term);
      term.weight = std::pow(term.idf, profile_.idf_exponent) * (term.bonus ? profile_.exact_weight : 1.0);
    }
    // A bonus that is not there is no part of the question; of too many terms the rarest stay.
    std::erase_if(query_.terms, [](const QueryTerm& term) { return term.bonus && term.alternatives.empty(); });
    if (query_.terms.size() <= kMostTerms) return;
    std::vector<double> weights;
    for (const QueryTerm& term : query_.terms) weights.push_back(term.alternatives.empty() ? 0 : term.weight);
    std::nth_element(weights.begin(), weights.begin() + kMostTerms, weights.end(), std::greater<>());
    const double least = weights[kMostTerms];
    std::erase_if(query_.terms,
                  [&](const QueryTerm& term) { return term.alternatives.empty() || term.weight <= least; });
  }

  void find_speakers() {
    std::string before;
    for (const QueryWord& word : query_.words) {
      std::string name = fold_accents(fold_case(word.text));
      if (const std::size_t apostrophe = name.find('\''); apostrophe != std::string::npos) name.resize(apostrophe);
      for (std::size_t part = 0; part < 2; ++part) {
        const StringTable& speakers = index_.parts()[part].part->speakers();
        for (const std::string& candidate : {name, before + ' ' + name}) {
          if (const auto id = speakers.find(candidate); id && *id != 0) query_.speakers[part].push_back(*id);
        }
      }
      before = std::move(name);
    }
    for (auto& ids : query_.speakers) std::sort(ids.begin(), ids.end());
  }

  const SearchIndex& index_;
  const ScoringProfile& profile_;
  Query query_;
  Language language_ = Language::kEnglish;
  std::vector<Language> languages_;
  std::unordered_set<std::string> seen_;
  std::vector<std::string> unknown_text_;  // of each term: its first form
};

}  // namespace

Query make_query(const SearchIndex& index, std::string_view text, const ScoringProfile& profile) {
  return QueryMaker(index, profile).make(text);
}

}  // namespace memory
