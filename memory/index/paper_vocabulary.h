// Which terms begin with a word, and which are spelled almost like it? Terms in the order of their UTF-16 units,
// MiniSearch's measure of length and distance; a term's id is its rank. A walk over the sorted terms takes up the
// rows of the distance table where the term before shares its first letters and skips what shares a start that is
// too far already, as a walk over a trie would, without its nodes. Built once, then read by any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace memory {

struct PaperNearTerm {
  std::uint32_t term = 0;
  unsigned distance = 0;
};

class PaperVocabulary {
 public:
  static constexpr unsigned kMaxDistance = 6;

  // `terms` ascend strictly.
  explicit PaperVocabulary(const std::vector<std::u16string>& terms = {});

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size() - 1); }
  std::u16string_view text(std::uint32_t term) const {
    return std::u16string_view(pool_).substr(ends_[term], ends_[term + 1] - ends_[term]);
  }
  std::optional<std::uint32_t> find(std::u16string_view text) const;
  // The ids from first to before second begin with `start`, `start` itself among them.
  std::pair<std::uint32_t, std::uint32_t> starting_with(std::u16string_view start) const;
  // All terms at a Levenshtein distance of at most `most` (1..6), ascending. Adds the cells that were computed to
  // `work`.
  std::vector<PaperNearTerm> near(std::u16string_view word, unsigned most, std::uint64_t& work) const;

 private:
  // Terms of one length, side by side.
  struct Group {
    std::size_t length = 0;
    std::uint32_t begin = 0;  // in by_length_
    std::uint32_t end = 0;
  };

  std::uint32_t lower_bound(std::u16string_view text) const;
  void group_by_length();

  std::u16string pool_;
  std::vector<std::uint32_t> ends_ = {0};  // of term i: [ends_[i], ends_[i + 1])
  std::vector<Group> groups_;              // by length
  std::vector<std::uint32_t> by_length_;   // ids by length, ascending inside one
  std::vector<std::uint16_t> shared_;      // units at the start that the one before in its group has too
};

}  // namespace memory
