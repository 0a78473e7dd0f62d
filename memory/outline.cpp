#include <algorithm>

#include "memory/browse.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  constexpr std::size_t kLongestTitle = 120;
  if (text.size() > kLongestTitle) text = text.substr(0, code_point_floor(text, kLongestTitle)) + "…";
  return text;
}

// Collects whole lines up to a token budget, remembering how many found no room.
class BoundedLines {
 public:
  explicit BoundedLines(std::size_t max_tokens) : max_characters_(max_tokens * 4) {}

  bool add(const std::string& line) {
    if (full_ || count_code_points(line) + 1 > max_characters_ - used_) {
      full_ = true;
      ++left_out_;
      return false;
    }
    used_ += count_code_points(line) + 1;
    text_ += line + "\n";
    return true;
  }
  std::size_t left_out() const { return left_out_; }
  std::string take() { return std::move(text_); }

 private:
  std::size_t max_characters_;
  std::size_t used_ = 0;
  std::size_t left_out_ = 0;
  bool full_ = false;
  std::string text_;
};

// Core entries, validated ones, drafts; each by importance, then by path.
std::vector<EntryPtr> best_first(const TreeState& state, const Lifecycles& lifecycles) {
  std::vector<std::pair<Lifecycle, EntryPtr>> rated;
  for (const EntryPtr& entry : state.entries.list()) {
    if (entry->kind == SymbolKind::kContext && !is_archived(entry->path))
      rated.emplace_back(lifecycles.of(*entry), entry);
  }
  std::stable_sort(rated.begin(), rated.end(), [](const auto& a, const auto& b) {
    if (a.first.maturity != b.first.maturity) return a.first.maturity > b.first.maturity;
    return a.first.importance > b.first.importance;
  });
  std::vector<EntryPtr> entries;
  for (auto& [lifecycle, entry] : rated) entries.push_back(std::move(entry));
  return entries;
}

}  // namespace

std::string outline(const TreeState& state, std::int64_t max_tokens, const Lifecycles& lifecycles) {
  constexpr std::size_t kClosingTokens = 40;  // the line that says what was left out
  const auto budget = static_cast<std::size_t>(std::max<std::int64_t>(max_tokens, 100)) - kClosingTokens;
  BoundedLines lines(budget);
  const std::size_t total = entry_count(state, "");
  lines.add("# Context Tree: " + std::to_string(total) + (total == 1 ? " entry" : " entries"));
  std::size_t folders_left_out = 0;
  // Domains come before topics, so that a large tree shows its whole width first.
  for (const bool domains : {true, false}) {
    for (const std::string& folder : state.folders) {
      const auto level = std::count(folder.begin(), folder.end(), '/');
      if ((domains ? level != 0 : level != 1) || folder == kArchiveFolder || is_archived(folder)) continue;
      const std::string line = "- " + one_line(folder) + "/ (" + std::to_string(entry_count(state, folder)) + ")";
      if (!lines.add(line)) ++folders_left_out;
    }
  }
  const std::vector<EntryPtr> entries = best_first(state, lifecycles);
  std::size_t shown = 0;
  for (const EntryPtr& entry : entries) {
    if (!lines.add("- " + one_line(entry->path) + ": " + one_line(std::string(entry->title)))) break;
    ++shown;
  }
  std::string text = lines.take();
  if (folders_left_out > 0) text += "… " + std::to_string(folders_left_out) + " more folders\n";
  if (shown < entries.size()) {
    text += "… " + std::to_string(entries.size() - shown) + " more entries; list them with browse_tree\n";
  }
  return text;
}

}  // namespace memory
