#include "memory/store/journal.h"

#include <algorithm>

namespace memory {
namespace {

// More than any change needs, less than could fill the memory.
constexpr std::size_t kMaxJournalBytes = std::size_t{1} << 30;
// Deleting takes little room in the journal, and a full disk must keep nobody from it.
constexpr std::uint64_t kReserve = 64 << 10;

}  // namespace

Result<JournalContent> Journal::read() {
  const auto bytes = files_.read(kJournalFile, kMaxJournalBytes);
  if (!bytes && bytes.error().code == ErrorCode::kNotFound) return JournalContent();
  if (!bytes) return bytes.error();
  JournalContent content = read_journal(*bytes);
  end_ = bytes->size();
  return content;
}

bool Journal::looks_unfinished() {
  const auto now = files_.stat(kJournalFile);
  if (!now) return false;
  if (now->stamp == seen_ || now->stamp.size == 0) return unfinished_ && now->stamp.size > 0;
  const auto bytes = files_.read(kJournalFile, kMaxJournalBytes);
  if (!bytes) return false;
  const JournalContent content = read_journal(*bytes);
  seen_ = now->stamp;
  unfinished_ = content.boot != files_.boot() || std::any_of(content.records.begin(), content.records.end(),
                                                             [](const JournalRecord& record) { return !record.done; });
  return unfinished_;
}

Result<> Journal::open() {
  // Opened for every change: the file may have been replaced, and a sync costs a hundred times as much.
  const bool made = !files_.stat(kJournalFile);
  auto log = files_.open_log(kJournalFile);
  if (!log) return log.error();
  log_ = std::move(*log);
  const auto size = log_->size();
  if (!size) return size.error();
  begin_ = end_ = *size;
  if (!made) return {};
  log_->reserve(kReserve);
  // Its name has to outlive a power loss as well.
  for (const char* folder : {".state", ""}) {
    if (auto synced = files_.sync_folder(folder); !synced) return synced;
  }
  return {};
}

Result<> Journal::begin(const JournalRecord& record) {
  if (auto opened = open(); !opened) return opened;
  std::string bytes = end_ == 0 ? journal_header(files_.boot()) : "";
  begin_ = end_ + bytes.size();
  bytes += journal_record(record);
  if (bytes.size() > kMaxJournalBytes / 2) {
    return Error{ErrorCode::kTooLarge, "the change has " + std::to_string(bytes.size()) +
                                           " bytes, which is more than one change may have; split it"};
  }
  if (auto written = log_->write(end_, bytes); !written) return take_back(written.error());
  if (auto synced = log_->sync(); !synced) {
    static_cast<void>(log_->truncate(end_));
    return Error{ErrorCode::kReadOnly, synced.error().message};
  }
  end_ += bytes.size();
  return {};
}

Result<> Journal::complete() {
  auto done = log_->write(begin_ + kDoneOffset, kDone);
  if (done) note_left();
  return done;
}

void Journal::note_left() {
  const auto now = files_.stat(kJournalFile);
  left_ = now && now->stamp.size == end_ ? now->stamp : FileStamp();
}

bool Journal::is_as_left() const {
  const auto now = files_.stat(kJournalFile);
  return now && left_ != FileStamp() && now->stamp == left_;
}

Result<> Journal::cancel() {
  auto done = log_->truncate(begin_);
  // Else the power could bring back what was answered to have failed.
  if (done) done = log_->sync();
  if (!done) return Error{ErrorCode::kReadOnly, done.error().message};
  end_ = begin_;
  return {};
}

// What was not written whole is no record, but the next one would stand behind it.
Result<> Journal::take_back(const Error& error) {
  const auto done = log_->truncate(end_);
  if (!done) return Error{ErrorCode::kReadOnly, error.message + "; " + done.error().message};
  return error;
}

Result<> Journal::cut(std::size_t end) {
  if (end >= end_) return {};
  if (auto opened = open(); !opened) return opened;
  auto done = log_->truncate(end);
  if (done) end_ = end;
  return done;
}

Result<> Journal::clear() {
  if (auto opened = open(); !opened) return opened;
  if (end_ == 0) return {};
  auto done = log_->truncate(0);
  if (done) done = log_->sync();
  if (!done) return done;
  end_ = 0;
  log_->reserve(kReserve);
  note_left();
  return {};
}

}  // namespace memory
