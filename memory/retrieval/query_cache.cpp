#include "memory/retrieval/query_cache.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "memory/index/characters.h"
#include "memory/index/query_reader.h"
#include "memory/index/synonyms.h"
#include "memory/store/text_sketch.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr double kLeastSimilarity = 0.6;
constexpr std::size_t kLeastCommon = 2;
constexpr std::size_t kLongestKey = 4096;  // bytes; longer questions are not kept

// Stems of words that ask and say nothing of what is asked for.
constexpr std::array<std::string_view, 20> kAskingStems = {
    "ask",  "describ", "detail", "exact", "explain", "find",   "give",  "info", "inform", "know",
    "list", "mention", "pleas",  "recal", "rememb",  "remind", "share", "show", "tell",   "wonder"};

bool just_asks(std::string_view stem) { return std::binary_search(kAskingStems.begin(), kAskingStems.end(), stem); }

// One space between words, none around them, no case, no final signs.
std::string plain_text(std::string_view text) {
  std::string plain;
  for (const char c : fold_case(text)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) {
      plain += c;
    } else if (!plain.empty() && plain.back() != ' ') {
      plain += ' ';
    }
  }
  while (!plain.empty() && (plain.back() == ' ' || plain.back() == '?' || plain.back() == '!' || plain.back() == '.'))
    plain.pop_back();
  return plain;
}

std::string options_of(const SearchRequest& request) {
  std::string all;
  for (const auto& field : {request.scope, request.since, request.until, request.min_maturity})
    all += '\0' + field.value_or("");
  for (const auto* list : {&request.tags, &request.kinds}) {
    all += '\1';
    for (const std::string& item : *list) all += '\0' + item;
  }
  return all + '\1' + std::to_string(request.limit) + '\1' + std::to_string(request.max_tokens) +
         (request.explain ? "e" : "");
}

std::vector<std::string> marks_of(std::string_view text) {
  std::vector<std::string> marks;
  for (const SketchSentence& sentence : sketch_sentences(text)) {
    for (const SketchWord& word : sentence) {
      if (word.role != SketchWord::Role::kPlain) marks.push_back(word.text);
    }
  }
  if (text.find('"') != std::string_view::npos) marks.emplace_back(text);  // phrases are taken as they are
  return marks;
}

bool are_synonyms(const std::string& a, const std::string& b) {
  const auto of_a = synonym_stems(a);
  const auto of_b = synonym_stems(b);
  return std::find(of_a.begin(), of_a.end(), b) != of_a.end() || std::find(of_b.begin(), of_b.end(), a) != of_b.end();
}

// Whether these words, which the other question does not hold, leave the meaning as it is.
bool are_harmless(const std::vector<std::string>& own, const std::vector<std::string>& others) {
  return std::all_of(own.begin(), own.end(), [&](const std::string& term) {
    return just_asks(term) || std::any_of(others.begin(), others.end(),
                                          [&](const std::string& other) { return are_synonyms(term, other); });
  });
}

}  // namespace

QueryKey make_query_key(const SearchRequest& request, const LanguageCounts& counts) {
  QueryKey key;
  key.options = options_of(request);
  key.text = plain_text(request.query) + '\n' + key.options;
  if (request.query.size() > kLongestKey) return key;
  const ScoringProfile profile;
  const Query query = QueryReader(query_languages(request.query, counts), profile).read(request.query);
  for (const QueryTerm& term : query.terms) {
    if (!term.bonus && !term.alternatives.empty()) key.terms.push_back(term.alternatives.front().text);
  }
  std::sort(key.terms.begin(), key.terms.end());
  key.terms.erase(std::unique(key.terms.begin(), key.terms.end()), key.terms.end());
  key.marks = marks_of(request.query);
  return key;
}

bool means_the_same(const QueryKey& a, const QueryKey& b) {
  if (a.options != b.options || a.marks != b.marks) return false;
  std::vector<std::string> common;
  std::vector<std::string> only_a;
  std::vector<std::string> only_b;
  std::set_intersection(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(), std::back_inserter(common));
  std::set_difference(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(), std::back_inserter(only_a));
  std::set_difference(b.terms.begin(), b.terms.end(), a.terms.begin(), a.terms.end(), std::back_inserter(only_b));
  const auto all = static_cast<double>(common.size() + only_a.size() + only_b.size());
  if (common.size() < kLeastCommon || static_cast<double>(common.size()) < kLeastSimilarity * all) return false;
  return are_harmless(only_a, only_b) && are_harmless(only_b, only_a);
}

void QueryCache::forget_other_generations(std::string_view generation) {
  if (generation_ == generation) return;
  kept_.clear();
  by_text_.clear();
  generation_ = generation;
}

std::optional<QueryResult> QueryCache::find(const QueryKey& key, std::string_view generation) {
  const std::lock_guard lock(mutex_);
  forget_other_generations(generation);
  const auto same = by_text_.find(key.text);
  if (same != by_text_.end()) {
    kept_.splice(kept_.begin(), kept_, same->second);
    QueryResult result = same->second->result;
    result.tier = 0;
    return result;
  }
  const auto similar =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return means_the_same(kept.key, key); });
  if (similar == kept_.end()) return std::nullopt;
  QueryResult result = similar->result;
  result.tier = 1;
  result.omitted.cursor.reset();  // it belongs to the other question
  return result;
}

void QueryCache::keep(QueryKey key, QueryResult result) {
  if (key.text.size() > kLongestKey) return;
  const std::lock_guard lock(mutex_);
  forget_other_generations(result.generation);
  if (const auto same = by_text_.find(key.text); same != by_text_.end()) {
    kept_.erase(same->second);
    by_text_.erase(same);
  }
  std::string text = key.text;
  kept_.push_front({std::move(key), std::move(result)});
  by_text_.emplace(std::move(text), kept_.begin());
  if (kept_.size() <= capacity_) return;
  by_text_.erase(kept_.back().key.text);
  kept_.pop_back();
}

}  // namespace memory
