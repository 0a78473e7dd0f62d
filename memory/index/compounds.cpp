#include "memory/index/compounds.h"

#include <cstdlib>

#include "memory/index/stemmer.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kShortestPart = 4;
constexpr std::size_t kLongestWord = 48;

// What may stand between the parts.
constexpr std::string_view kLinks[] = {"", "s", "es", "n", "en", "er", "e"};

}  // namespace

bool writes_compounds(Language language) {
  switch (language) {
    case Language::kGerman:
    case Language::kDutch:
    case Language::kSwedish:
    case Language::kNorwegian:
    case Language::kDanish:
    case Language::kFinnish:
    case Language::kHungarian:
      return true;
    default:
      return false;
  }
}

std::vector<std::string> split_compound(std::string_view word, Language language,
                                        const std::function<bool(const std::string& stem)>& is_known) {
  std::vector<std::string> best;
  long best_difference = 0;
  if (word.size() > kLongestWord) return best;
  for (std::size_t at = kShortestPart; at + kShortestPart <= word.size(); ++at) {
    if (code_point_floor(word, at) != at) continue;
    const std::string tail = stem(word.substr(at), language);
    if (!is_known(tail)) continue;
    const std::string_view before = word.substr(0, at);
    for (const std::string_view link : kLinks) {
      if (!before.ends_with(link) || before.size() < link.size() + kShortestPart) continue;
      std::string head = stem(before.substr(0, before.size() - link.size()), language);
      if (!is_known(head)) continue;
      const long difference = std::labs(static_cast<long>(word.size()) - 2 * static_cast<long>(at));
      if (best.empty() || difference < best_difference) {
        best = {std::move(head), tail};
        best_difference = difference;
      }
      break;
    }
  }
  return best;
}

}  // namespace memory
