// What does a `curate` call do to the tree? Operations run in order under one writer's turn; each succeeds
// or fails on its own, and says so (design: tree.md §4). Success means durable. Thread-safe: calls take turns.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "memory/error.h"
#include "memory/retrieval/signals.h"
#include "memory/store/entry_store.h"
#include "memory/store/history.h"
#include "memory/tree/entry_codec.h"

namespace memory {

struct Operation {
  std::optional<std::string> malformed;  // what the caller could not read of it: it fails with these words
  std::string type = "UPSERT";           // ADD | UPDATE | UPSERT | MERGE | DELETE | UNDO, any case
  std::optional<std::string> path;
  std::optional<std::string> title;
  std::optional<EntryContent> content;
  std::optional<std::string> reason;  // else the call's
  std::optional<std::string> target_path;
  std::optional<std::string> target_title;
  std::vector<std::string> remove;
  std::vector<EntryEdit> edits;
  bool replace = false;
  bool append = false;
  std::optional<std::string> expected_hash;
  bool recursive = false;
  bool purge = false;                    // DELETE: forget every trace; cannot be undone
  std::optional<std::string> change_id;  // UNDO: the change to take back
  bool force = false;  // store although the same text stands elsewhere; undo although files changed since
  std::optional<bool> pinned;
  std::optional<bool> archived;           // UPDATE: put aside below "_archived/", or bring back
  std::optional<std::string> created_at;  // ISO 8601, for imported knowledge
  std::optional<std::string> domain_context;
  std::optional<std::string> topic_context;
  std::optional<std::string> subtopic_context;
};

// Another entry that says nearly the same, and the words in which it says something else.
struct SimilarText {
  std::string path;
  std::string differs;
};

struct OperationResult {
  std::string type;
  std::string path;    // the entry's path; what was asked for where the operation failed
  std::string status;  // success | unchanged | failed
  std::string message;
  std::optional<std::string> hash;       // of the entry now; a dry run has only those that are stored
  std::optional<std::string> change_id;  // what UNDO takes
  std::optional<std::string> duplicate_of;
  std::vector<std::string> removed;  // quotes of what disappeared
  std::vector<SimilarText> similar;
  std::vector<std::string> warnings;  // pending or ambiguous relation targets, `similar` in words, ...
  std::optional<Error> error;         // of a failed one; the message is made from it
};

struct CurateSummary {
  std::int64_t added = 0, updated = 0, merged = 0, deleted = 0, unchanged = 0, failed = 0;
};

struct CurateRequest {
  std::vector<Operation> operations;
  std::optional<std::string> reason;
  std::string client;         // "name version" of the MCP client; author of new entries
  bool dry_run = false;       // everything but the writes
  std::stop_token stop = {};  // asked for: the operations that are left fail
  std::function<void(std::size_t done, std::size_t total)> progress = {};  // after each operation
};

struct CurateResult {
  std::vector<OperationResult> applied;
  CurateSummary summary;
  std::optional<std::string> left_out;      // set by who shortens the result for a reader: what was dropped
  std::optional<std::string> created_root;  // set where this call made the tree's folder
};

// Error only where no operation could be tried (read-only, lock, no operations, too many: limit 200).
// `signals`: what happened to entries since their files were written; `history`: earlier changes; perhaps null.
Result<CurateResult> curate(EntryStore& store, const CurateRequest& request, const std::function<Time()>& clock,
                            SignalLog* signals = nullptr, History* history = nullptr);

}  // namespace memory
