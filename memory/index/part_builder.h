// Turns entries into an index part: cuts, analyzes and posts them. What a chunk of text analyzes to is
// remembered by its bytes, since a text repeats its words; that makes stemming cost nothing to speak of.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memory/index/analyzer.h"
#include "memory/index/index_part.h"

namespace memory {

class PartBuilder {
 public:
  PartBuilder();
  void add(const EntryPtr& entry);
  IndexPart finish();

 private:
  struct CachedTerm {
    std::uint32_t term;
    std::uint16_t offset;
  };
  struct CachedChunk {
    std::uint32_t first;  // in terms_
    std::uint16_t count;
    std::uint16_t width;
    std::uint8_t traits;
  };
  struct ChunkCache {
    StringTable chunks;
    std::vector<CachedChunk> analyzed;
  };
  struct Posted {
    std::uint32_t term;
    std::uint32_t unit;  // counted over all entries of the part
    std::uint16_t position;
  };

  void add_head(const StoredEntry& entry);
  void add_field(std::string_view text, std::uint16_t position);
  void add_passage(const IndexedPassage& passage, std::string_view text);
  void add_heading(std::string_view heading);
  void add_dates(std::string_view text);
  // Posts the terms of a text from `position` on; returns the words it has.
  std::uint32_t post_text(std::string_view text, std::uint32_t position);
  const CachedChunk& chunk(std::string_view text);
  void post(std::uint32_t term, std::uint32_t position);
  std::uint32_t intern(std::string_view term, std::string_view spelling);
  std::uint32_t intern_same(std::string_view term) { return intern(term, term); }
  void write_postings();
  void write_term(std::span<const Posted> posted, PostingWriter& writer);

  IndexPart part_;
  std::array<std::unique_ptr<ChunkCache>, kLanguages> caches_;
  std::vector<CachedTerm> terms_;
  std::vector<Posted> posted_;
  std::vector<std::uint32_t> first_unit_;  // of each entry; its head
  std::vector<std::string> spelled_;
  Language language_ = Language::kEnglish;
  std::optional<int> year_;  // of the entry, for dates without one
  std::uint32_t unit_ = 0;   // being posted
  std::uint8_t traits_ = 0;  // of the text being posted
  bool heading_ = false;     // positions are all 0
};

// An index part of the entries, in the order given.
IndexPart build_part(std::span<const EntryPtr> entries);

}  // namespace memory
