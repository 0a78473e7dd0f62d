#include "memory/store/entry_record.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "memory/store/knowledge_text.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/sha256.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

constexpr std::string_view kExtension = ".md";

enum Flag : std::uint16_t {
  kHasSummary = 1,
  kHasMaturity = 2,
  kHasImportance = 4,
  kHasCreated = 8,
  kHasUpdated = 16,
  kPlainFile = 32,  // the file is the path with ".md", and stands nowhere else
  kPlainKey = 64,   // the key is the path
  kHasEvent = 128,  // tells of another time than createdAt
  kPinned = 256,
};

// The numbers of a record; the sketch's hashes follow, then the texts.
struct Numbers {
  std::uint64_t fingerprint = 0;
  std::int64_t created_at = 0;
  std::int64_t updated_at = 0;
  std::int64_t event = 0;
  double importance = 0;
  std::uint64_t sketch_whole = 0;
  std::uint32_t sketch_words = 0;
  std::uint32_t skeletons = 0;
  std::uint32_t body_offset = 0;
  std::int32_t body_line = 1;
  std::int32_t problem_line = 0;
  std::uint16_t smallest = 0;
  SymbolKind kind = SymbolKind::kContext;
  std::uint8_t unused = 0;  // no byte is left to chance: records are kept in files
  std::uint16_t flags = 0;
};
static_assert(sizeof(Numbers) % kRecordAlignment == 0);

// The first 64 bits of a hash over both: enough to tell two trees apart, cheap to add up.
std::uint64_t fingerprint_of(const std::string& path, const std::string& hash) {
  const std::string digest = sha256_hex(path + '\0' + hash);
  std::uint64_t value = 0;
  std::from_chars(digest.data(), digest.data() + 16, value, 16);
  return value;
}

using Texts = std::vector<std::string>;

Texts sorted_once(Texts keys) {
  std::erase(keys, "");
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

Texts subjects_of(const Entry& entry) {
  Texts subjects;
  for (const Fact& fact : entry.content.facts) {
    if (!fact.value.empty()) subjects.push_back(folded_key(fact.subject));
  }
  return sorted_once(std::move(subjects));
}

Texts names_of(const Entry& entry, std::string_view file_name) {
  Texts names = {folded_key(entry.title), folded_key(file_name)};
  for (const std::string& alias : entry.content.aliases) names.push_back(folded_key(alias));
  return sorted_once(std::move(names));
}

Texts links_of(const ParsedEntry& parsed) {
  Texts texts;
  for (const Relation& link : parsed.links) texts.insert(texts.end(), {link.target, link.type, link.why});
  return texts;
}

template <class T>
void append_numbers(std::string& bytes, const T* numbers, std::size_t count) {
  bytes.append(reinterpret_cast<const char*>(numbers), count * sizeof(T));
}

void append_list(std::string& bytes, const Texts& texts) {
  std::string list;
  for (const std::string& text : texts) TextList::append(list, text);
  TextList::append(bytes, list);
}

// Only where it is not createdAt.
std::optional<Time> told_time(const Entry& entry) {
  const auto& raw = entry.content.raw_concept;
  return raw && raw->timestamp ? parse_time(*raw->timestamp) : std::nullopt;
}

std::uint16_t flags_of(const Entry& entry, const std::string& path, const std::string& file, const std::string& key) {
  unsigned flags = 0;
  if (entry.content.summary) flags |= kHasSummary;
  if (entry.maturity) flags |= kHasMaturity;
  if (entry.importance) flags |= kHasImportance;
  if (entry.created_at) flags |= kHasCreated;
  if (entry.updated_at) flags |= kHasUpdated;
  if (entry.pinned) flags |= kPinned;
  if (file.size() == path.size() + kExtension.size() && file.starts_with(path) && file.ends_with(kExtension))
    flags |= kPlainFile;
  if (key == path) flags |= kPlainKey;
  if (told_time(entry)) flags |= kHasEvent;
  return static_cast<std::uint16_t>(flags);
}

Texts search_words_of(const EntryContent& content) {
  Texts words = content.keywords;
  words.insert(words.end(), content.aliases.begin(), content.aliases.end());
  words.insert(words.end(), content.questions.begin(), content.questions.end());
  return words;
}

std::int64_t seconds(const std::optional<Time>& time) { return time ? time->time_since_epoch().count() : 0; }

class RecordReader {
 public:
  explicit RecordReader(std::string_view record) : at_(record.data()) {}

  Numbers numbers() {
    Numbers numbers;
    std::memcpy(&numbers, at_, sizeof numbers);
    at_ += sizeof numbers;
    return numbers;
  }

  template <class T>
  std::span<const T> array(std::size_t count) {  // in place: the record is aligned, and larger numbers come first
    const std::span<const T> found(reinterpret_cast<const T*>(at_), count);
    at_ += count * sizeof(T);
    return found;
  }

  std::string_view text() {
    const std::string_view found = *TextList::iterator(at_);
    at_ = found.data() + found.size();
    return found;
  }

 private:
  const char* at_;
};

}  // namespace

std::string write_record(const ParsedEntry& parsed, const std::string& path, const std::string& file,
                         const std::string& hash, SymbolKind kind) {
  const Entry& entry = parsed.entry;
  const std::string key = folded_key(path);
  const TextSketch sketch = make_text_sketch(sketch_sentences(knowledge_text(entry.content)));
  Numbers numbers;
  numbers.fingerprint = fingerprint_of(path, hash);
  numbers.created_at = seconds(entry.created_at);
  numbers.updated_at = seconds(entry.updated_at);
  numbers.event = seconds(told_time(entry));
  numbers.importance = entry.importance.value_or(0);
  numbers.sketch_whole = sketch.whole;
  numbers.sketch_words = sketch.words;
  numbers.skeletons = static_cast<std::uint32_t>(sketch.skeletons.size());
  numbers.smallest = static_cast<std::uint16_t>(sketch.smallest.size());
  numbers.body_offset = static_cast<std::uint32_t>(parsed.body_offset);
  numbers.body_line = parsed.body_line;
  numbers.problem_line = parsed.problem ? std::max(parsed.problem->line, 1) : 0;
  numbers.kind = kind;
  numbers.flags = flags_of(entry, path, file, key);

  std::string record;
  append_numbers(record, &numbers, 1);
  append_numbers(record, sketch.smallest.data(), sketch.smallest.size());
  append_numbers(record, sketch.skeletons.data(), sketch.skeletons.size());
  TextList::append(record, path);
  TextList::append(record, hash);
  if ((numbers.flags & kPlainFile) == 0) TextList::append(record, file);
  if ((numbers.flags & kPlainKey) == 0) TextList::append(record, key);
  TextList::append(record, entry.title);
  if (entry.content.summary) TextList::append(record, *entry.content.summary);
  if (entry.maturity) TextList::append(record, *entry.maturity);
  append_list(record, entry.content.tags);
  append_list(record, search_words_of(entry.content));
  append_list(record, kind == SymbolKind::kContext ? names_of(entry, last_component(path)) : Texts());
  append_list(record, subjects_of(entry));
  append_list(record, links_of(parsed));
  if (parsed.problem) TextList::append(record, parsed.problem->what);
  record.resize((record.size() + kRecordAlignment - 1) / kRecordAlignment * kRecordAlignment);
  return record;
}

void read_record(std::string_view record, StoredEntry& entry) {
  RecordReader reader(record);
  const Numbers numbers = reader.numbers();
  const auto has = [&](Flag flag) { return (numbers.flags & flag) != 0; };
  const auto time = [](std::int64_t seconds) { return Time(std::chrono::seconds(seconds)); };
  entry.record = record;
  entry.fingerprint = numbers.fingerprint;
  entry.kind = numbers.kind;
  entry.body_offset = numbers.body_offset;
  entry.body_line = numbers.body_line;
  entry.problem_line = numbers.problem_line;
  if (has(kHasImportance)) entry.importance = numbers.importance;
  entry.pinned = has(kPinned);
  if (has(kHasCreated)) entry.created_at = time(numbers.created_at);
  if (has(kHasUpdated)) entry.updated_at = time(numbers.updated_at);
  entry.tells_of = has(kHasEvent) ? time(numbers.event) : entry.created_at;
  entry.sketch.whole = numbers.sketch_whole;
  entry.sketch.words = numbers.sketch_words;
  entry.sketch.smallest = reader.array<std::uint32_t>(numbers.smallest);
  entry.sketch.skeletons = reader.array<std::uint32_t>(numbers.skeletons);

  const std::string_view path = reader.text();
  entry.path = path;
  entry.hash = reader.text();
  entry.file = has(kPlainFile) ? entry.path + std::string(kExtension) : std::string(reader.text());
  entry.key = has(kPlainKey) ? path : reader.text();
  entry.title = reader.text();
  if (has(kHasSummary)) entry.summary = reader.text();
  if (has(kHasMaturity)) entry.maturity = reader.text();
  entry.tags = TextList(reader.text());
  entry.search_words = TextList(reader.text());
  entry.names = TextList(reader.text());
  entry.subjects = TextList(reader.text());
  entry.link_texts = TextList(reader.text());
  if (numbers.problem_line != 0) entry.problem = reader.text();
}

}  // namespace memory
