#include "memory/index/paper_part.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "memory/index/paper_text.h"
#include "memory/index/string_table.h"

namespace memory {
namespace {

struct Posted {
  std::uint32_t term;  // by arrival
  std::uint32_t document;
  std::uint32_t frequency;
};

// Cuts fields and counts. Terms have ids by arrival until all are known.
class Counter {
 public:
  // Posts the terms of a field; returns its length.
  std::uint32_t count(std::string_view text, PaperField field, std::uint32_t document) {
    ++stamp_;
    found_.clear();
    std::uint32_t different = 0;
    PaperPieces pieces(text);
    for (std::string_view piece; pieces.next(piece);) {
      const std::uint32_t id = piece_id(piece);
      if (seen_[id] != stamp_) ++different;
      seen_[id] = stamp_;
      if (!piece.empty()) count_term(term_of_[id]);
    }
    for (const std::uint32_t term : found_) posted_[field].push_back({term, document, frequency_[term]});
    return different;
  }

  const StringTable& terms() const { return terms_; }
  std::array<std::vector<Posted>, kPaperFields>& posted() { return posted_; }

 private:
  std::uint32_t piece_id(std::string_view piece) {
    const std::uint32_t id = pieces_.add(piece);
    if (id == term_of_.size()) {
      term_of_.push_back(piece.empty() ? 0 : terms_.add(paper_term(piece)));
      seen_.push_back(0);
      frequency_.resize(terms_.size());
      counted_.resize(terms_.size());
    }
    return id;
  }

  void count_term(std::uint32_t term) {
    if (counted_[term] != stamp_) {
      counted_[term] = stamp_;
      frequency_[term] = 0;
      found_.push_back(term);
    }
    ++frequency_[term];
  }

  StringTable pieces_;  // as written: a length counts "The" and "the" apart
  StringTable terms_;
  std::vector<std::uint32_t> term_of_;    // by piece
  std::vector<std::uint64_t> seen_;       // by piece: the field that held it last
  std::vector<std::uint64_t> counted_;    // by term, likewise
  std::vector<std::uint32_t> frequency_;  // by term, in that field
  std::vector<std::uint32_t> found_;      // terms of the field at hand
  std::array<std::vector<Posted>, kPaperFields> posted_;
  std::uint64_t stamp_ = 0;
};

}  // namespace

std::string_view paper_field_text(const StoredEntry& stored, PaperField field) {
  if (field == kPaperTitle) return stored.title;
  if (field == kPaperPath) return stored.path;
  const std::string_view bytes = stored.bytes;
  return bytes.substr(std::min(stored.body_offset, bytes.size()));
}

std::optional<std::uint32_t> PaperPart::find(std::string_view path) const {
  const auto at = std::lower_bound(documents_.begin(), documents_.end(), path,
                                   [](const PaperDocument& d, std::string_view p) { return d.entry->path < p; });
  if (at == documents_.end() || at->entry->path != path) return std::nullopt;
  return static_cast<std::uint32_t>(at - documents_.begin());
}

PaperPart build_paper_part(std::span<const EntryPtr> entries) {
  PaperPart part;
  Counter counter;
  for (const EntryPtr& entry : entries) {
    PaperDocument document{entry, {}};
    const auto number = static_cast<std::uint32_t>(part.documents_.size());
    for (const PaperField field : {kPaperTitle, kPaperPath, kPaperContent}) {
      document.lengths[field] = counter.count(paper_field_text(*entry, field), field, number);
    }
    part.documents_.push_back(std::move(document));
  }
  const std::uint32_t terms = counter.terms().size();
  std::vector<std::u16string> texts(terms);
  for (std::uint32_t term = 0; term < terms; ++term) texts[term] = to_utf16(counter.terms().text(term));
  std::vector<std::uint32_t> sorted(terms);
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) { return texts[a] < texts[b]; });
  std::vector<std::uint32_t> rank(terms);
  for (std::uint32_t i = 0; i < terms; ++i) rank[sorted[i]] = i;
  std::sort(texts.begin(), texts.end());
  part.vocabulary_ = PaperVocabulary(texts);

  // A counting sort by term and field; inside a list the documents keep their order.
  part.ends_.assign(terms * kPaperFields + 1, 0);
  const auto list_of = [&](const Posted& posted, std::size_t field) {
    return rank[posted.term] * kPaperFields + field;
  };
  for (std::size_t field = 0; field < kPaperFields; ++field) {
    for (const Posted& posted : counter.posted()[field]) ++part.ends_[list_of(posted, field) + 1];
  }
  for (std::size_t i = 1; i < part.ends_.size(); ++i) part.ends_[i] += part.ends_[i - 1];
  part.postings_.resize(part.ends_.back());
  std::vector<std::size_t> next(part.ends_.begin(), part.ends_.end() - 1);
  for (std::size_t field = 0; field < kPaperFields; ++field) {
    for (const Posted& posted : counter.posted()[field]) {
      part.postings_[next[list_of(posted, field)]++] = {posted.document, posted.frequency};
    }
  }
  return part;
}

}  // namespace memory
