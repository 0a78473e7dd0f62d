#include <algorithm>
#include <utility>

#include "memory/browse.h"
#include "memory/tree/entry_path.h"

namespace memory {
namespace {

// Below this share of common letter pairs a suggestion confuses more than it helps.
constexpr double kLeastSimilarity = 0.3;

using Pairs = std::vector<std::pair<char, char>>;

Pairs letter_pairs(std::string_view text) {
  Pairs pairs;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) pairs.emplace_back(text[i], text[i + 1]);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Dice's coefficient over letter pairs: twice the common ones by all of both.
double similarity(const Pairs& a, const Pairs& b) {
  if (a.empty() || b.empty()) return a == b ? 1.0 : 0.0;
  Pairs common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return 2.0 * static_cast<double>(common.size()) / static_cast<double>(a.size() + b.size());
}

}  // namespace

std::vector<std::string> nearest_paths(const TreeState& state, std::string_view wanted, std::size_t count) {
  const std::string key = folded_key(wanted.substr(0, 512));  // a longer text names nothing
  const Pairs whole = letter_pairs(key);
  const Pairs last = letter_pairs(last_component(key));
  std::vector<std::pair<double, std::string>> ranked;
  const auto consider = [&](const std::string& path) {
    const std::string candidate = folded_key(path);
    const double score =
        std::max(similarity(whole, letter_pairs(candidate)), similarity(last, letter_pairs(last_component(candidate))));
    if (score >= kLeastSimilarity) ranked.emplace_back(-score, path);
  };
  for (const auto& [path, entry] : state.entries) {
    if (entry->kind == SymbolKind::kContext) consider(path);
  }
  for (const std::string& folder : state.folders) consider(folder);
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> nearest;
  for (const auto& [score, path] : ranked) {
    if (nearest.size() == count) break;
    nearest.push_back(path);
  }
  return nearest;
}

}  // namespace memory
