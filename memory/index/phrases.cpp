#include "memory/index/phrases.h"

#include <algorithm>

namespace memory {
namespace {

// The postings of what may stand in one slot of a phrase.
class SlotCursor {
 public:
  SlotCursor(const IndexPart& part, const std::vector<QueryAlternative>& alternatives, std::uint32_t offset,
             std::size_t which)
      : offset_(offset) {
    for (const QueryAlternative& alternative : alternatives) {
      if (!alternative.ids[which]) continue;
      lists_.push_back(part.postings(*alternative.ids[which]));
      cursors_.emplace_back(lists_.back());
    }
  }

  std::size_t size() const {
    std::size_t entries = 0;
    for (const PostingList& list : lists_) entries += list.size();
    return entries;
  }

  std::vector<std::uint32_t> entries() const {
    std::vector<std::uint32_t> entries;
    for (const PostingList& list : lists_) {
      PostingCursor cursor(list);
      while (cursor.next()) entries.push_back(cursor.posting().entry);
    }
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    return entries;
  }

  // Where the phrase would start for each occurrence in the entry, sorted. Entries must ascend.
  void starts(std::uint32_t entry, std::vector<Occurrence>& starts) {
    starts.clear();
    for (PostingCursor& cursor : cursors_) {
      if (cursor.seek(entry) && cursor.posting().entry == entry) cursor.read(starts);
    }
    std::erase_if(starts,
                  [this](const Occurrence& o) { return o.position < offset_ || (o.position == 0 && o.unit != 0); });
    for (Occurrence& occurrence : starts)
      occurrence.position = static_cast<std::uint16_t>(occurrence.position - offset_);
    std::sort(starts.begin(), starts.end());
  }

 private:
  std::uint32_t offset_;
  std::vector<PostingList> lists_;
  std::vector<PostingCursor> cursors_;
};

std::vector<std::uint32_t> units_of(const std::vector<Occurrence>& occurrences) {
  std::vector<std::uint32_t> units;
  for (const Occurrence& occurrence : occurrences) {
    if (units.empty() || units.back() != occurrence.unit) units.push_back(occurrence.unit);
  }
  return units;
}

PhraseEntries find_phrase(const LivePart& live, const Phrase& phrase, std::size_t which) {
  PhraseEntries found;
  std::vector<SlotCursor> slots;
  slots.reserve(phrase.size());
  for (const auto& [position, alternatives] : phrase) {
    slots.emplace_back(*live.part, alternatives, position, which);
    if (slots.back().size() == 0) return found;
  }
  const auto rarest =
      std::min_element(slots.begin(), slots.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::vector<Occurrence> starts;
  std::vector<Occurrence> others;
  std::vector<Occurrence> both;
  for (const std::uint32_t entry : rarest->entries()) {
    if (!live.alive(entry)) continue;
    rarest->starts(entry, starts);
    for (auto slot = slots.begin(); slot != slots.end() && !starts.empty(); ++slot) {
      if (slot == rarest) continue;
      slot->starts(entry, others);
      both.clear();
      std::set_intersection(starts.begin(), starts.end(), others.begin(), others.end(), std::back_inserter(both));
      starts.swap(both);
    }
    if (!starts.empty()) found.emplace(entry, units_of(starts));
  }
  return found;
}

}  // namespace

PhraseMatches find_phrases(const SearchIndex& index, const Query& query) {
  PhraseMatches matches;
  for (std::size_t part = 0; part < 2; ++part) {
    for (std::size_t p = 0; p < query.phrases.size(); ++p) {
      PhraseEntries found = find_phrase(index.parts()[part], query.phrases[p], part);
      if (p == 0) {
        matches.parts[part] = std::move(found);
        continue;
      }
      for (auto kept = matches.parts[part].begin(); kept != matches.parts[part].end();) {
        const auto other = found.find(kept->first);
        if (other == found.end()) {
          kept = matches.parts[part].erase(kept);
          continue;
        }
        auto& units = kept->second;
        units.insert(units.end(), other->second.begin(), other->second.end());
        std::sort(units.begin(), units.end());
        ++kept;
      }
    }
  }
  return matches;
}

}  // namespace memory
