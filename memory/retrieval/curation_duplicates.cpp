#include "memory/retrieval/curation_duplicates.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "memory/store/knowledge_text.h"
#include "memory/store/text_sketch.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr double kSameText = 0.9;              // of the shingles
constexpr std::uint32_t kSpeaksForItself = 5;  // words; a shorter text that is nearly the same needs its title
constexpr std::size_t kMostSimilar = 3;
// Entries whose whole text is compared; thousands made from one pattern must not make an ADD slow.
constexpr std::size_t kMostCompared = 64;
constexpr std::size_t kMostQuoted = 200;  // bytes of a sentence's differences

std::vector<std::string_view> all_words(const std::vector<SketchSentence>& sentences) {
  std::vector<std::string_view> words;
  for (const SketchSentence& sentence : sentences) {
    for (const SketchWord& word : sentence) words.push_back(word.text);
  }
  return words;
}

// The words that make two versions of a text different statements, sorted.
std::vector<std::string> telling_words(const std::vector<SketchSentence>& sentences) {
  std::vector<std::string> words;
  for (const SketchSentence& sentence : sentences) {
    for (const SketchWord& word : sentence) {
      if (word.role != SketchWord::Role::kPlain || word.capital) words.push_back(word.text);
    }
  }
  std::sort(words.begin(), words.end());
  return words;
}

// Word for word the same, whatever the case, or nearly so with the same telling words.
bool same_statement(const std::vector<SketchSentence>& a, const std::vector<SketchSentence>& b) {
  if (all_words(a) == all_words(b)) return true;
  return telling_words(a) == telling_words(b) && shingle_similarity(a, b) >= kSameText;
}

std::string_view role_name(SketchWord::Role role) {
  switch (role) {
    case SketchWord::Role::kNumber:
      return "number";
    case SketchWord::Role::kName:
      return "name";
    case SketchWord::Role::kPolarity:
      return "polarity";
    case SketchWord::Role::kPlain:
      break;
  }
  return "word";
}

std::vector<std::string> words_of(const SketchSentence& sentence, SketchWord::Role role) {
  std::vector<std::string> words;
  for (const SketchWord& word : sentence) {
    if (word.role == role) words.push_back(word.text);
  }
  return words;
}

std::string list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text.empty() ? "nothing" : text;
}

// "number: 8080 here, 8081 there"; empty where the sentences are the same.
std::string difference(const SketchSentence& here, const SketchSentence& there) {
  std::string text;
  for (const auto role : {SketchWord::Role::kNumber, SketchWord::Role::kName, SketchWord::Role::kPolarity}) {
    const auto mine = words_of(here, role);
    const auto theirs = words_of(there, role);
    if (mine == theirs) continue;
    if (!text.empty()) text += "; ";
    text += std::string(role_name(role)) + ": " + list(mine) + " here, " + list(theirs) + " there";
  }
  if (text.size() > kMostQuoted) text = text.substr(0, code_point_floor(text, kMostQuoted)) + "…";
  return text;
}

using Skeletons = std::unordered_map<std::uint32_t, const SketchSentence*>;

bool shares_skeleton(const StoredEntry& entry, const Skeletons& given) {
  const auto known = entry.sketch.skeletons;
  return std::any_of(known.begin(), known.end(), [&](std::uint32_t hash) { return given.contains(hash); });
}

// The first difference between this entry's sentences and those given.
std::string first_difference(const StoredEntry& entry, const Skeletons& given) {
  for (const SketchSentence& there : sketch_sentences(knowledge_text(entry.entry().content))) {
    const auto here = given.find(skeleton_hash(there));
    if (here == given.end()) continue;
    if (std::string text = difference(*here->second, there); !text.empty()) return text;
  }
  return {};
}

}  // namespace

bool same_statement(const EntryContent& a, const EntryContent& b) {
  return same_statement(sketch_sentences(knowledge_text(a)), sketch_sentences(knowledge_text(b)));
}

std::optional<std::string> duplicate_of(const TreeState& state, const std::string& title, const EntryContent& content) {
  const auto sentences = sketch_sentences(knowledge_text(content));
  const TextSketch sketch = make_text_sketch(sentences);
  if (sketch.words == 0) return std::nullopt;
  const std::string key = folded_key(title);
  std::vector<const StoredEntry*> candidates;
  for (const EntryPtr& entry : state.entries.list()) {
    if (entry->kind != SymbolKind::kContext || !may_be_similar(sketch, entry->sketch)) continue;
    const bool needs_title = sketch.words < kSpeaksForItself && entry->sketch.whole != sketch.whole;
    if (needs_title && folded_key(entry->title) != key) continue;
    candidates.push_back(entry.get());
  }
  // The same words in the same order first: these are never cut off.
  std::stable_partition(candidates.begin(), candidates.end(),
                        [&](const StoredEntry* entry) { return entry->sketch.whole == sketch.whole; });
  candidates.resize(std::min(candidates.size(), kMostCompared));
  for (const StoredEntry* entry : candidates) {
    if (same_statement(sentences, sketch_sentences(knowledge_text(entry->entry().content)))) return entry->path;
  }
  return std::nullopt;
}

std::vector<SimilarText> similar_texts(const TreeState& state, const std::string& except, const EntryContent& content) {
  const auto sentences = sketch_sentences(knowledge_text(content));
  Skeletons given;
  for (const SketchSentence& sentence : sentences) {
    if (const std::uint32_t hash = skeleton_hash(sentence); hash != 0) given.emplace(hash, &sentence);
  }
  std::vector<SimilarText> found;
  std::size_t compared = 0;
  for (const EntryPtr& entry : state.entries.list()) {
    if (found.size() == kMostSimilar || compared == kMostCompared) break;
    if (entry->kind != SymbolKind::kContext || entry->path == except || !shares_skeleton(*entry, given)) continue;
    ++compared;
    std::string differs = first_difference(*entry, given);
    if (!differs.empty()) found.push_back({entry->path, std::move(differs)});
  }
  return found;
}

}  // namespace memory
