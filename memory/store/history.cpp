#include "memory/store/history.h"

#include <algorithm>
#include <unordered_set>

#include "memory/tree/entry_path.h"

namespace memory {
namespace {

constexpr const char* kLog = ".state/history/changes";
constexpr std::size_t kHead = 64;
constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20U;  // of a larger log the end is read
constexpr std::chrono::hours kTrimPause{1};
// Trimming leaves room, so that not every change trims again.
constexpr std::uint64_t kKeptShare = 3;
constexpr std::uint64_t kOfShares = 4;

std::uint64_t stored_by(const History::Records& records) {
  std::uint64_t bytes = 0;
  for (const auto& record : records) bytes += record->stored;
  return bytes;
}

// A folder's context.md is made anew with every change; its entries' last changes are what counts.
bool is_entry(const ChangedFile& file) { return last_component(file.path) != "context"; }

}  // namespace

History::History(std::unique_ptr<FileSystem> files, HistoryLimits limits)
    : files_(std::move(files)), limits_(limits), contents_(*files_) {}

std::shared_ptr<const History::Records> History::records() {
  const std::lock_guard lock(mutex_);
  read_on();
  return records_;
}

std::shared_ptr<const ChangeRecord> History::find(std::string_view id) {
  const auto known = records();
  const auto found = std::find_if(known->rbegin(), known->rend(), [&](const auto& record) { return record->id == id; });
  return found == known->rend() ? nullptr : *found;
}

void History::read_on() {
  static_cast<void>(files_->check_root());
  const auto info = files_->stat(kLog);
  if (!info || info->kind != FileKind::kRegular) {
    records_ = std::make_shared<const Records>();
    offset_ = inode_ = 0;
    return;
  }
  if (info->stamp.inode == inode_ && info->stamp.size == offset_) return;
  auto records = std::make_shared<Records>();
  const std::string head = files_->read_from(kLog, 0, kHead).value_or("");
  if (info->stamp.inode == inode_ && info->stamp.size > offset_ && head.starts_with(head_) && offset_ > 0) {
    *records = *records_;
  } else {
    offset_ = info->stamp.size > kMostBytes ? info->stamp.size - kMostBytes : 0;
  }
  const auto text = files_->read_from(kLog, offset_, info->stamp.size - offset_);
  if (!text) return;
  const std::size_t whole = text->rfind('\n') + 1;  // a line without its end is still being written
  take_lines(std::string_view(*text).substr(0, whole), *records);
  records_ = std::move(records);
  inode_ = info->stamp.inode;
  head_ = head.substr(0, head.find('\n'));
  offset_ += whole;
}

void History::take_lines(std::string_view text, Records& records) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (auto record = parse_record(text.substr(0, end))) {
      records.push_back(std::make_shared<const ChangeRecord>(std::move(*record)));
    }
    text.remove_prefix(std::min(text.size(), end == std::string_view::npos ? text.size() : end + 1));
  }
}

Result<std::string> History::content(const std::string& hash) {
  const std::lock_guard lock(mutex_);
  return contents_.get(hash);
}

Result<std::uint64_t> History::keep(const std::string& hash, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  static_cast<void>(files_->check_root());
  return contents_.put(hash, bytes);
}

Result<> History::add(const ChangeRecord& record) {
  const std::lock_guard lock(mutex_);
  static_cast<void>(files_->check_root());
  const std::string line = record_line(record);
  auto added = files_->append(kLog, line);
  if (added || added.error().code != ErrorCode::kNotFound) return added;
  const auto made = files_->make_folder(kHistoryFolder);
  if (!made && made.error().code != ErrorCode::kAlreadyExists) return made;
  return files_->append(kLog, line);
}

bool History::exceeds_limits(Time now) const {
  if (records_->empty()) return false;
  return records_->front()->time < now - limits_.age || records_->size() > limits_.changes ||
         stored_by(*records_) > limits_.bytes;
}

// The newest, as many as fit; of what is older, the last change of each entry.
History::Records History::within_limits(Time now) const {
  const bool crowded = records_->size() > limits_.changes || stored_by(*records_) > limits_.bytes;
  const std::uint64_t bytes = crowded ? limits_.bytes / kOfShares * kKeptShare : limits_.bytes;
  const std::size_t most = crowded ? limits_.changes / kOfShares * kKeptShare : limits_.changes;
  std::unordered_set<std::string> seen;
  std::uint64_t stored = 0;
  Records kept;
  for (auto at = records_->rbegin(); at != records_->rend(); ++at) {
    const ChangeRecord& record = **at;
    bool is_last = false;
    for (const ChangedFile& file : record.files) {
      if (is_entry(file) && seen.insert(file.path).second) is_last = true;
    }
    stored += record.stored;
    const bool fits = record.time >= now - limits_.age && stored <= bytes && kept.size() < most;
    if (fits || is_last) kept.push_back(*at);
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

void History::trim(Time now) {
  const std::lock_guard lock(mutex_);
  if (trimmed_ && now - *trimmed_ < kTrimPause && now >= *trimmed_) return;
  trimmed_ = now;
  read_on();
  if (!exceeds_limits(now)) return;
  const Records kept = within_limits(now);
  if (kept.size() == records_->size() || !replace_log(kept)) return;
  static_cast<void>(drop_unnamed());
}

Result<> History::rewrite(const Change& change, const std::function<bool(const std::string& hash)>& forget) {
  const std::lock_guard lock(mutex_);
  read_on();
  Records kept;
  for (const auto& record : *records_) {
    ChangeRecord changed = *record;
    if (!change(changed)) continue;
    kept.push_back(changed == *record ? record : std::make_shared<const ChangeRecord>(std::move(changed)));
  }
  if (offset_ > 0) {
    if (auto replaced = replace_log(kept); !replaced) return replaced;
  }
  if (auto dropped = drop_unnamed(); !dropped) return dropped;
  return contents_.drop_others([&](const std::string& hash) { return !forget(hash); });
}

// Synced before it takes the name: a power loss leaves the old log or the new one.
Result<> History::replace_log(const Records& records) {
  // No record: sets this log apart from others that had its inode.
  std::string lines = "log\t" + std::to_string(files_->now_ns()) + "\n";
  for (const auto& record : records) lines += record_line(*record);
  const auto staged = files_->stage(kLog, lines);
  if (!staged) return staged.error();
  auto done = files_->sync_file(*staged);
  if (done) done = files_->exchange(*staged, kLog);
  static_cast<void>(files_->remove(*staged));  // the old log now, or the new one that found no place
  if (done) read_on();
  return done;
}

Result<> History::drop_unnamed() {
  std::unordered_set<std::string> named;
  for (const auto& record : *records_) {
    for (const ChangedFile& file : record->files) {
      named.insert(file.before);
      named.insert(file.after);
    }
  }
  return contents_.drop_others([&](const std::string& hash) { return named.contains(hash); });
}

void History::for_each_content(const std::function<void(const std::string& hash, std::string_view bytes)>& visit) {
  const std::lock_guard lock(mutex_);
  for (const std::string& hash : contents_.list()) {
    if (const auto bytes = contents_.get(hash)) visit(hash, *bytes);
  }
}

}  // namespace memory
