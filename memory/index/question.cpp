#include "memory/index/question.h"

#include <algorithm>
#include <string>
#include <vector>

#include "memory/index/characters.h"
#include "memory/index/chunks.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kWordsLookedAt = 64;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_verb_of_saying(std::string_view word) {
  return is_one_of(
      word, {"recommend", "recommended", "suggest", "suggested", "say",     "said",      "tell",     "told",
             "explain",   "explained",   "advise",  "advised",   "mention", "mentioned", "give",     "gave",
             "provide",   "provided",    "propose", "proposed",  "list",    "listed",    "describe", "described"});
}

}  // namespace

QuestionKind question_kind(std::string_view question) {
  QuestionKind kind;
  std::string before;
  bool addressed = false;  // "you" stood before
  ChunkReader reader(question);
  Chunk chunk;
  for (std::size_t words = 0; words < kWordsLookedAt && reader.next(chunk); ++words) {
    const std::string word = fold_accents(fold_case(chunk.text));
    if (is_one_of(word, {"when", "wann", "quand", "cuando", "quando", "wanneer", "когда"})) kind.asks_time = true;
    const bool what = is_one_of(before, {"what", "which", "welchem", "welches", "quelle", "que", "qual"});
    if (what &&
        is_one_of(word, {"date", "day", "month", "year", "time", "week", "datum", "jahr", "annee", "ano", "fecha"})) {
      kind.asks_time = true;
    }
    if (before == "how" && is_one_of(word, {"many", "much"})) kind.asks_number = true;
    if (before == "how" && word == "long") kind.asks_time = true;
    if (before == "wie" && is_one_of(word, {"viele", "viel", "vielen", "oft", "lange"})) kind.asks_number = true;
    if (is_one_of(word, {"wieviel", "wieviele", "combien", "cuantos", "cuantas", "cuanto", "quantos", "quanti",
                         "hoeveel", "сколько"})) {
      kind.asks_number = true;
    }
    if (word == "assistant") kind.asks_assistant = true;
    if (addressed && is_verb_of_saying(word)) kind.asks_assistant = true;
    addressed = addressed || word == "you";
    before = word;
  }
  if (question.find("多少") != std::string_view::npos || question.find("几") != std::string_view::npos)
    kind.asks_number = true;
  return kind;
}

}  // namespace memory
