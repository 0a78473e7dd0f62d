// What does one record of the journal say, and how does it stand in ".state/journal"? A record is one change: the
// files that stand or fall together. Pure functions; hostile bytes give fewer records, never anything else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace memory {

struct JournalFile {
  std::string path;                  // of the entry
  std::string file;                  // relative file name
  std::string before;                // hash; "" where there was no file
  std::string after;                 // hash; "" where the file was to be removed
  std::optional<std::string> bytes;  // the new ones
  bool recomputable = false;         // can be made anew from others: has no bytes here, and is not put back
};

struct JournalRecord {
  std::string id;            // of the change
  std::int64_t time_ns = 0;  // when it began, by the clock that stamps files
  bool done = false;         // every file was put in place
  std::size_t offset = 0;    // in the journal
  std::vector<JournalFile> files;
};

struct JournalContent {
  std::optional<std::string> newer;  // its first line, where a newer program wrote it: nothing is read then
  std::string boot;                  // in which it was written; "" where it cannot be told
  std::vector<JournalRecord> records;
  std::size_t end = 0;   // of the last record; what follows was never whole
  bool damaged = false;  // a record in the middle cannot be read
};

std::string journal_header(std::string_view boot);
std::string journal_record(const JournalRecord& record);
JournalContent read_journal(std::string_view bytes);

// The byte that says whether the record is done stands so far behind its begin. It is in no checksum: it is changed
// in place, which takes no room on the disk and cannot be torn.
inline constexpr std::size_t kDoneOffset = 8;
inline constexpr std::string_view kDone = "+";

}  // namespace memory
