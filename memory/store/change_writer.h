// How does a change become durable, and who finishes what a dead writer began? Journal, placement, checkpoint and the
// log for other processes, one after the other (design: durability.md "Writes" 2 and 4–6). Everything but `news`,
// `looks_unfinished` and `lost_data` under the writer lock; those on any thread.
#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "memory/store/change_log.h"
#include "memory/store/file_placement.h"
#include "memory/store/journal.h"

namespace memory {

class ChangeWriter {
 public:
  explicit ChangeWriter(FileSystem& files) : files_(files), journal_(files), watched_journal_(files), log_(files) {}

  // Finishes what dead writers began. At the beginning of each turn.
  Result<> recover();
  // Durable when it returns: all of the change or nothing. kConflict as of place_files.
  Result<> place(const std::vector<FileChange>& change, Placement& placement);
  // Tells other processes of a change.
  void tell(const std::set<std::string>& files, const std::vector<std::string>& folders);
  // Syncs what the journal tells and empties it. Audit logs that were written are synced with it.
  Result<> checkpoint();
  bool checkpoint_due() const;    // the journal has grown long
  bool checkpoint_quick() const;  // there is something to sync, and not much
  void also_sync(const std::string& file) { also_sync_.insert(file); }

  // A sync failed: what the disk holds is uncertain until the tree is opened anew.
  bool lost_data() const { return lost_data_; }

  // What others logged since the last call.
  LoggedChanges news();
  // Whether somebody is amid a change, or died amid one.
  bool looks_unfinished();
  bool has_journal();  // one that tells anything

 private:
  Result<> begin(const std::vector<const FileChange*>& change);
  Result<> finish(Result<> placed, const Placement& placement);
  Result<> sync_removal(const std::vector<FileChange>& change);
  Result<> keep_damaged();
  Result<> noted(Result<> done);

  FileSystem& files_;
  Journal journal_;
  std::mutex readers_mutex_;  // guards the next two
  Journal watched_journal_;   // as readers know it, while the other one is written
  ChangeLog log_;
  std::set<std::string> also_sync_;
  std::size_t changes_ = 0;  // since the last checkpoint
  bool begun_ = false;       // a record was written for the change at hand
  bool unfinished_ = false;  // one could not be taken back
  std::atomic<bool> lost_data_ = false;
};

}  // namespace memory
