// Which changes were made to this tree, and with which bytes before and after? Records in the log
// ".state/history/changes", contents beside it; shared by all processes that serve the tree, this machine's own.
// Bounded by age and size, but an entry's last change is never dropped (design: tree.md §4 "Undo"). Derived in so
// far as nothing of it is needed to write: what is missing or damaged can be neither shown nor undone. Survives a
// kill; a power loss may take what was added within the last seconds. Thread-safe; what changes it is called under
// the writer lock only.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/store/change_record.h"
#include "memory/store/content_store.h"
#include "memory/store/file_system.h"

namespace memory {

struct HistoryLimits {
  std::chrono::hours age = std::chrono::hours(24 * 180);
  std::uint64_t bytes = std::uint64_t{256} << 20U;  // of contents, compressed
  std::size_t changes = 100'000;
};

class History {
 public:
  using Records = std::vector<std::shared_ptr<const ChangeRecord>>;

  explicit History(std::unique_ptr<FileSystem> files, HistoryLimits limits = {});

  // All changes that are known, oldest first; with those that other processes added before the call.
  std::shared_ptr<const Records> records();
  std::shared_ptr<const ChangeRecord> find(std::string_view id);  // null where there is none

  // kNotFound: not kept, or no more; kIo: damaged, or the system's reason.
  Result<std::string> content(const std::string& hash);

  // The bytes that they took on disk; 0 where they are kept already.
  Result<std::uint64_t> keep(const std::string& hash, std::string_view bytes);
  Result<> add(const ChangeRecord& record);

  // Drops what is beyond the limits; looks at most once an hour. Best effort.
  void trim(Time now);

  // Replaces all records by those that `change` leaves, each as it may have changed it, and drops the contents that
  // none of them names or that `forget` asks for: for purge.
  using Change = std::function<bool(ChangeRecord& record)>;  // false: the record goes
  Result<> rewrite(const Change& change, const std::function<bool(const std::string& hash)>& forget);

  // Every content that is kept and readable, by its hash.
  void for_each_content(const std::function<void(const std::string& hash, std::string_view bytes)>& visit);

 private:
  void read_on();
  void take_lines(std::string_view text, Records& records);
  bool exceeds_limits(Time now) const;
  Records within_limits(Time now) const;
  Result<> replace_log(const Records& records);
  Result<> drop_unnamed();

  const std::unique_ptr<FileSystem> files_;
  const HistoryLimits limits_;
  std::mutex mutex_;  // guards everything below
  ContentStore contents_;
  std::shared_ptr<const Records> records_ = std::make_shared<const Records>();
  std::uint64_t inode_ = 0;   // of the log that was read
  std::string head_;          // how it began: inodes are used again
  std::uint64_t offset_ = 0;  // of the first byte that was not
  std::optional<Time> trimmed_;
};

}  // namespace memory
