// Which files does the tree hold now, and how does a change reach the disk? The files are the truth; this
// class keeps a picture of them (`TreeState`) that is brought up to date before each answer and published as
// an immutable value. Readers copy the pointer; writers hold the process mutex and the lock file.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memory/error.h"
#include "memory/store/audit_log.h"
#include "memory/store/file_placement.h"
#include "memory/store/file_system.h"
#include "memory/store/manifest.h"
#include "memory/store/stored_entry.h"
#include "memory/store/tree_state.h"

namespace memory {

struct StoreOptions {
  bool read_only = false;
  bool allow_network_fs = false;
  std::chrono::milliseconds lock_wait = std::chrono::seconds(10);
  // So long after the last write, and at the end, files are synced and the journal is emptied. 0: never, it only grows
  // to its limit.
  std::chrono::milliseconds checkpoint_after = std::chrono::seconds(1);
};

class EntryStore {
 public:
  // Reads the whole tree once. A root that does not exist is an empty tree; nothing is created. One that goes or
  // becomes unusable later keeps the entries that were read last, is named in the problems, and takes no writes.
  // `root` is an absolute path. The clock gives the time for logs. `known`: files that need not be read where they
  // have not changed since.
  static Result<std::unique_ptr<EntryStore>> open(const std::string& root, StoreOptions options,
                                                  std::function<Time()> clock, std::span<const KnownFile> known = {});
  // The same on any file system; for tests.
  static Result<std::unique_ptr<EntryStore>> open(std::unique_ptr<FileSystem> files, StoreOptions options,
                                                  std::function<Time()> clock, std::span<const KnownFile> known = {});
  virtual ~EntryStore() = default;

  // The state after taking in every change that this process, others or people finished before the call.
  // Thread-safe; the listener receives each difference exactly once, also under concurrency.
  virtual TreeStatePtr refresh() = 0;
  virtual TreeStatePtr state() const = 0;

  // For the next process, see Manifest::stamps_of.
  virtual std::vector<FileStamp> stamps_of(std::span<const EntryPtr> entries) = 0;

  // Called under the store's mutex each time a new state is published, with the difference, which is empty where
  // only folders or problems are other ones; used to keep the index in step. Set once, before the first refresh.
  using Listener = std::function<void(const TreeStatePtr&, const TreeChange&)>;
  virtual void set_listener(Listener listener) = 0;

  // A writer's turn: the lock is held from begin_write to finish or the object's destruction.
  class Write {
   public:
    virtual ~Write() = default;
    // The tree as it is on disk now, under the lock, with this turn's own finished changes.
    virtual TreeStatePtr state() const = 0;
    // Puts the files of one change in place, all or none, also where the process is killed or the power goes; durable
    // when it returns. Missing folders are made, folders emptied by a removal go. Publishes the new state.
    // kConflict where a file is no longer what was read; the state is fresh again then.
    virtual Result<> apply(const std::vector<FileChange>& files) = 0;
    // Appends one line to the audit log (tree.md §1, §4).
    virtual Result<> log(const AuditRecord& record) = 0;
    // Ends the turn and gives the lock back. An error: the disk lost data, so that what was applied is in place, but
    // nobody can say whether it outlives a power loss.
    virtual Result<> finish() = 0;
    // The root's path where this turn made it.
    virtual std::optional<std::string> created_root() const = 0;
  };
  // kReadOnly, kBusy (names the holder), kIo. `client` goes into the lock file and the log.
  virtual Result<std::unique_ptr<Write>> begin_write(const std::string& client) = 0;
};

}  // namespace memory
