// What one operation is about to do: the files it changes, and what it will say. Made from a state without
// touching the disk, so that a dry run and a repeated attempt are the same code (design: tree.md §4).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "memory/retrieval/curation.h"
#include "memory/retrieval/curation_checks.h"
#include "memory/retrieval/curation_target.h"
#include "memory/retrieval/lifecycles.h"
#include "memory/store/entry_store.h"

namespace memory {

enum class Effect { kAdded, kUpdated, kMerged, kDeleted, kUndone, kUnchanged };

// One operation of a call, ready to be planned.
struct PlannedCall {
  const Operation& operation;
  std::string type;    // upper case
  std::string client;  // author of new entries
  Time now;
  Lifecycles lifecycles;       // before the operation
  History* history = nullptr;  // for UNDO
};

struct Plan {
  Effect effect = Effect::kUnchanged;
  std::string path;                 // of the entry that the operation is about, after it
  std::string target_path;          // where it moved or merged to, for the log
  std::string source_path;          // where it came from then
  std::optional<SignalKind> wrote;  // what the lifecycle written into the entry's file is to its signals
  std::string message;
  std::vector<FileChange> files;
  std::vector<NewFolder> new_folders;
  std::string hash_before;
  std::string duplicate_of;
  std::vector<SimilarText> similar;
  std::vector<std::string> removed;
  std::vector<std::string> warnings;
  std::vector<Fact> facts_before;         // likewise: they contradict nobody anew
  std::vector<std::string> links_before;  // targets that were there already: not warned about
  std::string undoes;                     // the change that is taken back
  std::vector<Signal> compensation;       // and what that is for the signals
};

// The bytes of a change, limited to what an entry may be: kTooLarge.
Result<> check_size(const Plan& plan);

// The state as it will be once these files are in place.
TreeStatePtr state_after(const TreeState& state, const std::vector<FileChange>& files);

Result<Plan> plan_operation(const TreeState& state, const PlannedCall& call);

// The parts of plan_operation, by type. `plan_update` is also an UPSERT's on an existing entry.
Result<Plan> plan_add(const TreeState& state, const PlannedCall& call, const Target& target);
Result<Plan> plan_update(const TreeState& state, const PlannedCall& call, const EntryPtr& entry);
Result<Plan> plan_merge(const TreeState& state, const PlannedCall& call);
Result<Plan> plan_delete(const TreeState& state, const PlannedCall& call);

// The entry that `path` and `title` (or the target's) mean; kNotFound with the closest paths.
Result<EntryPtr> locate_existing(const TreeState& state, const std::optional<std::string>& path,
                                 const std::optional<std::string>& title, const TargetFields& fields);

FileChange replaced_file(const StoredEntry& entry, std::string bytes);
FileChange removed_file(const StoredEntry& entry);

}  // namespace memory
