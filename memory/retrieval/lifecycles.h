// How do the entries of a tree stand at one moment? Their files' values, the events since, and the time that went
// by. A value: cheap to copy, safe on any thread. Made of nothing, it shows the files' values as they stand.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memory/retrieval/lifecycle.h"
#include "memory/retrieval/signals.h"
#include "memory/store/audit_log.h"
#include "memory/store/tree_state.h"

namespace memory {

class Lifecycles {
 public:
  Lifecycles() = default;
  Lifecycles(SignalTablePtr signals, Time now) : signals_(std::move(signals)), now_(now) {}

  Lifecycle of(const StoredEntry& entry) const;                    // as of now
  const EntrySignals* signals_of(const StoredEntry& entry) const;  // null where there are none
  const EntrySignals* signals_at(std::string_view path) const;     // likewise, also of an entry that is gone
  // The last change or event that is known; nothing where the file states no time either.
  std::optional<Time> touched(const StoredEntry& entry) const;
  template <class Visit>
  void for_each_signals(Visit visit) const {  // path, EntrySignals
    if (signals_) signals_->for_each(visit);
  }
  Time now() const { return now_; }

 private:
  SignalTablePtr signals_;
  Time now_;  // the epoch, for which nothing is old, where there is no clock
};

// How many entries have which maturity; those that were put aside are counted apart.
struct LifecycleCounts {
  std::int64_t draft = 0, validated = 0, core = 0, archived = 0;
};
LifecycleCounts count_lifecycles(const Lifecycles& lifecycles, std::span<const EntryPtr> entries);

// A delivery of the entry's knowledge, preceded by its file's values where the log lacks them; nothing where it does
// not count: within 24 hours of the last, and for a folder's context.md.
std::vector<Signal> signals_of_access(const Lifecycles& lifecycles, const StoredEntry& entry);

// What people wrote into the lifecycle of a file, between two states of it: it counts from now on. Where the file's
// time changed too, the values are as of that time, and no signal is needed.
std::vector<Signal> signals_of_edit(const Lifecycles& lifecycles, const StoredEntry& before, const StoredEntry& after);

// A file that has another path by now and the same bytes, moved by a person or by git, keeps its signals.
std::vector<Signal> signals_of_moves(const Lifecycles& lifecycles, const TreeState& before, const TreeChange& change);

// The same as signals_of_edit for edits while no process of this program watched.
std::vector<Signal> signals_of_missed_edits(const Lifecycles& lifecycles, const TreeState& tree);

// What the audit log knows of the entry's maturity: else what the file states.
Maturity told_maturity(const EntrySignals* signals, const StoredEntry& entry);

// Entries whose maturity is another than the audit log knows: the records to log, and the signals that say so.
struct MaturityChanges {
  std::vector<AuditRecord> records;
  std::vector<Signal> signals;
};
MaturityChanges maturity_changes(const Lifecycles& lifecycles, const TreeState& tree, const std::string& client);
AuditRecord maturity_record(const std::string& path, Maturity before, const Lifecycle& after, Time now,
                            const std::string& client);

}  // namespace memory
