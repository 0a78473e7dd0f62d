// Which files did finished changes of any process touch since this one last looked? ".state/changes" tells, so that a
// change is seen where no event told of it (design: durability.md "Reads"). Its first line names the epoch; another
// epoch, a gap in the sequence or a file that cannot be read means: look at everything. Never synced: after a power
// loss every process starts with a look at everything anyway. Not thread-safe: its store guards it.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "memory/store/file_system.h"

namespace memory {

inline constexpr const char* kChangesFile = ".state/changes";

struct LoggedChanges {
  bool lost = false;  // only a scan tells
  std::set<std::string> files;
  std::set<std::string> folders;  // made or gone; with all below
};

class ChangeLog {
 public:
  explicit ChangeLog(FileSystem& files) : files_(files) {}

  // What was logged since the last call by others, or since `append`. One look at the file's stamp where nothing was.
  LoggedChanges read_on();
  // Under the writer lock. What this process logs itself it need not read.
  void append(const std::set<std::string>& files, const std::vector<std::string>& folders);

 private:
  bool read_epoch();
  bool take_line(std::string_view line, LoggedChanges& found);
  bool start_epoch();
  void forget();

  FileSystem& files_;
  FileStamp seen_;
  std::string epoch_;  // with it, the whole first line; "" where there is none
  std::uint64_t offset_ = 0;
  std::uint64_t sequence_ = 0;
};

}  // namespace memory
