// One immutable piece of the paper profile's index: documents in the order of their paths, the vocabulary, and for
// each term and field the documents that hold it, with how often. Built once, then read by any thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "memory/index/paper_vocabulary.h"
#include "memory/store/stored_entry.h"

namespace memory {

// What is indexed of an entry, and how much a match there counts (retrieval.md §2, paper profile).
enum PaperField : std::uint8_t { kPaperTitle, kPaperPath, kPaperContent };
inline constexpr std::size_t kPaperFields = 3;
inline constexpr std::array<double, kPaperFields> kPaperBoosts = {5.0, 1.5, 1.0};

// The field's text: the title as given, the path without ".md", the file behind its frontmatter. No content is cut.
std::string_view paper_field_text(const StoredEntry& entry, PaperField field);

struct PaperDocument {
  EntryPtr entry;
  std::array<std::uint32_t, kPaperFields> lengths{};  // different pieces of the field, empty ones included
};

struct PaperPosting {
  std::uint32_t document = 0;
  std::uint32_t frequency = 0;
};

class PaperPart {
 public:
  std::span<const PaperDocument> documents() const { return documents_; }
  const PaperVocabulary& vocabulary() const { return vocabulary_; }
  std::span<const PaperPosting> postings(std::uint32_t term, PaperField field) const {
    const std::size_t list = term * kPaperFields + field;
    return std::span(postings_).subspan(ends_[list], ends_[list + 1] - ends_[list]);
  }
  std::optional<std::uint32_t> find(std::string_view path) const;

 private:
  friend PaperPart build_paper_part(std::span<const EntryPtr> entries);
  friend class PaperPartMerger;

  std::vector<PaperDocument> documents_;
  PaperVocabulary vocabulary_;
  std::vector<std::size_t> ends_ = {0};  // list i of term i / 3, field i % 3: [ends_[i], ends_[i + 1])
  std::vector<PaperPosting> postings_;   // ascending by document inside a list
};
using PaperPartPtr = std::shared_ptr<const PaperPart>;

// `entries`: in the order of their paths, each path once.
PaperPart build_paper_part(std::span<const EntryPtr> entries);

// Both parts in one, without the documents marked dead (null: none). No path lives in both. Terms that nothing
// holds any more go. Linear in the parts; no text is read again.
PaperPart merge_paper_parts(const PaperPart& a, const std::vector<bool>* a_dead, const PaperPart& b,
                            const std::vector<bool>* b_dead);

}  // namespace memory
