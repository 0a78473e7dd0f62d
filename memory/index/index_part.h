// One immutable piece of the index: its entries, their passages, the vocabulary and the postings. A tree is
// searched through two of them, a large base and a small overlay (search_index.h). Built once, then read by
// any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "memory/index/dates.h"
#include "memory/index/language.h"
#include "memory/index/offset_table.h"
#include "memory/index/passages.h"
#include "memory/index/posting_list.h"
#include "memory/index/spelling_table.h"
#include "memory/index/string_table.h"
#include "memory/store/stored_entry.h"

namespace memory {

// A passage as the index keeps it.
struct IndexedPassage {
  std::uint32_t begin = 0;  // byte offsets in the file
  std::uint32_t end = 0;
  std::uint32_t first_line = 0;  // 1-based in the file, inclusive
  std::uint32_t last_line = 0;
  std::uint32_t speaker = 0;  // id in IndexPart::speakers; 0 is nobody
  std::uint16_t words = 0;
  std::uint16_t section = 0;  // as split_passages counts them
  std::uint16_t turn = 0;
  Role role = Role::kNone;
  std::uint8_t traits = 0;  // ChunkTrait bits
  bool superseded = false;
  bool partial = false;
  std::uint16_t unused = 0;
};
static_assert(std::has_unique_object_representations_v<IndexedPassage>);

struct IndexedEntry {
  std::uint32_t first_passage = 0;
  std::uint32_t passages = 0;
  std::uint32_t words = 0;  // of the body
  Language language = Language::kEnglish;
  bool dialogue = false;     // some passage is a turn
  std::uint16_t unused = 0;  // no byte is left to chance: parts are kept in files
};

static_assert(std::has_unique_object_representations_v<IndexedEntry>);

// What scoring needs to know of a set of entries; differences and sums are exact.
struct IndexStatistics {
  std::uint64_t entries = 0;
  std::uint64_t passages = 0;
  std::uint64_t words = 0;
  LanguageCounts languages{};

  void add(const IndexedEntry& entry);
  void remove(const IndexedEntry& entry);
};

// A bit for each letter of a text.
std::uint32_t letter_mask(std::string_view text);

class IndexPart {
 public:
  std::span<const EntryPtr> stored() const { return stored_; }
  std::span<const IndexedEntry> entries() const { return entries_.view(); }  // of the same order
  std::span<const IndexedPassage> passages(const IndexedEntry& entry) const {
    return passages_.view().subspan(entry.first_passage, entry.passages);
  }
  std::span<const std::uint32_t> entry_words() const { return entry_words_.view(); }  // of each entry's body
  const StringTable& vocabulary() const { return vocabulary_; }
  // Which letters a term and its spelling hold (letter_mask): rules most of them out when a word is unknown.
  std::span<const std::uint32_t> letter_masks() const { return letter_masks_.view(); }
  const StringTable& speakers() const { return speakers_; }  // folded names; id 0 is ""
  PostingList postings(std::uint32_t term) const { return PostingList(pool_.data() + offsets_[term]); }
  bool has_spelling(std::uint32_t term) const { return spellings_.has(term); }
  // A word as written that the term stands for ("rotation" for "rotat"), for people to read.
  std::string spelling(std::uint32_t term) const { return spellings_.spelling(term, vocabulary_.text(term)); }
  bool is_spelled_alike(std::uint32_t term) const { return spellings_.begins_alike(term); }  // from the first byte on
  std::size_t memory_bytes() const;  // without the entries themselves

  // All that a part consists of beside its entries, in order; for a snapshot.
  template <class Part, class Visit>
  static void for_each_column(Part& part, const Visit& visit) {
    visit(part.entries_);
    visit(part.entry_words_);
    visit(part.passages_);
    StringTable::for_each_column(part.vocabulary_, visit);
    visit(part.letter_masks_);
    StringTable::for_each_column(part.speakers_, visit);
    OffsetTable::for_each_column(part.offsets_, visit);
    visit(part.pool_);
    SpellingTable::for_each_column(part.spellings_, visit);
  }

 private:
  friend class PartBuilder;
  friend class PartMerger;
  friend class PartSnapshot;

  std::shared_ptr<const void> storage_;  // keeps what columns show; null where they are the part's own
  std::vector<EntryPtr> stored_;
  Column<IndexedEntry> entries_;
  Column<std::uint32_t> entry_words_;  // apart from the entries: ranking reads them all
  Column<IndexedPassage> passages_;
  StringTable vocabulary_;
  Column<std::uint32_t> letter_masks_;
  StringTable speakers_;
  OffsetTable offsets_;  // of each term's postings in the pool
  Column<std::uint8_t> pool_;
  SpellingTable spellings_;
};
using IndexPartPtr = std::shared_ptr<const IndexPart>;

}  // namespace memory
