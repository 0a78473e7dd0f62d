#include "memory/store/change_writer.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>

#include "memory/store/kept_texts.h"
#include "memory/store/recovery.h"
#include "memory/tree/sha256.h"

namespace memory {
namespace {

// A checkpoint syncs every file since the last one, a fraction of a millisecond each; one that nobody waits for
// usually comes first, so this bounds what a single call waits, and what recovery has to read.
constexpr std::uint64_t kLongJournal = std::uint64_t{4} << 20;
constexpr std::size_t kManyChanges = 128;
constexpr std::size_t kFewChanges = 32;  // a process has to end within a second

std::string random_id() {
  std::random_device random;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%08x%08x", static_cast<unsigned>(random()), static_cast<unsigned>(random()));
  return digits;
}

JournalFile journaled(const FileChange& change) {
  JournalFile file{change.path, change.file,        change.before, change.after ? sha256_hex(*change.after) : "",
                   {},          change.recomputable};
  if (!change.recomputable) file.bytes = change.after;
  return file;
}

// Gone in one step, which needs no journal to be whole.
bool is_one_removal(const std::vector<const FileChange*>& change) {
  return change.size() == 1 && !change.front()->after;
}

}  // namespace

// Remembers a disk that lost data.
Result<> ChangeWriter::noted(Result<> done) {
  if (!done && done.error().code == ErrorCode::kReadOnly) {
    lost_data_ = true;
    return Error{ErrorCode::kIo, done.error().message};
  }
  return done;
}

Result<> ChangeWriter::recover() {
  if (!unfinished_ && journal_.is_as_left()) return {};
  const auto journal = journal_.read();
  if (!journal) return journal.error();
  if (journal->newer) return Error{ErrorCode::kReadOnly, "the journal is another program's: " + *journal->newer};
  if (journal_.size() == 0) return {};
  const std::string boot = files_.boot();
  const bool all_done = std::all_of(journal->records.begin(), journal->records.end(),
                                    [](const JournalRecord& record) { return record.done; });
  const bool same_boot = !boot.empty() && journal->boot == boot;
  if (same_boot && all_done && !journal->damaged) return journal_.cut(journal->end);
  if (journal->damaged) {
    if (auto kept = keep_damaged(); !kept) return kept;
  }
  const auto recovered = finish_changes(files_, *journal, boot);
  if (!recovered) return recovered.error();
  if (!recovered->files.empty()) tell(recovered->files, recovered->folders);
  unfinished_ = false;
  return checkpoint();
}

// Nobody can say what it meant; a person may want to look.
Result<> ChangeWriter::keep_damaged() {
  const auto bytes = files_.read(kJournalFile, journal_.size());
  return bytes ? keep_text(files_, random_id(), "journal.damaged", *bytes) : Result<>(bytes.error());
}

Result<> ChangeWriter::begin(const std::vector<const FileChange*>& change) {
  JournalRecord record{random_id(), files_.now_ns(), false, 0, {}};
  for (const FileChange* file : change) record.files.push_back(journaled(*file));
  auto begun = noted(journal_.begin(record));
  begun_ = begun.has_value();
  // A full disk must not keep anybody from deleting.
  if (!begun && !lost_data_ && begun.error().code == ErrorCode::kIo && is_one_removal(change)) return {};
  return begun;
}

Result<> ChangeWriter::place(const std::vector<FileChange>& change, Placement& placement) {
  if (unfinished_) {
    if (auto recovered = recover(); !recovered) return recovered;
  }
  begun_ = false;
  auto placed = place_files(files_, change, placement, [this](const auto& staged) { return begin(staged); });
  if (begun_) return finish(std::move(placed), placement);
  return placed ? sync_removal(change) : placed;
}

// What was journaled and is in place, or is not.
Result<> ChangeWriter::finish(Result<> placed, const Placement& placement) {
  if (!placed && placement.undone) {
    unfinished_ = !noted(journal_.cancel());
    return placed;
  }
  if (!placed) {
    unfinished_ = true;  // the next turn goes on from here, in whichever process
    return placed;
  }
  ++changes_;
  // Without the mark, or where nothing tells one start of the machine from another, the journal must not go on
  // speaking of this change.
  if (journal_.complete() && !files_.boot().empty()) return placed;
  unfinished_ = !checkpoint();
  return placed;
}

Result<> ChangeWriter::sync_removal(const std::vector<FileChange>& change) {
  JournalRecord record;
  for (const FileChange& file : change) record.files.push_back(journaled(file));
  auto synced = sync_changes(files_, {record});
  if (!synced) lost_data_ = true;
  return synced;
}

void ChangeWriter::tell(const std::set<std::string>& files, const std::vector<std::string>& folders) {
  const std::lock_guard lock(readers_mutex_);
  log_.append(files, folders);
}

LoggedChanges ChangeWriter::news() {
  const std::lock_guard lock(readers_mutex_);
  return log_.read_on();
}

bool ChangeWriter::looks_unfinished() {
  const std::lock_guard lock(readers_mutex_);
  return watched_journal_.looks_unfinished();
}

bool ChangeWriter::has_journal() {
  const auto there = files_.stat(kJournalFile);
  return there && there->stamp.size > 0;
}

bool ChangeWriter::checkpoint_due() const { return journal_.size() > kLongJournal || changes_ > kManyChanges; }

bool ChangeWriter::checkpoint_quick() const { return journal_.size() > 0 && changes_ <= kFewChanges && !lost_data_; }

Result<> ChangeWriter::checkpoint() {
  const auto journal = journal_.read();
  if (!journal) return journal.error();
  auto synced = sync_changes(files_, journal->records);
  for (const std::string& file : std::exchange(also_sync_, {})) {
    const auto also = files_.sync_file(file);
    if (!also && also.error().code == ErrorCode::kIo) synced = also;
  }
  if (!synced) {
    lost_data_ = true;
    return synced;
  }
  changes_ = 0;
  return journal_.clear();
}

}  // namespace memory
