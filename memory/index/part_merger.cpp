#include "memory/index/part_merger.h"

#include <limits>

namespace memory {
namespace {

constexpr std::uint32_t kGone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

class PartMerger {
 public:
  explicit PartMerger(std::span<const MergeInput> inputs) : inputs_(inputs) { merged_.speakers_.add(""); }

  IndexPart merge() {
    for (const MergeInput& input : inputs_) take_entries(input);
    join_vocabularies();
    write_spellings();
    write_postings();
    merged_.vocabulary_.shrink_to_fit();
    merged_.pool_.own().shrink_to_fit();
    return std::move(merged_);
  }

 private:
  static bool is_dead(const MergeInput& input, std::size_t entry) {
    return input.dead != nullptr && (*input.dead)[entry];
  }

  void take_entries(const MergeInput& input) {
    std::vector<std::uint32_t>& ids = entry_ids_.emplace_back();
    for (std::size_t i = 0; i < input.part->entries().size(); ++i) {
      ids.push_back(is_dead(input, i) ? kGone : static_cast<std::uint32_t>(merged_.entries_.size()));
      if (is_dead(input, i)) continue;
      IndexedEntry entry = input.part->entries()[i];
      const auto passages = input.part->passages(entry);
      entry.first_passage = static_cast<std::uint32_t>(merged_.passages_.size());
      for (IndexedPassage passage : passages) {
        passage.speaker = merged_.speakers_.add(input.part->speakers().text(passage.speaker));
        merged_.passages_.own().push_back(passage);
      }
      merged_.entry_words_.own().push_back(entry.words);
      merged_.entries_.own().push_back(entry);
      merged_.stored_.push_back(input.part->stored()[i]);
    }
  }

  bool is_used(std::size_t input, std::uint32_t term) const {
    PostingCursor cursor(inputs_[input].part->postings(term));
    while (cursor.next()) {
      if (entry_ids_[input][cursor.posting().entry] != kGone) return true;
    }
    return false;
  }

  // Terms in the order a fresh build would not promise either: by input, then by id. Unused ones go.
  void join_vocabularies() {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const IndexPart& part = *inputs_[i].part;
      for (std::uint32_t term = 0; term < part.vocabulary().size(); ++term) {
        if (!is_used(i, term)) continue;
        const std::uint32_t id = merged_.vocabulary_.add(part.vocabulary().text(term));
        if (id * inputs_.size() == sources_.size()) {
          sources_.resize(sources_.size() + inputs_.size(), kGone);
          spelled_.emplace_back();
        }
        if (part.has_spelling(term)) {
          if (std::string spelled = part.spelling(term); is_better_spelling(spelled, spelled_[id])) {
            spelled_[id] = std::move(spelled);
          }
        }
        sources_[id * inputs_.size() + i] = term;
      }
    }
  }

  void write_spellings() {
    for (std::uint32_t term = 0; term < merged_.vocabulary_.size(); ++term) {
      const std::string_view text = merged_.vocabulary_.text(term);
      merged_.spellings_.add(text, spelled_[term]);
      merged_.letter_masks_.own().push_back(letter_mask(text) | letter_mask(spelled_[term]));
    }
  }

  void write_postings() {
    PostingWriter writer;
    for (std::size_t term = 0; term < merged_.vocabulary_.size(); ++term) {
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        const std::uint32_t source = sources_[term * inputs_.size() + i];
        if (source == kGone) continue;
        PostingCursor cursor(inputs_[i].part->postings(source));
        while (cursor.next()) {
          const std::uint32_t entry = entry_ids_[i][cursor.posting().entry];
          if (entry != kGone) writer.copy(entry, cursor.posting(), cursor.detail_bytes());
        }
      }
      merged_.offsets_.add(merged_.pool_.size());
      writer.finish(merged_.pool_.own());
    }
  }

  std::span<const MergeInput> inputs_;
  IndexPart merged_;
  std::vector<std::vector<std::uint32_t>> entry_ids_;  // by input: new ids, or kGone
  std::vector<std::string> spelled_;                   // by term: the best of the inputs' spellings
  std::vector<std::uint32_t> sources_;                 // by term and input: its id there, or kGone
};

IndexPart merge_parts(std::span<const MergeInput> inputs) { return PartMerger(inputs).merge(); }

}  // namespace memory
