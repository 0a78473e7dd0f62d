#include "memory/index/query_reader.h"

#include <algorithm>

#include "memory/index/characters.h"
#include "memory/index/chunks.h"
#include "memory/index/synonyms.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMostBytes = 16 * 1024;
constexpr std::size_t kMostChunks = 2048;
constexpr std::size_t kMostLanguages = 6;
constexpr std::size_t kMostPhrases = 4;
constexpr std::size_t kMostSlots = 64;

bool contains(const std::vector<QueryAlternative>& alternatives, std::string_view text) {
  return std::any_of(alternatives.begin(), alternatives.end(), [&](const auto& a) { return a.text == text; });
}

QueryAlternative exactly(std::string_view text) {
  QueryAlternative alternative;
  alternative.text = text;
  return alternative;
}

bool starts_with_capital(std::string_view word) {
  const std::string_view first = word.substr(0, code_point_at(word, 0).length);
  return to_lower(first) != first;
}

// A word behind which the kind of thing stands that is asked for.
bool asks_for_kind(std::string_view word) {
  static const std::unordered_set<std::string_view> words = {
      "what",    "which", "welche", "welcher", "welches", "welchen", "welchem", "quel",  "quelle", "quels",
      "quelles", "qual",  "quale",  "quali",   "quais",   "cual",    "cuales",  "welk",  "welke",  "какой",
      "какая",   "какое", "какие",  "каком",   "какую",   "каких",   "какого",  "каким", "какими", "какому"};
  return words.count(fold_accents(fold_case(word))) > 0;
}

// Of the spellings of one number or version ("v1.2.3", "1.2.3") the first stands for the word.
bool is_other_spelling(const AnalyzedChunk& chunk, std::size_t term) {
  return chunk.terms[term].kind == TermKind::kNumber && chunk.width == 1 && term > 0 &&
         chunk.terms[term - 1].kind == TermKind::kNumber;
}

}  // namespace

std::vector<Language> query_languages(std::string_view query, const LanguageCounts& counts) {
  std::vector<Language> languages = {detect_query_language(query, counts)};
  if (languages.front() != Language::kEnglish) languages.push_back(Language::kEnglish);
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < kLanguages; ++i) {
    const auto language = static_cast<Language>(i);
    if (counts[i] > 0 && language != languages.front() && language != Language::kEnglish) others.push_back(i);
  }
  std::stable_sort(others.begin(), others.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  for (const std::size_t i : others) {
    if (languages.size() < kMostLanguages) languages.push_back(static_cast<Language>(i));
  }
  return languages;
}

Query QueryReader::read(std::string_view text) {
  text = text.substr(0, code_point_floor(text, kMostBytes));
  query_.kind = question_kind(text);
  query_.date = date_of_question(text);
  read_words(text);
  read_phrases(text);
  return std::move(query_);
}

void QueryReader::read_words(std::string_view text) {
  ChunkReader reader(text);
  Chunk chunk;
  for (std::size_t chunks = 0; chunks < kMostChunks && reader.next(chunk); ++chunks) {
    if (chunk.run != Script::kOther) {
      add_run(chunk.text);
    } else {
      add_word(chunk.text, chunks == 0);
    }
  }
}

void QueryReader::add_run(std::string_view run) {
  const auto word = static_cast<std::uint32_t>(query_.words.size());
  query_.words.push_back({std::string(run)});
  for_each_bigram(run, [&](std::string_view bigram, std::uint32_t) { add_term(word, {exactly(bigram)}, false, true); });
}

void QueryReader::add_word(std::string_view chunk, bool first) {
  const AnalyzedChunk own = analyze_word(chunk, languages_.front());
  if (own.stop_word || own.terms.empty()) {
    asking_ = asks_for_kind(chunk);
    return;
  }
  const auto word = static_cast<std::uint32_t>(query_.words.size());
  const bool tells = languages_.front() != Language::kGerman;  // there every noun has a capital letter
  query_.words.push_back({std::string(chunk), tells && !first && starts_with_capital(chunk)});
  query_.words.back().asked = asking_ && !query_.words.back().name_like;
  std::vector<Alternatives> forms = forms_of(chunk, own);
  const bool has_parts =
      std::any_of(own.terms.begin(), own.terms.end(), [](const Term& term) { return term.kind == TermKind::kWord; });
  for (std::size_t i = 0; i < own.terms.size(); ++i) {
    const TermKind kind = own.terms[i].kind;
    const bool bonus =
        kind == TermKind::kOriginal || (kind == TermKind::kWhole && has_parts) || is_other_spelling(own, i);
    if (kind == TermKind::kWord) add_synonyms(forms[i]);
    add_term(word, std::move(forms[i]), bonus, false);
  }
}

// For each term of the chunk its forms in the languages looked at.
std::vector<QueryReader::Alternatives> QueryReader::forms_of(std::string_view chunk, const AnalyzedChunk& own) const {
  std::vector<Alternatives> forms(own.terms.size());
  for (std::size_t i = 0; i < forms.size(); ++i) forms[i].push_back(exactly(own.terms[i].text));
  for (std::size_t l = 1; l < languages_.size(); ++l) {
    const AnalyzedChunk other = analyze_word(chunk, languages_[l]);
    if (other.terms.size() != own.terms.size()) continue;
    for (std::size_t i = 0; i < forms.size(); ++i) {
      if (!contains(forms[i], other.terms[i].text)) forms[i].push_back(exactly(other.terms[i].text));
    }
  }
  return forms;
}

void QueryReader::add_synonyms(Alternatives& alternatives) const {
  if (languages_.front() != Language::kEnglish || profile_.synonym_weight <= 0) return;
  for (const std::string& synonym : synonym_stems(alternatives.front().text)) {
    if (contains(alternatives, synonym)) continue;
    alternatives.push_back(exactly(synonym));
    alternatives.back().weight = profile_.synonym_weight;
  }
}

void QueryReader::add_term(std::uint32_t word, Alternatives alternatives, bool bonus, bool bigram) {
  if (!seen_.insert(alternatives.front().text).second) return;
  QueryTerm term;
  term.alternatives = std::move(alternatives);
  term.word = word;
  term.bonus = bonus;
  term.bigram = bigram;
  query_.terms.push_back(std::move(term));
}

void QueryReader::read_phrases(std::string_view text) {
  for (std::size_t at = 0; query_.phrases.size() < kMostPhrases;) {
    const std::size_t open = text.find('"', at);
    if (open == std::string_view::npos) return;
    const std::size_t close = text.find('"', open + 1);
    if (close == std::string_view::npos) return;
    add_phrase(text.substr(open + 1, close - open - 1));
    at = close + 1;
  }
}

// A phrase has two words or more; what the analyzer sees as one word needs no phrase.
void QueryReader::add_phrase(std::string_view text) {
  Phrase phrase;
  std::uint32_t position = 0;
  ChunkReader reader(text);
  Chunk chunk;
  while (phrase.size() < kMostSlots && reader.next(chunk)) {
    if (chunk.run != Script::kOther) {
      std::uint32_t width = 0;
      for_each_bigram(chunk.text, [&](std::string_view bigram, std::uint32_t offset) {
        phrase.push_back({position + offset, {exactly(bigram)}});
        width = offset + 1;
      });
      position += width + 1;
      continue;
    }
    const AnalyzedChunk own = analyze_word(chunk.text, languages_.front());
    std::vector<Alternatives> forms = forms_of(chunk.text, own);
    for (std::size_t i = 0; i < own.terms.size(); ++i) {
      const TermKind kind = own.terms[i].kind;
      const bool beside = kind == TermKind::kOriginal || kind == TermKind::kWhole || is_other_spelling(own, i);
      if (!beside) phrase.push_back({position + own.terms[i].offset, std::move(forms[i])});
    }
    position += own.width;
  }
  if (phrase.size() >= 2) query_.phrases.push_back(std::move(phrase));
}

}  // namespace memory
