#include "memory/index/language.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "memory/index/characters.h"
#include "memory/index/chunks.h"
#include "memory/index/stop_words.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

using Mask = std::uint32_t;  // a bit for each language
static_assert(kLanguages <= 32);

constexpr Mask bit(Language language) { return Mask{1} << static_cast<unsigned>(language); }

using StopWords = std::unordered_map<std::string_view, Mask>;

const StopWords& stop_words() {
  static const StopWords words = [] {
    StopWords made;
    for (std::size_t i = 0; i < kLanguages; ++i) {
      const auto language = static_cast<Language>(i);
      std::string_view rest = stop_word_list(language);
      while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (!word.empty()) made[word] |= bit(language);
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
      }
    }
    return made;
  }();
  return words;
}

Mask languages_of(std::string_view folded) {
  const auto found = stop_words().find(folded);
  return found == stop_words().end() ? 0 : found->second;
}

// The language a script tells by itself.
const Language* language_of_script(Script script) {
  static constexpr Language kByScript[] = {Language::kRussian,  Language::kGreek, Language::kArabic,
                                           Language::kArmenian, Language::kHindi, Language::kTamil};
  switch (script) {
    case Script::kCyrillic:
      return &kByScript[0];
    case Script::kGreek:
      return &kByScript[1];
    case Script::kArabic:
      return &kByScript[2];
    case Script::kArmenian:
      return &kByScript[3];
    case Script::kDevanagari:
      return &kByScript[4];
    case Script::kTamil:
      return &kByScript[5];
    default:
      return nullptr;
  }
}

struct Evidence {
  LanguageCounts votes{};  // stop words, or words of a script that only one language here uses
  std::uint32_t words = 0;
};

constexpr std::uint32_t kWordsLookedAt = 300;

Evidence weigh(std::string_view text) {
  Evidence evidence;
  ChunkReader reader(text);
  Chunk chunk;
  while (evidence.words < kWordsLookedAt && reader.next(chunk)) {
    ++evidence.words;
    if (const Language* language = language_of_script(script_of(code_point_at(chunk.text, 0).value))) {
      ++evidence.votes[static_cast<std::size_t>(*language)];
      continue;
    }
    if (chunk.run != Script::kOther || chunk.text.size() > 16) continue;
    const Mask mask = languages_of(fold_accents(fold_case(chunk.text)));
    for (std::size_t i = 0; i < kLanguages; ++i) {
      if ((mask & bit(static_cast<Language>(i))) != 0) ++evidence.votes[i];
    }
  }
  return evidence;
}

}  // namespace

Language detect_language(std::string_view text) {
  const Evidence evidence = weigh(text);
  const auto best = std::max_element(evidence.votes.begin(), evidence.votes.end());
  // Languages share short words ("in", "a", "die"): another language than English must show at least three
  // words, one in twenty, and half as many again as English does.
  const bool clear = *best >= 3 && *best * 20 >= evidence.words && *best * 2 > evidence.votes[0] * 3;
  return clear ? static_cast<Language>(best - evidence.votes.begin()) : Language::kEnglish;
}

Language detect_query_language(std::string_view query, const LanguageCounts& counts) {
  const Evidence evidence = weigh(query);
  std::size_t best = 0;
  for (std::size_t i = 1; i < kLanguages; ++i) {
    if (counts[i] == 0) continue;
    const bool more_words = evidence.votes[i] > evidence.votes[best];
    const bool usual = evidence.votes[i] == evidence.votes[best] && counts[i] > counts[best];
    if (more_words || usual) best = i;
  }
  return static_cast<Language>(best);
}

bool is_stop_word(std::string_view folded, Language language) { return (languages_of(folded) & bit(language)) != 0; }

}  // namespace memory
