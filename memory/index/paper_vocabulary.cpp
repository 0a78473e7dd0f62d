#include "memory/index/paper_vocabulary.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace memory {
namespace {

constexpr std::size_t kMostShared = std::numeric_limits<std::uint16_t>::max();

// The table of distances between the starts of a word (columns) and those of a term (rows). Only a band round the
// diagonal can hold distances of at most `most`; cell k of row r is column r + k - most.
class DistanceTable {
 public:
  DistanceTable(std::u16string_view word, unsigned most)
      : word_(word), most_(most), width_(2 * std::size_t{most} + 1), cells_((word.size() + most + 1) * width_) {
    for (std::size_t k = 0; k < width_; ++k) {
      const bool inside = k >= most_ && k - most_ <= word_.size();
      cells_[k] = static_cast<std::uint8_t>(inside ? k - most_ : most_ + 1);
    }
  }

  std::size_t width() const { return width_; }

  // Computes row `row` (from 1 on), whose start ends with `unit`, from the one above. → its smallest distance
  unsigned compute(std::size_t row, char16_t unit) {
    const std::uint8_t* above = &cells_[(row - 1) * width_];
    std::uint8_t* cells = &cells_[row * width_];
    unsigned least = most_ + 1;
    for (std::size_t k = 0; k < width_; ++k) {
      unsigned distance = most_ + 1;
      const std::size_t column = row + k;  // shifted by most_, so that it is never negative
      if (column == most_) {
        distance = static_cast<unsigned>(row);
      } else if (column > most_ && column - most_ <= word_.size()) {
        distance = above[k] + (word_[column - most_ - 1] == unit ? 0U : 1U);
        if (k + 1 < width_) distance = std::min(distance, above[k + 1] + 1U);
        if (k > 0) distance = std::min(distance, cells[k - 1] + 1U);
        distance = std::min(distance, most_ + 1);
      }
      cells[k] = static_cast<std::uint8_t>(distance);
      least = std::min(least, distance);
    }
    return least;
  }

  // Of the whole word to a term of `rows` units, whose length differs by no more than `most`.
  unsigned distance(std::size_t rows) const { return cells_[rows * width_ + (word_.size() + most_ - rows)]; }

 private:
  std::u16string_view word_;
  unsigned most_;
  std::size_t width_;
  std::vector<std::uint8_t> cells_;
};

std::size_t shared_start(std::u16string_view a, std::u16string_view b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

}  // namespace

PaperVocabulary::PaperVocabulary(const std::vector<std::u16string>& terms) {
  ends_.reserve(terms.size() + 1);
  for (const std::u16string& term : terms) {
    pool_ += term;
    ends_.push_back(static_cast<std::uint32_t>(pool_.size()));
  }
  pool_.shrink_to_fit();
  group_by_length();
}

void PaperVocabulary::group_by_length() {
  by_length_.resize(size());
  std::iota(by_length_.begin(), by_length_.end(), 0U);
  std::stable_sort(by_length_.begin(), by_length_.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return text(a).size() < text(b).size(); });
  shared_.resize(size());
  for (std::uint32_t i = 0; i < size(); ++i) {
    const std::u16string_view term = text(by_length_[i]);
    if (groups_.empty() || groups_.back().length != term.size()) {
      groups_.push_back({term.size(), i, i});
    } else {
      const std::size_t shared = shared_start(text(by_length_[i - 1]), term);
      shared_[i] = static_cast<std::uint16_t>(std::min(shared, kMostShared));
    }
    groups_.back().end = i + 1;
  }
}

std::uint32_t PaperVocabulary::lower_bound(std::u16string_view wanted) const {
  std::uint32_t low = 0;
  std::uint32_t high = size();
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (text(middle) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::optional<std::uint32_t> PaperVocabulary::find(std::u16string_view wanted) const {
  const std::uint32_t at = lower_bound(wanted);
  return at < size() && text(at) == wanted ? std::optional(at) : std::nullopt;
}

std::pair<std::uint32_t, std::uint32_t> PaperVocabulary::starting_with(std::u16string_view start) const {
  const std::uint32_t first = lower_bound(start);
  std::uint32_t low = first;
  std::uint32_t high = size();
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (text(middle).starts_with(start)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return {first, low};
}

std::vector<PaperNearTerm> PaperVocabulary::near(std::u16string_view word, unsigned most, std::uint64_t& work) const {
  most = std::clamp(most, 1U, kMaxDistance);
  std::vector<PaperNearTerm> found;
  DistanceTable table(word, most);
  for (const Group& group : groups_) {
    if (group.length + most < word.size() || group.length > word.size() + most) continue;
    std::size_t rows = 0;  // that hold for the start of the term at hand
    bool too_far = false;  // the start of that many units is
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
      const std::size_t shared = i == group.begin ? 0 : shared_[i];
      if (too_far && shared >= rows) continue;
      rows = std::min(rows, shared);
      too_far = false;
      const std::u16string_view term = text(by_length_[i]);
      while (rows < term.size() && !too_far) {
        too_far = table.compute(rows + 1, term[rows]) > most;
        ++rows;
        work += table.width();
      }
      if (!too_far && table.distance(rows) <= most) found.push_back({by_length_[i], table.distance(rows)});
    }
  }
  std::sort(found.begin(), found.end(), [](const PaperNearTerm& a, const PaperNearTerm& b) { return a.term < b.term; });
  return found;
}

}  // namespace memory
