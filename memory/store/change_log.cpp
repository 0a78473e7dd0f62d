#include "memory/store/change_log.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <random>

#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::string_view kName = "context-tree changes 1 ";
constexpr std::size_t kEpochDigits = 16;
constexpr std::size_t kHeaderBytes = kName.size() + kEpochDigits + 1;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20;  // then a new epoch begins
constexpr std::size_t kMaxLine = std::size_t{64} << 10;      // a change of more is told by a new epoch
constexpr std::string_view kEnd = ".";

std::string random_epoch() {
  std::random_device random;
  char digits[kEpochDigits + 1];
  std::snprintf(digits, sizeof digits, "%08x%08x", static_cast<unsigned>(random()), static_cast<unsigned>(random()));
  return digits;
}

bool is_header(std::string_view line) {
  return line.size() == kHeaderBytes && line.starts_with(kName) && line.back() == '\n';
}

std::string line_of(std::uint64_t sequence, const std::set<std::string>& files,
                    const std::vector<std::string>& folders) {
  std::string line = std::to_string(sequence);
  for (const std::string& file : files) line += "\t" + file;
  for (const std::string& folder : folders) line += "\t" + folder + "/";
  return line + "\t" + std::string(kEnd) + "\n";
}

}  // namespace

void ChangeLog::forget() {
  epoch_.clear();
  offset_ = sequence_ = 0;
}

// Whether the file is still the one that was read so far.
bool ChangeLog::read_epoch() {
  const auto header = files_.read_from(kChangesFile, 0, kHeaderBytes);
  if (header && is_header(*header) && *header == epoch_) return true;
  forget();
  if (!header || !is_header(*header)) return false;
  epoch_ = *header;
  offset_ = kHeaderBytes;
  return false;
}

LoggedChanges ChangeLog::read_on() {
  LoggedChanges found;
  const auto now = files_.stat(kChangesFile);
  if (!now && now.error().code == ErrorCode::kNotFound && epoch_.empty()) return found;
  if (now && now->stamp == seen_) return found;
  seen_ = now ? now->stamp : FileStamp();
  found.lost = !read_epoch();
  if (epoch_.empty()) return found;
  auto lines = files_.read_from(kChangesFile, offset_, 2 * kMaxBytes);
  if (!lines || now->stamp.size < offset_) {
    forget();
    found.lost = true;
    return found;
  }
  lines->resize(lines->rfind('\n') + 1);  // the rest is still being written
  for (std::size_t start = 0; start < lines->size();) {
    const std::size_t end = lines->find('\n', start);
    if (!take_line(std::string_view(*lines).substr(start, end - start), found)) found.lost = true;
    start = end + 1;
  }
  offset_ += lines->size();
  return found;
}

bool ChangeLog::take_line(std::string_view line, LoggedChanges& found) {
  std::uint64_t sequence = 0;
  const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), sequence);
  const bool follows = error == std::errc() && (sequence == sequence_ + 1 || found.lost);
  sequence_ = sequence;
  if (!follows) return false;
  std::string_view fields = line.substr(static_cast<std::size_t>(rest - line.data()));
  while (fields.starts_with('\t')) {
    const std::size_t end = std::min(fields.find('\t', 1), fields.size());
    const std::string_view field = fields.substr(1, end - 1);
    fields.remove_prefix(end);
    if (field == kEnd) return fields.empty();
    if (field.empty()) return false;
    if (field.back() == '/') {
      found.folders.emplace(field.substr(0, field.size() - 1));
    } else {
      found.files.emplace(field);
    }
  }
  return false;
}

bool ChangeLog::start_epoch() {
  forget();
  const std::string header = std::string(kName) + random_epoch() + "\n";
  const std::string_view pieces[] = {header};
  if (!files_.replace_derived(kChangesFile, pieces)) return false;
  epoch_ = header;
  offset_ = kHeaderBytes;
  return true;
}

void ChangeLog::append(const std::set<std::string>& files, const std::vector<std::string>& folders) {
  const auto before = files_.stat(kChangesFile);
  const bool known = before && !epoch_.empty() && before->stamp.size == offset_ && before->stamp.inode == seen_.inode;
  const std::string line = line_of(sequence_ + 1, files, folders);
  bool logged = false;
  if (known && offset_ < kMaxBytes && line.size() <= kMaxLine && is_valid_utf8(line)) {
    logged = files_.append(kChangesFile, line).has_value();
    if (logged) {
      ++sequence_;
      offset_ += line.size();
    }
  }
  // What cannot be told is told by a new epoch; where not even that is possible, by no file at all.
  if (!logged && !start_epoch()) {
    forget();
    static_cast<void>(files_.remove(kChangesFile));
  }
  const auto after = files_.stat(kChangesFile);
  seen_ = after ? after->stamp : FileStamp();
}

}  // namespace memory
