#include <algorithm>
#include <iterator>
#include <utility>

#include "memory/store/tree_state.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// Below this share of common letter pairs a suggestion confuses more than it helps.
constexpr double kLeastSimilarity = 0.3;
constexpr std::size_t kLongestWanted = 512;  // bytes; a longer text names nothing

using Pairs = std::vector<std::pair<char, char>>;

Pairs letter_pairs(std::string_view text) {
  Pairs pairs;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) pairs.emplace_back(text[i], text[i + 1]);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Dice's coefficient over letter pairs: twice the common ones by all of both.
double similarity(const Pairs& a, const Pairs& b) {
  if (a.empty() || b.empty()) return 0;
  Pairs common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return 2.0 * static_cast<double>(common.size()) / static_cast<double>(a.size() + b.size());
}

}  // namespace

std::vector<std::string> closest_paths(const TreeState& state, std::string_view wanted, std::size_t count) {
  const std::string key = folded_key(wanted.substr(0, code_point_floor(wanted, kLongestWanted)));
  const Pairs whole = letter_pairs(key);
  const Pairs last = letter_pairs(last_component(key));
  std::vector<std::pair<double, std::string_view>> ranked;
  const auto consider = [&](std::string_view path, std::string_view folded) {
    double score =
        std::max(similarity(whole, letter_pairs(folded)), similarity(last, letter_pairs(last_component(folded))));
    if (last_component(folded) == last_component(key)) score = 1;
    if (score >= kLeastSimilarity) ranked.emplace_back(-score, path);
  };
  for (const EntryPtr& entry : state.entries.list()) {
    if (entry->kind == SymbolKind::kContext) consider(entry->path, entry->key);
  }
  for (const std::string& folder : state.folders) consider(folder, folded_key(folder));
  const std::size_t shown = std::min(count, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(shown), ranked.end());
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < shown; ++i) nearest.emplace_back(ranked[i].second);
  return nearest;
}

}  // namespace memory
