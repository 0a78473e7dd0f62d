#include "memory/index/search_index.h"

#include <algorithm>
#include <unordered_set>

#include "memory/index/part_builder.h"
#include "memory/index/part_merger.h"
#include "memory/store/parallel.h"

namespace memory {
namespace {

constexpr std::size_t kBase = 0;
constexpr std::size_t kOverlay = 1;

// Text analyzed at once: bounds what building needs beside its result.
constexpr std::size_t kSliceBytes = std::size_t{8} << 20U;
constexpr std::size_t kWorthThreads = 2;  // slices

// An overlay is merged into the base when it holds more entries than this, and more than a 32nd of the base:
// a change then costs the overlay's size, and the merge is spread over many changes.
constexpr std::size_t kLargeOverlay = 256;
constexpr std::size_t kBaseShare = 32;

IndexPart build_in_slices(std::span<const EntryPtr> entries) {
  std::vector<std::span<const EntryPtr>> shares;
  for (std::size_t begin = 0; begin < entries.size();) {
    std::size_t end = begin;
    for (std::size_t bytes = 0; end < entries.size() && bytes < kSliceBytes; ++end) bytes += entries[end]->bytes.size();
    shares.push_back(entries.subspan(begin, end - begin));
    begin = end;
  }
  std::vector<IndexPart> slices(shares.size());
  for_each_index(shares.size(), kWorthThreads, [&](std::size_t i) { slices[i] = build_part(shares[i]); });
  if (slices.size() == 1) return std::move(slices.front());
  std::vector<MergeInput> inputs;
  for (const IndexPart& slice : slices) inputs.push_back({&slice, nullptr});
  return merge_parts(inputs);
}

std::size_t dead_count(const LivePart& part) {
  return part.dead ? static_cast<std::size_t>(std::count(part.dead->begin(), part.dead->end(), true)) : 0;
}

}  // namespace

SearchIndex::Paths SearchIndex::paths_of(const IndexPart& part) {
  Paths paths;
  const auto stored = part.stored();
  paths.reserve(stored.size());
  for (std::uint32_t i = 0; i < stored.size(); ++i) paths.emplace(stored[i]->path, i);
  return paths;
}

void SearchIndex::count_statistics() {
  statistics_ = {};
  for (const LivePart& live : parts_) {
    const auto entries = live.part->entries();
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      if (live.alive(i)) statistics_.add(entries[i]);
    }
  }
}

std::shared_ptr<SearchIndex> SearchIndex::of(IndexPartPtr base, std::string generation) {
  auto index = std::make_shared<SearchIndex>();
  index->parts_[kBase].part = std::move(base);
  index->parts_[kOverlay].part = std::make_shared<const IndexPart>(build_part({}));
  for (std::size_t i : {kBase, kOverlay})
    index->paths_[i] = std::make_shared<const Paths>(paths_of(*index->parts_[i].part));
  index->count_statistics();
  index->generation_ = std::move(generation);
  return index;
}

SearchIndexPtr SearchIndex::build(std::span<const EntryPtr> entries, std::string generation) {
  return of(std::make_shared<const IndexPart>(build_in_slices(entries)), std::move(generation));
}

SearchIndexPtr SearchIndex::open(IndexPartPtr base, std::span<const EntryPtr> entries, std::string generation) {
  const std::unordered_set<EntryPtr> wanted(entries.begin(), entries.end());
  const std::unordered_set<EntryPtr> held(base->stored().begin(), base->stored().end());
  TreeChange change;
  for (const EntryPtr& entry : base->stored()) {
    if (!wanted.contains(entry)) change.removed.push_back(entry->path);
  }
  for (const EntryPtr& entry : entries) {
    if (!held.contains(entry)) change.changed.push_back(entry);
  }
  return of(std::move(base), generation)->with(change, std::move(generation));
}

void SearchIndex::bury(std::string_view path, Dead& dead) {
  for (const std::size_t i : {kBase, kOverlay}) {
    const auto found = paths_[i]->find(path);
    if (found == paths_[i]->end() || dead[i][found->second]) continue;
    statistics_.remove(parts_[i].part->entries()[found->second]);
    dead[i][found->second] = true;
  }
}

SearchIndexPtr SearchIndex::with(const TreeChange& change, std::string generation) const {
  auto next = std::make_shared<SearchIndex>(*this);
  next->generation_ = std::move(generation);
  if (change.empty()) return next;
  Dead dead;
  for (const std::size_t i : {kBase, kOverlay}) {
    dead[i] = parts_[i].dead ? *parts_[i].dead : std::vector<bool>(parts_[i].part->entries().size(), false);
  }
  for (const std::string& path : change.removed) next->bury(path, dead);
  for (const EntryPtr& entry : change.changed) next->bury(entry->path, dead);
  const IndexPart fresh = build_part(change.changed);
  for (const IndexedEntry& entry : fresh.entries()) next->statistics_.add(entry);
  const MergeInput inputs[] = {{parts_[kOverlay].part.get(), &dead[kOverlay]}, {&fresh, nullptr}};
  next->parts_[kBase].dead = std::make_shared<const std::vector<bool>>(std::move(dead[kBase]));
  next->parts_[kOverlay] = {std::make_shared<const IndexPart>(merge_parts(inputs)), nullptr};
  next->paths_[kOverlay] = std::make_shared<const Paths>(paths_of(*next->parts_[kOverlay].part));
  if (next->overlay_is_large()) next->merge_overlay();
  return next;
}

bool SearchIndex::overlay_is_large() const {
  return changes() > std::max(kLargeOverlay, parts_[kBase].part->entries().size() / kBaseShare);
}

std::optional<SearchIndex::Place> SearchIndex::find(std::string_view path) const {
  for (const std::size_t i : {kOverlay, kBase}) {
    const auto found = paths_[i]->find(path);
    if (found != paths_[i]->end() && parts_[i].alive(found->second)) return Place{i, found->second};
  }
  return std::nullopt;
}

std::size_t SearchIndex::changes() const { return parts_[kOverlay].part->entries().size() + dead_count(parts_[kBase]); }

IndexPartPtr SearchIndex::merged() const {
  if (changes() == 0) return parts_[kBase].part;
  const MergeInput inputs[] = {{parts_[kBase].part.get(), parts_[kBase].dead.get()},
                               {parts_[kOverlay].part.get(), parts_[kOverlay].dead.get()}};
  return std::make_shared<const IndexPart>(merge_parts(inputs));
}

void SearchIndex::merge_overlay() {
  parts_[kBase] = {merged(), nullptr};
  parts_[kOverlay] = {std::make_shared<const IndexPart>(build_part({})), nullptr};
  for (std::size_t i : {kBase, kOverlay}) paths_[i] = std::make_shared<const Paths>(paths_of(*parts_[i].part));
}

std::size_t SearchIndex::memory_bytes() const {
  std::size_t bytes = 0;
  for (const LivePart& live : parts_) {
    bytes += live.part->memory_bytes() + (live.dead ? live.dead->size() / 8 : 0);
  }
  return bytes;
}

}  // namespace memory
