#include "memory/index/paper_index.h"

#include <algorithm>

namespace memory {
namespace {

constexpr std::size_t kBase = 0;
constexpr std::size_t kOverlay = 1;

// When the overlay is merged into the base; as SearchIndex does.
constexpr std::size_t kLargeOverlay = 256;
constexpr std::size_t kBaseShare = 32;

void bury(const PaperPart& part, std::string_view path, std::vector<bool>& dead) {
  if (const auto document = part.find(path)) dead[*document] = true;
}

// Of several forms of one path the last counts.
std::vector<EntryPtr> in_order(const std::vector<EntryPtr>& entries) {
  std::vector<EntryPtr> sorted = entries;
  const auto by_path = [](const EntryPtr& a, const EntryPtr& b) { return a->path < b->path; };
  std::stable_sort(sorted.begin(), sorted.end(), by_path);
  std::vector<EntryPtr> last;
  for (EntryPtr& entry : sorted) {
    if (!last.empty() && last.back()->path == entry->path) last.pop_back();
    last.push_back(std::move(entry));
  }
  return last;
}

std::size_t count_dead(const LivePaperPart& live) {
  return live.dead ? static_cast<std::size_t>(std::count(live.dead->begin(), live.dead->end(), true)) : 0;
}

}  // namespace

PaperIndexPtr PaperIndex::build(std::span<const EntryPtr> entries, std::string generation) {
  auto index = std::make_shared<PaperIndex>();
  index->parts_[kBase].part = std::make_shared<const PaperPart>(build_paper_part(entries));
  index->parts_[kOverlay].part = std::make_shared<const PaperPart>(build_paper_part({}));
  index->count_statistics();
  index->generation_ = std::move(generation);
  return index;
}

PaperIndexPtr PaperIndex::with(const TreeChange& change, std::string generation) const {
  auto next = std::make_shared<PaperIndex>(*this);
  next->generation_ = std::move(generation);
  if (change.empty()) return next;
  std::array<std::vector<bool>, 2> dead;
  for (const std::size_t i : {kBase, kOverlay}) {
    dead[i] = parts_[i].dead ? *parts_[i].dead : std::vector<bool>(parts_[i].part->documents().size(), false);
    for (const std::string& path : change.removed) bury(*parts_[i].part, path, dead[i]);
    for (const EntryPtr& entry : change.changed) bury(*parts_[i].part, entry->path, dead[i]);
  }
  const PaperPart fresh = build_paper_part(in_order(change.changed));
  next->parts_[kOverlay].part =
      std::make_shared<const PaperPart>(merge_paper_parts(*parts_[kOverlay].part, &dead[kOverlay], fresh, nullptr));
  next->parts_[kBase].dead = std::make_shared<const std::vector<bool>>(std::move(dead[kBase]));
  if (next->overlay_is_large()) {
    const LivePaperPart& base = next->parts_[kBase];
    PaperPart merged = merge_paper_parts(*base.part, base.dead.get(), *next->parts_[kOverlay].part, nullptr);
    next->parts_[kBase] = {std::make_shared<const PaperPart>(std::move(merged)), nullptr};
    next->parts_[kOverlay].part = std::make_shared<const PaperPart>(build_paper_part({}));
  }
  next->count_statistics();
  return next;
}

bool PaperIndex::overlay_is_large() const {
  const std::size_t base = parts_[kBase].part->documents().size();
  const std::size_t waiting = parts_[kOverlay].part->documents().size() + count_dead(parts_[kBase]);
  return waiting > std::max(kLargeOverlay, base / kBaseShare);
}

// MiniSearch keeps no sum of the lengths but takes each document into the average as it comes (its
// addFieldLength); the documents come here in the order of their paths.
void PaperIndex::count_statistics() {
  documents_ = 0;
  average_lengths_ = {};
  const auto base = parts_[kBase].part->documents();
  const auto overlay = parts_[kOverlay].part->documents();
  const auto take = [this](const PaperDocument& document) {
    const auto before = static_cast<double>(documents_);
    for (std::size_t field = 0; field < kPaperFields; ++field) {
      double& average = average_lengths_[field];
      average = (average * before + static_cast<double>(document.lengths[field])) / (before + 1);
    }
    ++documents_;
  };
  for (std::uint32_t i = 0, j = 0; i < base.size() || j < overlay.size();) {
    if (i < base.size() && !parts_[kBase].alive(i)) {
      ++i;
    } else if (j == overlay.size() || (i < base.size() && base[i].entry->path < overlay[j].entry->path)) {
      take(base[i++]);
    } else {
      take(overlay[j++]);
    }
  }
}

}  // namespace memory
