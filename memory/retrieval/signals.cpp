#include "memory/retrieval/signals.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "memory/store/state_folder.h"

namespace memory {
namespace {

constexpr const char* kFile = ".state/signals";
// Held for the moment of an append or of a replacement, so that nobody adds to a file that is about to go. A file
// of its own: the log is replaced, and a writer's turn lasts too long for a reader to wait.
constexpr const char* kLock = ".state/signals.lock";
constexpr std::chrono::milliseconds kLongestWait{50};
constexpr std::chrono::microseconds kPause{200};

constexpr std::size_t kHead = 64;
constexpr std::size_t kMostUnsaved = std::size_t{1} << 20U;
constexpr std::size_t kChunk = std::size_t{1} << 20U;
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20U;  // of a larger log the end is read
constexpr std::size_t kLongestLine = std::size_t{16} << 10U;
constexpr std::uint64_t kSmallLog = std::uint64_t{64} << 10U;  // bytes that are never worth compacting
constexpr std::uint64_t kGrowth = 3;

std::unique_ptr<FileLock> lock_log(FileSystem& files) {
  const auto end = std::chrono::steady_clock::now() + kLongestWait;
  while (true) {
    auto lock = files.try_lock(kLock);
    if (!lock) return nullptr;
    if (*lock || std::chrono::steady_clock::now() >= end) return std::move(*lock);
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

SignalLog::SignalLog(std::unique_ptr<FileSystem> files, bool read_only)
    : files_(std::move(files)), read_only_(read_only), table_(std::make_shared<const SignalTable>()) {}

SignalTablePtr SignalLog::refresh() {
  const std::lock_guard lock(mutex_);
  read_on();
  return table_;
}

void SignalLog::read_on() {
  static_cast<void>(files_->check_root());
  const auto info = files_->stat(kFile);
  if (!info || info->kind != FileKind::kRegular) return;  // what is known stays
  if (info->stamp.inode == inode_ && info->stamp.size == offset_) return;
  if (!is_same_file(*info)) start_over(*info);
  while (offset_ < info->stamp.size) {
    const auto text = files_->read_from(kFile, offset_, kChunk);
    if (!text || text->empty()) return;
    // A line without its end is still being written, unless nobody ends a line of that length.
    const std::size_t last = text->rfind('\n');
    const std::size_t taken = last == std::string::npos ? (text->size() > kLongestLine ? text->size() : 0) : last + 1;
    if (taken == 0) return;
    take_lines(std::string_view(*text).substr(0, taken));
    offset_ += taken;
  }
}

bool SignalLog::is_same_file(const FileInfo& info) {
  if (info.stamp.inode != inode_ || info.stamp.size < offset_) return false;
  const auto head = files_->read_from(kFile, 0, kHead);
  return head && head->starts_with(head_);
}

// Another file has the name, or this one was cut: nothing that was read of it holds.
void SignalLog::start_over(const FileInfo& info) {
  table_ = std::make_shared<const SignalTable>();
  inode_ = info.stamp.inode;
  head_ = files_->read_from(kFile, 0, kHead).value_or("");
  head_.resize(std::min(head_.size(), head_.find('\n')));
  offset_ = info.stamp.size > kMostBytes ? info.stamp.size - kMostBytes : 0;
}

void SignalLog::take_lines(std::string_view text) {
  SignalTableBuilder builder(*table_);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end <= kLongestLine) {
      if (const auto signal = parse_signal(text.substr(0, end))) builder.apply(*signal);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  publish(builder);
}

void SignalLog::publish(SignalTableBuilder& builder) { table_ = std::make_shared<const SignalTable>(builder.take()); }

void SignalLog::add(const std::vector<Signal>& signals) {
  if (signals.empty()) return;
  std::string lines;
  for (const Signal& signal : signals) lines += signal_line(signal);
  const std::lock_guard lock(mutex_);
  if (append(unsaved_ + lines)) {
    unsaved_.clear();
    return read_on();
  }
  if (!read_only_ && unsaved_.size() + lines.size() <= kMostUnsaved) unsaved_ += lines;
  SignalTableBuilder builder(*table_);
  for (const Signal& signal : signals) builder.apply(signal);
  publish(builder);
}

bool SignalLog::append(const std::string& lines) {
  if (read_only_ || lines.empty() || unknown_format(*files_)) return false;
  const auto held = lock_log(*files_);
  return held && files_->append(kFile, lines);
}

Result<> SignalLog::compact(const std::function<bool(std::string_view path)>& is_known) {
  const std::lock_guard lock(mutex_);
  if (read_only_) return {};
  read_on();
  if (offset_ < std::max(kSmallLog, worth_a_look_)) return {};
  const auto held = lock_log(*files_);
  if (!held) return Error{ErrorCode::kBusy, "the log of signals is in use"};
  read_on();                                                              // what came before the lock was held
  std::string lines = "log\t" + std::to_string(files_->now_ns()) + "\n";  // no signal: sets this log apart from others
  table_->for_each([&](const std::string& path, const EntrySignals& signals) {
    if (!is_known(path)) return;
    for (const Signal& signal : signals_for(path, signals)) lines += signal_line(signal);
  });
  worth_a_look_ = kGrowth * lines.size() + kSmallLog;
  if (offset_ < worth_a_look_) return {};
  auto replaced = replace(lines);
  if (replaced) read_on();
  return replaced;
}

// Synced before it takes the name: a power loss leaves the old log or the new one.
Result<> SignalLog::replace(const std::string& lines) {
  remove_leftovers();
  const auto staged = files_->stage(kFile, lines);
  if (!staged) return staged.error();
  auto done = files_->sync_file(*staged);
  if (done) done = files_->exchange(*staged, kFile);
  static_cast<void>(files_->remove(*staged));  // the old log now, or the new one that found no place
  return done;
}

// Of writers that were killed; a log of signals is staged under its lock alone, and this is held.
void SignalLog::remove_leftovers() {
  const auto items = files_->list(kStateFolder);
  if (!items) return;
  for (const FolderItem& item : *items) {
    const bool old = files_->now_ns() - item.stamp.mtime_ns > std::chrono::nanoseconds(std::chrono::hours(1)).count();
    if (is_staged_name(item.name) && old) {
      static_cast<void>(files_->remove(std::string(kStateFolder) + "/" + item.name));
    }
  }
}

}  // namespace memory
