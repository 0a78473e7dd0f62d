// What happened to an entry, a folder or the tree, and what did one change do? Newest first, with diffs as far as the
// budget goes. Reads only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memory/error.h"
#include "memory/history_rows.h"
#include "memory/store/tree_state.h"

namespace memory {

struct HistoryRequest {
  std::optional<std::string> path;       // an entry, also one that is gone, or a folder; absent: the tree
  std::optional<std::string> change_id;  // one change, whole
  std::optional<std::string> since;      // ISO 8601, or "7d"
  std::optional<bool> diff;              // default: for an entry and for one change
  std::int64_t limit = 20;               // changes, 1..200
  std::int64_t max_tokens = 2000;
  std::optional<std::string> cursor;
};

struct HistoryFile {
  std::string path;
  std::optional<std::string> hash_before;
  std::optional<std::string> hash_after;
};

struct HistoryChange {
  std::optional<std::string> change_id;  // absent: only the audit log knows of it
  std::string time;
  std::string operation;
  std::string path;
  std::optional<std::string> target_path;
  std::optional<std::string> client;
  std::optional<std::string> reason;
  std::optional<std::string> undoes;
  std::optional<std::string> hash_before;  // of the entry asked for, else of the only file
  std::optional<std::string> hash_after;
  std::vector<HistoryFile> files;   // of one change that was asked for by its id
  std::optional<std::string> diff;  // as of `diff -u`; behind "path:" where there are several files
  std::optional<std::string> note;  // why there is no diff, or not all of it
};

struct HistoryPage {
  std::string path;  // as asked for, resolved; "" for the tree and for one change
  std::vector<HistoryChange> changes;
  std::int64_t total = 0;             // changes of all pages
  std::optional<std::string> cursor;  // where the next page starts
};

// kNotFound (path, with the nearest ones; change_id), kAmbiguous and kRefusedPath (path), kInvalidArgument (since,
// cursor).
Result<HistoryPage> show_history(const TreeState& state, History& history, std::vector<AuditRecord> logged,
                                 const HistoryRequest& request, Time now);

}  // namespace memory
