#include "memory/index/part_builder.h"

#include <algorithm>
#include <limits>

#include "memory/index/characters.h"
#include "memory/index/chunks.h"
#include "memory/index/dates.h"
#include "memory/index/entry_passages.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::uint32_t kMaxPosition = std::numeric_limits<std::uint16_t>::max();
// Positions of the head's fields stand so far apart that no phrase runs from one into the next.
constexpr std::uint16_t kFieldDistance = 8192;

std::uint8_t field_bit(std::uint16_t position) {
  constexpr std::array<std::uint8_t, 4> kFields = {kTitleField, kSummaryField, kKeywordsField, kPathField};
  const std::size_t field = position / kFieldDistance;
  return field < kFields.size() ? kFields[field] : std::uint8_t{0};  // behind them: the entry's date
}

// Ends with a question; what stands in brackets behind it (a caption) does not count.
bool asks(std::string_view text) {
  if (text.ends_with(']')) text = trim_end(text.substr(0, std::min(text.rfind('['), text.size())));
  return text.ends_with('?') || text.ends_with("\xEF\xBC\x9F");
}

void append_list(std::string& text, const TextList& items) {
  for (const std::string_view item : items) text.append(item).append(" \n ");
}

}  // namespace

PartBuilder::PartBuilder() { part_.speakers_.add(""); }

std::uint32_t PartBuilder::intern(std::string_view term, std::string_view spelling) {
  const std::uint32_t id = part_.vocabulary_.add(term);
  if (id == spelled_.size()) spelled_.emplace_back();
  if (spelling == term) return id;
  if (std::string spelled = to_lower(spelling); spelled != term && is_better_spelling(spelled, spelled_[id])) {
    spelled_[id] = std::move(spelled);
  }
  return id;
}

const PartBuilder::CachedChunk& PartBuilder::chunk(std::string_view text) {
  auto& cache = caches_[static_cast<std::size_t>(language_)];
  if (!cache) cache = std::make_unique<ChunkCache>();
  const std::uint32_t id = cache->chunks.add(text);
  if (id < cache->analyzed.size()) return cache->analyzed[id];
  const AnalyzedChunk analyzed = analyze_word(text, language_);
  CachedChunk cached{static_cast<std::uint32_t>(terms_.size()), static_cast<std::uint16_t>(analyzed.terms.size()),
                     analyzed.width, analyzed.traits};
  // Only a plain word is spelled as its chunk is.
  const bool plain = analyzed.width == 1 && !analyzed.terms.empty() && analyzed.terms.front().kind == TermKind::kWord;
  for (const Term& term : analyzed.terms) {
    terms_.push_back({intern(term.text, plain && term.kind == TermKind::kWord ? text : term.text), term.offset});
  }
  cache->analyzed.push_back(cached);
  return cache->analyzed.back();
}

void PartBuilder::post(std::uint32_t term, std::uint32_t position) {
  posted_.push_back({term, unit_, static_cast<std::uint16_t>(heading_ ? 0 : std::min(position, kMaxPosition))});
}

std::uint32_t PartBuilder::post_text(std::string_view text, std::uint32_t position) {
  const std::uint32_t begin = position;
  ChunkReader reader(text);
  Chunk word;
  while (reader.next(word)) {
    if (word.run != Script::kOther) {
      std::uint32_t characters = 0;
      for_each_bigram(word.text, [&](std::string_view bigram, std::uint32_t offset) {
        post(intern_same(bigram), position + offset);
        characters = offset + 1;
      });
      position += characters + 1;
      continue;
    }
    const CachedChunk& cached = chunk(word.text);
    traits_ |= cached.traits;
    for (std::uint16_t i = 0; i < cached.count; ++i) {
      const CachedTerm& term = terms_[cached.first + i];
      post(term.term, position + term.offset);
    }
    position += cached.width;
  }
  return position - begin;
}

void PartBuilder::add_field(std::string_view text, std::uint16_t position) {
  // The head is bounded like every unit: a field ends where the next begins.
  const std::size_t most = kFieldDistance / 2;
  post_text(text.substr(0, code_point_floor(text, most)), position);
}

void PartBuilder::add_head(const StoredEntry& stored) {
  add_field(stored.title, 0);
  add_field(stored.summary.value_or(""), kFieldDistance);
  std::string keywords;
  append_list(keywords, stored.search_words);
  append_list(keywords, stored.tags);
  add_field(keywords, 2 * kFieldDistance);
  std::string path = stored.path;
  std::replace_if(
      path.begin(), path.end(), [](char c) { return c == '/' || c == '_'; }, ' ');
  add_field(path, 3 * kFieldDistance);
  year_.reset();
  if (const auto time = stored.tells_of) {
    const Day day = std::chrono::floor<std::chrono::days>(*time);
    year_ = static_cast<int>(std::chrono::year_month_day{day}.year());
    post(intern_same(day_term(day)), 4 * kFieldDistance);
    post(intern_same(month_term(day)), 4 * kFieldDistance + 1);
  }
}

void PartBuilder::add_heading(std::string_view heading) {
  heading_ = true;
  const std::uint8_t traits = traits_;
  post_text(heading, 0);
  traits_ = traits;
  heading_ = false;
}

void PartBuilder::add_dates(std::string_view text) {
  for (const DateRange& range : find_dates(text, year_)) {
    if (range.first == range.last) post(intern_same(day_term(range.first)), kMaxPosition);
    post(intern_same(month_term(range.first)), kMaxPosition);
  }
}

void PartBuilder::add(const EntryPtr& stored) {
  const std::string_view bytes = stored->bytes;
  IndexedEntry entry;
  entry.first_passage = static_cast<std::uint32_t>(part_.passages_.size());
  language_ = entry.language = detect_language(bytes.substr(std::min(stored->body_offset, bytes.size())));
  const PassageMap map = passages_of(*stored);
  entry.passages = static_cast<std::uint32_t>(map.passages.size());
  first_unit_.push_back(unit_);
  add_head(*stored);
  ++unit_;
  for (const Passage& from : map.passages) {
    IndexedPassage passage{from.begin, from.end, from.first_line, from.last_line, 0, 0, from.section, from.turn,
                           from.role,  0,        from.superseded, from.partial};
    if (from.speaker != 0) passage.speaker = part_.speakers_.add(fold_accents(fold_case(map.speakers[from.speaker])));
    entry.dialogue = entry.dialogue || from.speaker != 0;
    const std::string_view text = bytes.substr(from.begin, from.end - from.begin);
    traits_ = 0;
    if (from.section != 0) add_heading(map.sections[from.section]);
    const std::uint32_t words = post_text(text, 1);
    if ((traits_ & kMayBeDate) != 0) add_dates(text);
    passage.words = static_cast<std::uint16_t>(std::min(words, kMaxPosition));
    if (asks(text)) traits_ |= kAsks;
    passage.traits = traits_;
    entry.words += words;
    part_.passages_.own().push_back(passage);
    ++unit_;
  }
  part_.entries_.own().push_back(entry);
  part_.stored_.push_back(stored);
}

void PartBuilder::write_term(std::span<const Posted> posted, PostingWriter& writer) {
  std::vector<Occurrence> occurrences;
  for (std::size_t i = 0; i < posted.size();) {
    const auto next = std::upper_bound(first_unit_.begin(), first_unit_.end(), posted[i].unit);
    const auto entry = static_cast<std::uint32_t>(next - first_unit_.begin() - 1);
    const std::uint32_t end_unit = next == first_unit_.end() ? unit_ : *next;
    occurrences.clear();
    std::uint8_t fields = 0;
    for (; i < posted.size() && posted[i].unit < end_unit; ++i) {
      const std::uint32_t unit = posted[i].unit - first_unit_[entry];
      if (unit == 0) fields |= field_bit(posted[i].position);
      occurrences.push_back({unit, posted[i].position});
    }
    std::sort(occurrences.begin(), occurrences.end());
    occurrences.erase(std::unique(occurrences.begin(), occurrences.end()), occurrences.end());
    writer.add(entry, fields, occurrences);
  }
}

// Groups what was posted by term (a counting sort keeps the order inside a term) and encodes it.
void PartBuilder::write_postings() {
  const std::size_t terms = part_.vocabulary_.size();
  std::vector<std::uint32_t> ends(terms + 1, 0);
  for (const Posted& posted : posted_) ++ends[posted.term + 1];
  for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  std::vector<Posted> sorted(posted_.size());
  std::vector<std::uint32_t> next(ends.begin(), ends.end() - 1);
  for (const Posted& posted : posted_) sorted[next[posted.term]++] = posted;
  posted_ = {};
  PostingWriter writer;
  for (std::size_t term = 0; term < terms; ++term) {
    write_term(std::span(sorted).subspan(ends[term], ends[term + 1] - ends[term]), writer);
    part_.offsets_.add(part_.pool_.size());
    writer.finish(part_.pool_.own());
  }
}

IndexPart PartBuilder::finish() {
  write_postings();
  for (std::uint32_t term = 0; term < part_.vocabulary_.size(); ++term) {
    const std::string_view text = part_.vocabulary_.text(term);
    part_.spellings_.add(text, spelled_[term]);
    part_.letter_masks_.own().push_back(letter_mask(text) | letter_mask(spelled_[term]));
  }
  for (const IndexedEntry& entry : part_.entries()) part_.entry_words_.own().push_back(entry.words);
  part_.vocabulary_.shrink_to_fit();
  part_.pool_.own().shrink_to_fit();
  part_.passages_.own().shrink_to_fit();
  return std::move(part_);
}

IndexPart build_part(std::span<const EntryPtr> entries) {
  PartBuilder builder;
  for (const EntryPtr& entry : entries) builder.add(entry);
  return builder.finish();
}

}  // namespace memory
