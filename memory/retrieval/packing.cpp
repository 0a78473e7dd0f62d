#include "memory/retrieval/packing.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "memory/index/entry_passages.h"
#include "memory/retrieval/hit_text.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

constexpr std::uint32_t kNearLines = 2;  // passages this close become one hit
// What a reply says beside the passages, in characters: the line that names a hit's place, beside its path and
// heading; what the first hit of an entry says of the entry, beside its title and maturity (time and hash); the line
// over all hits.
constexpr std::size_t kPlaceCharacters = 40;
constexpr std::size_t kViaCharacters = 7;
constexpr std::size_t kEntryCharacters = 106;
constexpr std::size_t kHeadCharacters = 160;

constexpr std::int64_t kSmallestHit = 2;  // tokens: with less left nothing is tried

std::int64_t tokens_of(std::size_t characters) { return static_cast<std::int64_t>((characters + 3) / 4); }

struct Piece {
  const RankedPassage* ranked = nullptr;
  TextRange range;
  bool cut = false;
};

struct Group {  // one hit in the making
  const StoredEntry* entry = nullptr;
  const RankedPassage* best = nullptr;
  TextRange range;
  std::size_t characters = 0;
  bool approximate = true;
};

std::string_view text_of(const StoredEntry& entry, const TextRange& range) {
  return entry.bytes.substr(range.begin, range.end - range.begin);
}

// The headings of entries, read once each: only few entries come into a reply.
class Headings {
 public:
  const std::string& of(const RankedPassage& ranked) {
    auto [found, fresh] = sections_.try_emplace(ranked.entry);
    if (fresh) found->second = sections_of(*ranked.entry);
    return found->second[ranked.passage->section];
  }

 private:
  std::unordered_map<const StoredEntry*, std::vector<std::string>> sections_;
};

std::int64_t entry_tokens(const StoredEntry& entry) {
  const std::size_t maturity = entry.maturity.value_or("").size();
  return tokens_of(count_code_points(entry.title) + maturity + kEntryCharacters);
}

bool near(const TextRange& a, const TextRange& b) {
  return a.first_line <= b.last_line + kNearLines + 1 && b.first_line <= a.last_line + kNearLines + 1;
}

TextRange joined(const TextRange& a, const TextRange& b) {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end), std::min(a.first_line, b.first_line),
          std::max(a.last_line, b.last_line)};
}

// One reply's worth of passages.
class Page {
 public:
  Page(const PackingLimits& limits, Headings& headings)
      : limits_(limits), headings_(headings), tokens_left_(limits.tokens - tokens_of(kHeadCharacters)) {}

  bool add(const RankedPassage& ranked) {
    if (tokens_left_ < kSmallestHit) return false;
    const bool known = entries_.count(ranked.entry) > 0;
    if (!known && static_cast<std::int64_t>(entries_.size()) >= limits_.entries) return false;
    const TextRange range = shown_range(ranked.entry->bytes, *ranked.passage);
    Group grown{ranked.entry, &ranked, range, 0, ranked.approximate};
    std::vector<std::size_t> absorbed;
    if (known) absorb(grown, absorbed);
    const std::string_view text = text_of(*ranked.entry, grown.range);
    if (absorbed.empty() && texts_.count(text) > 0) return true;  // said already
    grown.characters = count_code_points(text);
    const std::int64_t new_entry = known ? 0 : entry_tokens(*ranked.entry);
    const bool too_long = tokens_of(grown.characters) + new_entry > tokens_left_;
    if (too_long && absorbed.empty() && !groups_.empty()) return false;  // whatever its heading
    std::int64_t cost = group_tokens(grown) + new_entry;
    for (const std::size_t i : absorbed) cost -= group_tokens(groups_[i]);
    if (cost > tokens_left_) return groups_.empty() && add_cut(grown);
    tokens_left_ -= cost;
    place(grown, absorbed);
    return true;
  }

  const std::vector<Group>& groups() const { return groups_; }
  bool cut() const { return cut_; }

 private:
  std::int64_t group_tokens(const Group& group) const {
    const std::size_t heading = count_code_points(headings_.of(*group.best));
    const std::size_t via = group.best->via.empty() ? 0 : count_code_points(group.best->via) + kViaCharacters;
    return tokens_of(group.characters + count_code_points(group.entry->path) + heading + via + kPlaceCharacters);
  }

  // Joins the groups of the same entry that the new range touches; joining may make it touch more.
  void absorb(Group& grown, std::vector<std::size_t>& absorbed) {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (groups_[i].entry != grown.entry || !near(groups_[i].range, grown.range)) continue;
        if (std::find(absorbed.begin(), absorbed.end(), i) != absorbed.end()) continue;
        grown.range = joined(grown.range, groups_[i].range);
        grown.approximate = grown.approximate && groups_[i].approximate;
        absorbed.push_back(i);
        more = true;
      }
    }
    std::sort(absorbed.begin(), absorbed.end());
  }

  // The joined hit stands where the best of its passages stood.
  void place(Group& grown, const std::vector<std::size_t>& absorbed) {
    entries_.insert(grown.entry);
    texts_.insert(text_of(*grown.entry, grown.range));
    if (absorbed.empty()) {
      groups_.push_back(grown);
      return;
    }
    grown.best = groups_[absorbed.front()].best;
    groups_[absorbed.front()] = grown;
    for (auto i = absorbed.rbegin(); i + 1 != absorbed.rend(); ++i)
      groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(*i));
  }

  // A first passage that is longer than the whole reply: as many of its lines as fit, else a part of the first.
  bool add_cut(Group& group) {
    const std::string_view text = text_of(*group.entry, group.range);
    const std::int64_t place = group_tokens(group) - tokens_of(group.characters) + entry_tokens(*group.entry);
    const std::int64_t room = std::max<std::int64_t>((tokens_left_ - place - 1) * 4, 16);
    std::size_t end = code_point_floor(text, static_cast<std::size_t>(room));
    if (const std::size_t line = text.rfind('\n', end); line != std::string_view::npos && line > 0) end = line;
    group.range.end = group.range.begin + static_cast<std::uint32_t>(end);
    const std::string_view kept = text_of(*group.entry, group.range);
    group.range.last_line =
        group.range.first_line + static_cast<std::uint32_t>(std::count(kept.begin(), kept.end(), '\n'));
    group.characters = count_code_points(kept);
    tokens_left_ = 0;
    cut_ = true;
    place_cut(group);
    return true;
  }

  void place_cut(Group& group) { place(group, {}); }

  PackingLimits limits_;
  Headings& headings_;
  std::int64_t tokens_left_;
  std::vector<Group> groups_;
  std::unordered_set<const StoredEntry*> entries_;
  std::unordered_set<std::string_view> texts_;
  bool cut_ = false;
};

class HitWriter {
 public:
  explicit HitWriter(Headings& headings) : headings_(headings) {}

  SearchHit write(const Group& group) {
    const StoredEntry& stored = *group.entry;
    SearchHit hit;
    hit.path = stored.path;
    hit.title = stored.title;
    hit.start_line = group.range.first_line;
    hit.end_line = group.range.last_line;
    hit.text = std::string(text_of(stored, group.range));
    hit.score = group.best->relevance;
    hit.hash = stored.hash;
    if (const auto time = stored.changed_at()) hit.updated_at = format_time(*time);
    if (stored.maturity && *stored.maturity != "draft") hit.maturity = stored.maturity;
    if (group.best->passage->superseded) hit.superseded_by = superseded_by(hit.text);
    if (group.approximate) hit.approximate = true;
    if (!group.best->via.empty()) hit.via = group.best->via;
    hit.flags = text_flags(hit.text);
    const std::string& heading = headings_.of(*group.best);
    if (!heading.empty()) hit.heading = heading;
    return hit;
  }

 private:
  Headings& headings_;
};

}  // namespace

Packed pack(const std::vector<RankedPassage>& passages, const PackingLimits& limits) {
  // Earlier pages are packed again: what they held depends on the ranking and the limits alone.
  std::vector<const RankedPassage*> waiting;
  for (const RankedPassage& passage : passages) waiting.push_back(&passage);
  Packed packed;
  Headings headings;
  for (std::int64_t number = 0; number <= limits.page; ++number) {
    Page page(limits, headings);
    std::vector<const RankedPassage*> left;
    for (const RankedPassage* passage : waiting) {
      if (!page.add(*passage)) left.push_back(passage);
    }
    waiting = std::move(left);
    if (number < limits.page) continue;
    packed.cut = page.cut();
    HitWriter writer(headings);
    for (const Group& group : page.groups()) packed.hits.push_back(writer.write(group));
  }
  for (const RankedPassage* passage : waiting) {
    ++packed.omitted.hits;
    packed.omitted.tokens += tokens_of(passage->passage->end - passage->passage->begin);
  }
  return packed;
}

}  // namespace memory
