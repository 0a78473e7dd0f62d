#include <algorithm>
#include <limits>
#include <string>

#include "memory/index/paper_part.h"

namespace memory {
namespace {

constexpr std::uint32_t kGone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

class PaperPartMerger {
 public:
  PaperPartMerger(const PaperPart& a, const std::vector<bool>* a_dead, const PaperPart& b,
                  const std::vector<bool>* b_dead)
      : parts_{&a, &b}, dead_{a_dead, b_dead} {}

  PaperPart run() {
    merge_documents();
    merge_terms();
    merged_.vocabulary_ = PaperVocabulary(texts_);
    return std::move(merged_);
  }

 private:
  bool is_dead(std::size_t part, std::size_t document) const {
    return dead_[part] != nullptr && (*dead_[part])[document];
  }

  void take(std::size_t part, std::size_t document) {
    new_number_[part][document] = static_cast<std::uint32_t>(merged_.documents_.size());
    merged_.documents_.push_back(parts_[part]->documents()[document]);
  }

  void merge_documents() {
    const auto a = parts_[0]->documents();
    const auto b = parts_[1]->documents();
    new_number_[0].assign(a.size(), kGone);
    new_number_[1].assign(b.size(), kGone);
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
      if (i < a.size() && is_dead(0, i)) {
        ++i;
      } else if (j < b.size() && is_dead(1, j)) {
        ++j;
      } else if (j == b.size() || (i < a.size() && a[i].entry->path < b[j].entry->path)) {
        take(0, i++);
      } else {
        take(1, j++);
      }
    }
  }

  void merge_terms() {
    const PaperVocabulary& a = parts_[0]->vocabulary();
    const PaperVocabulary& b = parts_[1]->vocabulary();
    for (std::uint32_t i = 0, j = 0; i < a.size() || j < b.size();) {
      const bool in_a = i < a.size() && (j == b.size() || a.text(i) <= b.text(j));
      const bool in_b = j < b.size() && (i == a.size() || b.text(j) <= a.text(i));
      merge_term(in_a ? a.text(i) : b.text(j), {in_a ? i : kGone, in_b ? j : kGone});
      i += in_a ? 1 : 0;
      j += in_b ? 1 : 0;
    }
  }

  void add_postings(std::size_t part, std::uint32_t term, PaperField field) {
    if (term == kGone) return;
    for (const PaperPosting& posting : parts_[part]->postings(term, field)) {
      const std::uint32_t number = new_number_[part][posting.document];
      if (number != kGone) merged_.postings_.push_back({number, posting.frequency});
    }
  }

  // `ids`: the term's in each part.
  void merge_term(std::u16string_view text, const std::array<std::uint32_t, 2>& ids) {
    std::vector<PaperPosting>& postings = merged_.postings_;
    const std::size_t before = postings.size();
    std::array<std::size_t, kPaperFields> ends{};
    for (const PaperField field : {kPaperTitle, kPaperPath, kPaperContent}) {
      const auto begin = static_cast<std::ptrdiff_t>(postings.size());
      add_postings(0, ids[0], field);
      const auto middle = static_cast<std::ptrdiff_t>(postings.size());
      add_postings(1, ids[1], field);
      std::inplace_merge(postings.begin() + begin, postings.begin() + middle, postings.end(),
                         [](const PaperPosting& x, const PaperPosting& y) { return x.document < y.document; });
      ends[field] = postings.size();
    }
    if (postings.size() == before) return;  // the last who held it are dead
    texts_.emplace_back(text);
    merged_.ends_.insert(merged_.ends_.end(), ends.begin(), ends.end());
  }

  std::array<const PaperPart*, 2> parts_;
  std::array<const std::vector<bool>*, 2> dead_;
  std::array<std::vector<std::uint32_t>, 2> new_number_;
  std::vector<std::u16string> texts_;
  PaperPart merged_;
};

PaperPart merge_paper_parts(const PaperPart& a, const std::vector<bool>* a_dead, const PaperPart& b,
                            const std::vector<bool>* b_dead) {
  return PaperPartMerger(a, a_dead, b, b_dead).run();
}

}  // namespace memory
