// Which changes belong to an entry, under all names that it had, or to a folder? From what history keeps and what the
// audit logs know beside. Pure functions.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "memory/store/audit_log.h"
#include "memory/store/history.h"

namespace memory {

using ChangePtr = std::shared_ptr<const ChangeRecord>;

// A change with those of its files that were asked for.
struct HistoryRow {
  ChangePtr change;
  std::vector<const ChangedFile*> files;
};

// All changes, newest first. What is only logged has the files that the log's line implies.
std::vector<ChangePtr> all_changes(const History::Records& records, std::vector<AuditRecord> logged);

// The changes that touched the entry which has this path now, or had it last; moves and merges are followed back.
std::vector<HistoryRow> changes_of_entry(const std::vector<ChangePtr>& changes, std::string path);

// Where an entry went that had this path: through all later moves.
std::string moved_to(const std::vector<ChangePtr>& changes, std::string path);

std::vector<HistoryRow> changes_below(const std::vector<ChangePtr>& changes, std::string_view folder);

}  // namespace memory
