// The searchable form of a tree at one generation as the paper's configuration has it (retrieval.md §2, paper
// profile): the documents and statistics that MiniSearch 7 keeps. Immutable; like SearchIndex a large base with
// dead documents and a small overlay, whose statistics together are those of an index built anew.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "memory/index/paper_part.h"

namespace memory {

class PaperIndex;
using PaperIndexPtr = std::shared_ptr<const PaperIndex>;

// A part with the documents of it that still count.
struct LivePaperPart {
  PaperPartPtr part;
  std::shared_ptr<const std::vector<bool>> dead;  // null: none

  bool alive(std::uint32_t document) const { return !dead || !(*dead)[document]; }
};

class PaperIndex {
 public:
  // `entries`: in the order of their paths.
  static PaperIndexPtr build(std::span<const EntryPtr> entries, std::string generation);
  // The index after a change. Paths that are removed but not known are ignored.
  PaperIndexPtr with(const TreeChange& change, std::string generation) const;

  const std::string& generation() const { return generation_; }
  std::span<const LivePaperPart, 2> parts() const { return parts_; }  // base, overlay
  std::size_t documents() const { return documents_; }
  // Of the living documents, field by field.
  const std::array<double, kPaperFields>& average_lengths() const { return average_lengths_; }

 private:
  void count_statistics();
  bool overlay_is_large() const;

  std::array<LivePaperPart, 2> parts_;
  std::size_t documents_ = 0;
  std::array<double, kPaperFields> average_lengths_{};
  std::string generation_;
};

}  // namespace memory
