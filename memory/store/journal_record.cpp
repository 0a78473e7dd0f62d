#include "memory/store/journal_record.h"

#include <algorithm>

#include "memory/store/checksum.h"

namespace memory {
namespace {

constexpr std::string_view kName = "context-tree journal ";
constexpr std::string_view kVersion = "1 ";
constexpr std::size_t kMaxHeader = 100;
constexpr std::string_view kMarker = "\nchange\n";
constexpr char kPending = '-';
constexpr std::size_t kRecordHead = kMarker.size() + 1 + 2 * sizeof(std::uint64_t);
// Each look for the next record behind a damaged one may cost a checksum of the rest.
constexpr int kMostSearches = 64;

static_assert(kMarker.size() == kDoneOffset);

void put_number(std::string& bytes, std::uint64_t number) {
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(number >> shift);
}

void put_text(std::string& bytes, std::string_view text) {
  put_number(bytes, text.size());
  bytes += text;
}

// Reads what the two above wrote; once something does not fit, everything is empty.
class Fields {
 public:
  explicit Fields(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    std::uint64_t number = 0;
    if (bytes_.size() < sizeof number) return fail();
    for (std::size_t i = 0; i < sizeof number; ++i) {
      number |= std::uint64_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
    }
    bytes_.remove_prefix(sizeof number);
    return number;
  }
  std::string text() {
    const std::uint64_t size = number();
    if (size > bytes_.size()) return fail(), std::string();
    std::string text(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return text;
  }
  bool good() const { return good_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::uint64_t fail() {
    good_ = false;
    bytes_ = {};
    return 0;
  }

  std::string_view bytes_;
  bool good_ = true;
};

std::string payload_of(const JournalRecord& record) {
  std::string payload;
  put_text(payload, record.id);
  put_number(payload, static_cast<std::uint64_t>(record.time_ns));
  put_number(payload, record.files.size());
  for (const JournalFile& file : record.files) {
    for (const std::string& text : {file.path, file.file, file.before, file.after}) put_text(payload, text);
    put_number(payload, (file.recomputable ? 1U : 0U) | (file.bytes ? 2U : 0U));
    if (file.bytes) put_text(payload, *file.bytes);
  }
  return payload;
}

std::optional<JournalRecord> record_of(std::string_view payload) {
  Fields fields(payload);
  JournalRecord record;
  record.id = fields.text();
  record.time_ns = static_cast<std::int64_t>(fields.number());
  const std::uint64_t count = fields.number();
  for (std::uint64_t i = 0; i < count && fields.good(); ++i) {
    JournalFile file;
    for (std::string* text : {&file.path, &file.file, &file.before, &file.after}) *text = fields.text();
    const std::uint64_t flags = fields.number();
    file.recomputable = (flags & 1U) != 0;
    if ((flags & 2U) != 0) file.bytes = fields.text();
    record.files.push_back(std::move(file));
  }
  if (!fields.good() || !fields.at_end()) return std::nullopt;
  return record;
}

std::uint64_t checksum_of_record(std::string_view payload) {
  std::string size;
  put_number(size, payload.size());
  Checksum checksum;
  checksum.add(size);
  checksum.add(payload);
  return checksum.value();
}

// The record that begins there, whole; and where the next one does.
std::optional<JournalRecord> record_at(std::string_view bytes, std::size_t at, std::size_t& next) {
  const std::string_view rest = bytes.substr(at);
  if (rest.size() < kRecordHead || !rest.starts_with(kMarker)) return std::nullopt;
  Fields head(rest.substr(kMarker.size() + 1, 2 * sizeof(std::uint64_t)));
  const std::uint64_t size = head.number();
  if (size > rest.size() - kRecordHead) return std::nullopt;
  const std::string_view payload = rest.substr(kRecordHead, size);
  if (checksum_of_record(payload) != head.number()) return std::nullopt;
  auto record = record_of(payload);
  if (!record) return std::nullopt;
  record->offset = at;
  record->done = rest[kDoneOffset] == kDone.front();
  next = at + kRecordHead + size;
  return record;
}

// How long the first line is; 0 where it is none of ours, and records have to be looked for.
std::size_t read_header(std::string_view bytes, JournalContent& content) {
  const std::size_t end = bytes.substr(0, kMaxHeader).find('\n');
  if (end == std::string_view::npos || !bytes.starts_with(kName)) return 0;
  const std::string_view rest = bytes.substr(kName.size(), end - kName.size());
  if (!rest.starts_with(kVersion)) {
    content.newer = bytes.substr(0, end);
  } else {
    content.boot = rest.substr(kVersion.size());
  }
  return end + 1;
}

}  // namespace

std::string journal_header(std::string_view boot) {
  return std::string(kName) + std::string(kVersion) + std::string(boot.substr(0, kMaxHeader / 2)) + "\n";
}

std::string journal_record(const JournalRecord& record) {
  const std::string payload = payload_of(record);
  std::string bytes(kMarker);
  bytes.reserve(kRecordHead + payload.size());
  bytes += record.done ? kDone.front() : kPending;
  put_number(bytes, payload.size());
  put_number(bytes, checksum_of_record(payload));
  bytes += payload;
  return bytes;
}

JournalContent read_journal(std::string_view bytes) {
  JournalContent content;
  std::size_t at = read_header(bytes, content);
  if (content.newer) return content;
  content.end = at;
  bool skipped = false;
  for (int searches = 0; at < bytes.size() && searches < kMostSearches;) {
    std::size_t next = at;
    auto record = record_at(bytes, at, next);
    if (record) {
      content.damaged = content.damaged || skipped;
      content.records.push_back(std::move(*record));
      content.end = at = next;
      continue;
    }
    skipped = true;
    ++searches;
    at = std::min(bytes.find(kMarker, at + 1), bytes.size());
  }
  return content;
}

}  // namespace memory
