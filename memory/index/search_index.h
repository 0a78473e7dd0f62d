// The searchable form of a tree at one generation: analyzed fields, passages, postings. Immutable; a change
// makes a new value that shares what stayed (design: retrieval.md §1): a large base, in which entries that
// changed since are marked dead, and a small overlay with their new form. When the overlay has grown, both are
// merged into a new base. Whatever the parts, the statistics are those of the living entries, so that a search
// answers as on an index built anew.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "memory/index/index_part.h"
#include "memory/store/stored_entry.h"

namespace memory {

class SearchIndex;
using SearchIndexPtr = std::shared_ptr<const SearchIndex>;

// A part with the entries of it that still count.
struct LivePart {
  IndexPartPtr part;
  std::shared_ptr<const std::vector<bool>> dead;  // null: none

  bool alive(std::uint32_t entry) const { return !dead || !(*dead)[entry]; }
};

class SearchIndex {
 public:
  static SearchIndexPtr build(std::span<const EntryPtr> entries, std::string generation);
  // The index of these entries, of which `base` holds most; entries are the same where their pointers are.
  static SearchIndexPtr open(IndexPartPtr base, std::span<const EntryPtr> entries, std::string generation);
  // The index after a change. Paths that are removed but not known are ignored.
  SearchIndexPtr with(const TreeChange& change, std::string generation) const;

  // Where the living entry of that path stands.
  struct Place {
    std::size_t part = 0;
    std::uint32_t entry = 0;
  };
  std::optional<Place> find(std::string_view path) const;

  // Entries that came, went or changed since the base was made.
  std::size_t changes() const;
  // All living entries in one part.
  IndexPartPtr merged() const;

  const std::string& generation() const { return generation_; }
  const IndexStatistics& statistics() const { return statistics_; }
  std::span<const LivePart, 2> parts() const { return parts_; }  // base, overlay
  std::size_t memory_bytes() const;                              // beside the entries

 private:
  using Paths = std::unordered_map<std::string_view, std::uint32_t>;  // keys live in the entries

  using Dead = std::array<std::vector<bool>, 2>;  // by part and entry

  static Paths paths_of(const IndexPart& part);
  void bury(std::string_view path, Dead& dead);
  void count_statistics();
  bool overlay_is_large() const;
  void merge_overlay();
  static std::shared_ptr<SearchIndex> of(IndexPartPtr base, std::string generation);

  std::array<LivePart, 2> parts_;
  std::array<std::shared_ptr<const Paths>, 2> paths_;
  IndexStatistics statistics_;
  std::string generation_;
};

}  // namespace memory
