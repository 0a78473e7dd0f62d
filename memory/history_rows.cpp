#include "memory/history_rows.h"

#include <algorithm>
#include <set>

#include "memory/tree/entry_path.h"

namespace memory {
namespace {

// A merge's line has its target's hashes, a move's line those of the one entry on both paths.
ChangePtr change_of(AuditRecord logged) {
  auto change = std::make_shared<ChangeRecord>();
  const bool two = !logged.target_path.empty() && logged.target_path != logged.path;
  if (!two) {
    change->files.push_back({logged.path, "", logged.hash_before, logged.hash_after, "", ""});
  } else if (logged.operation == "MERGE") {
    change->files.push_back({logged.target_path, "", logged.hash_before, logged.hash_after, "", ""});
    change->files.push_back({logged.path, "", "", "", "", ""});
  } else {
    change->files.push_back({logged.path, "", logged.hash_before, "", "", ""});
    change->files.push_back({logged.target_path, "", "", logged.hash_after, "", ""});
  }
  change->id = std::move(logged.change_id);
  change->time = logged.time;
  change->client = std::move(logged.client);
  change->operation = std::move(logged.operation);
  change->path = std::move(logged.path);
  change->target_path = std::move(logged.target_path);
  change->reason = std::move(logged.reason);
  return change;
}

// The line of a deleted folder does not list what was in it.
bool removed_around(const ChangeRecord& change, const std::string& path) {
  return change.operation == "DELETE" && change.files.size() == 1 && change.files[0].before.empty() &&
         path.starts_with(change.path + "/");
}

}  // namespace

std::vector<ChangePtr> all_changes(const History::Records& records, std::vector<AuditRecord> logged) {
  std::vector<ChangePtr> changes(records.begin(), records.end());
  for (AuditRecord& record : logged) changes.push_back(change_of(std::move(record)));
  const auto older = [](const ChangePtr& a, const ChangePtr& b) { return a->time < b->time; };
  std::stable_sort(changes.begin(), changes.end(), older);
  std::reverse(changes.begin(), changes.end());
  return changes;
}

std::vector<HistoryRow> changes_of_entry(const std::vector<ChangePtr>& changes, std::string path) {
  std::set<std::string> names{std::move(path)};
  std::vector<HistoryRow> rows;
  for (const ChangePtr& change : changes) {
    HistoryRow row{change, {}};
    for (const ChangedFile& file : change->files) {
      if (names.contains(file.path)) row.files.push_back(&file);
    }
    const bool around =
        std::any_of(names.begin(), names.end(), [&](const std::string& name) { return removed_around(*change, name); });
    if (row.files.empty() && !around) continue;
    if (names.contains(change->target_path) && change->path != change->target_path) {
      if (is_move(*change)) names.erase(change->target_path);
      if (names.insert(change->path).second) {
        for (const ChangedFile& file : change->files) {
          if (file.path == change->path) row.files.push_back(&file);
        }
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string moved_to(const std::vector<ChangePtr>& changes, std::string path) {
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    if (is_move(**change) && (*change)->path == path) path = (*change)->target_path;
  }
  return path;
}

std::vector<HistoryRow> changes_below(const std::vector<ChangePtr>& changes, std::string_view folder) {
  std::vector<HistoryRow> rows;
  for (const ChangePtr& change : changes) {
    HistoryRow row{change, {}};
    for (const ChangedFile& file : change->files) {
      if (is_below(file.path, folder) || (file.path == folder && change->operation == "DELETE")) {
        row.files.push_back(&file);
      }
    }
    if (!row.files.empty()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace memory
