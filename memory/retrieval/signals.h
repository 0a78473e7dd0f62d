// Which signals has anybody left about the entries of this tree? The log ".state/signals" belongs to all processes
// that serve the tree: each appends whole lines and reads what was appended since it last looked. Lines that are
// torn, or of a kind this version does not know, are skipped. Where nothing may be written, or there is no state
// folder, signals live in this process alone. Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "memory/retrieval/signal_table.h"
#include "memory/store/file_system.h"

namespace memory {

using SignalTablePtr = std::shared_ptr<const SignalTable>;

class SignalLog {
 public:
  SignalLog(std::unique_ptr<FileSystem> files, bool read_only);

  // With everything that was appended before the call, by any process.
  SignalTablePtr refresh();

  // Takes effect at once; in the log for other processes, and for later, as far as the disk takes it.
  void add(const std::vector<Signal>& signals);

  // Rewrites a log that has grown to several times of what it says; signals of entries that `is_known` denies go.
  // Only under the writer lock.
  Result<> compact(const std::function<bool(std::string_view path)>& is_known);

 private:
  void read_on();
  bool is_same_file(const FileInfo& info);
  void start_over(const FileInfo& info);
  void take_lines(std::string_view text);
  void publish(SignalTableBuilder& builder);
  bool append(const std::string& lines);
  Result<> replace(const std::string& lines);
  void remove_leftovers();

  const std::unique_ptr<FileSystem> files_;
  const bool read_only_;
  std::mutex mutex_;  // guards everything below
  SignalTablePtr table_;
  std::uint64_t inode_ = 0;         // of the file that was read
  std::string head_;                // how it began: inodes are used again
  std::uint64_t offset_ = 0;        // of the first byte that was not
  std::uint64_t worth_a_look_ = 0;  // at this offset the log may have grown enough to be compacted
  std::string unsaved_;             // lines that the disk did not take yet
};

}  // namespace memory
