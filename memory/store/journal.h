// What was a writer about to do when it died? ".state/journal" holds the changes whose files may not be on the disk
// for good: a record is synced before the first of its files is touched, and marked when the last is in place
// (design: durability.md "Writes" 4). All but `read` and `looks_unfinished` under the writer lock.
#pragma once

#include <memory>
#include <string>

#include "memory/error.h"
#include "memory/store/file_system.h"
#include "memory/store/journal_record.h"

namespace memory {

inline constexpr const char* kJournalFile = ".state/journal";

class Journal {
 public:
  explicit Journal(FileSystem& files) : files_(files) {}

  // Empty where there is none.
  Result<JournalContent> read();
  // Whether a change may be under way or was left half done. Reads nothing where the file is as it was.
  bool looks_unfinished();

  // Nobody wrote to it since this object completed a record, or emptied it.
  bool is_as_left() const;

  // Durable when it returns. An error: nothing happened, as far as the disk lets this be done. kReadOnly where the
  // disk failed in a way that leaves unknown what it holds.
  Result<> begin(const JournalRecord& record);
  // The record that was begun last: all of its files are in place; nothing of it is.
  Result<> complete();
  Result<> cancel();

  // Cuts off what dead writers left behind the last whole record.
  Result<> cut(std::size_t end);
  // Everything it told is on the disk for good.
  Result<> clear();
  std::uint64_t size() const { return end_; }  // as this object left it

 private:
  Result<> open();
  void note_left();
  Result<> take_back(const Error& error);

  FileSystem& files_;
  std::unique_ptr<LogFile> log_;
  std::uint64_t begin_ = 0;  // of the last record
  std::uint64_t end_ = 0;
  FileStamp left_;  // when the last record was complete
  FileStamp seen_;  // by looks_unfinished
  bool unfinished_ = false;
};

}  // namespace memory
