#include "memory/history_page.h"

#include <algorithm>

#include "memory/browse.h"
#include "memory/retrieval/filters.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/line_diff.h"
#include "memory/tree/sha256.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

constexpr std::size_t kMostFiles = 50;         // listed of one change
constexpr std::size_t kLinesInList = 40;       // of a diff among others
constexpr std::size_t kRowCharacters = 280;    // member names, time, id and hashes of a row
constexpr std::size_t kFileCharacters = 170;   // of a file: hashes and member names
constexpr std::size_t kLeastDiff = 200;        // characters; a shorter piece of a diff helps nobody
constexpr std::size_t kLongestReason = 1'000;  // characters
constexpr std::size_t kCursorDigits = 12;

std::optional<std::string> given(const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); }

// What names a change in a cursor.
std::string cursor_of(const ChangeRecord& change) {
  if (!change.id.empty()) return change.id;
  const std::string all = format_time(change.time) + "\n" + change.operation + "\n" + change.path + "\n" +
                          change.target_path + "\n" + change.reason;
  return "log-" + sha256_hex(all).substr(0, kCursorDigits);
}

struct Asked {
  std::string path;
  std::vector<HistoryRow> rows;
  bool diffs = false;
  bool whole = false;  // one change
};

class HistoryShower {
 public:
  HistoryShower(const TreeState& state, History& history, const HistoryRequest& request, Time now)
      : state_(state), history_(history), request_(request), now_(now) {}

  Result<HistoryPage> run(std::vector<AuditRecord> logged) {
    changes_ = all_changes(*history_.records(), std::move(logged));
    auto asked = find();
    if (!asked) return asked.error();
    if (auto cut = drop_older(asked->rows); !cut) return cut.error();
    const auto first = first_row(asked->rows);
    if (!first) return first.error();
    return page(*asked, *first);
  }

 private:
  Result<Asked> find() const {
    if (request_.change_id) return one_change(to_lower(trim(*request_.change_id)));
    const std::string path(trim(request_.path.value_or("")));
    if (path.empty() || path == "/") return Asked{"", changes_below(changes_, ""), request_.diff.value_or(false)};
    const auto components = split_path(path);
    const std::string spelled = components ? join_path(*components) : path;
    if (const auto folder = find_folder(state_, spelled); folder && !state_.find(spelled)) return below(*folder);
    const auto entry = find_entry(state_, path);
    if (entry) return of_entry((*entry)->path);
    // What is gone is asked for by its exact path.
    const auto was = of_entry(moved_to(changes_, spelled));
    if (!was.rows.empty()) return was;
    const auto folder = below(spelled);
    if (!folder.rows.empty()) return folder;
    return entry.error();
  }

  Result<Asked> one_change(const std::string& id) const {
    for (const ChangePtr& change : changes_) {
      if (change->id != id) continue;
      HistoryRow row{change, {}};
      for (const ChangedFile& file : change->files) row.files.push_back(&file);
      return Asked{"", {std::move(row)}, request_.diff.value_or(true), true};
    }
    return Error{ErrorCode::kNotFound, "no such change is known; it may be too old, or forgotten", "change_id", id};
  }

  Asked of_entry(const std::string& path) const {
    return {path, changes_of_entry(changes_, path), request_.diff.value_or(true)};
  }

  Asked below(const std::string& folder) const {
    return {folder, changes_below(changes_, folder), request_.diff.value_or(false)};
  }

  Result<> drop_older(std::vector<HistoryRow>& rows) const {
    if (!request_.since) return {};
    const auto since = parse_filter_time(*request_.since, now_);
    if (!since) {
      return Error{ErrorCode::kInvalidArgument, "a date (2026-01-31), a time or an age (7d, 12h) is needed", "since",
                   *request_.since};
    }
    std::erase_if(rows, [&](const HistoryRow& row) { return row.change->time < *since; });
    return {};
  }

  Result<std::size_t> first_row(const std::vector<HistoryRow>& rows) const {
    if (!request_.cursor) return std::size_t{0};
    const auto at = std::find_if(rows.begin(), rows.end(),
                                 [&](const HistoryRow& row) { return cursor_of(*row.change) == *request_.cursor; });
    if (at == rows.end()) {
      return Error{ErrorCode::kInvalidArgument, "no page begins there (it belongs to other arguments)", "cursor",
                   *request_.cursor};
    }
    return static_cast<std::size_t>(at - rows.begin());
  }

  HistoryPage page(const Asked& asked, std::size_t first) const {
    HistoryPage page;
    page.path = asked.path;
    page.total = static_cast<std::int64_t>(asked.rows.size());
    auto room = static_cast<std::int64_t>(request_.max_tokens) * 4;
    for (std::size_t i = first; i < asked.rows.size(); ++i) {
      const bool full = static_cast<std::int64_t>(page.changes.size()) >= request_.limit;
      HistoryChange shown = full ? HistoryChange() : row(asked, asked.rows[i]);
      const std::int64_t size = full ? 0 : size_of(shown);
      if (full || (size > room && !page.changes.empty())) {
        page.cursor = cursor_of(*asked.rows[i].change);
        break;
      }
      room -= size;
      if (asked.diffs) room -= add_diff(asked, asked.rows[i], room, shown);
      page.changes.push_back(std::move(shown));
    }
    return page;
  }

  static std::int64_t size_of(const HistoryChange& change) {
    std::size_t size = kRowCharacters + change.path.size() + change.target_path.value_or("").size() +
                       change.reason.value_or("").size() + change.client.value_or("").size();
    for (const HistoryFile& file : change.files) size += kFileCharacters + file.path.size();
    return static_cast<std::int64_t>(size);
  }

  static HistoryChange row(const Asked& asked, const HistoryRow& row) {
    const ChangeRecord& change = *row.change;
    HistoryChange shown;
    shown.change_id = given(change.id);
    shown.time = format_time(change.time);
    shown.operation = change.operation;
    shown.path = change.path;
    shown.target_path = given(change.target_path);
    shown.client = given(change.client);
    shown.reason = given(change.reason.substr(0, code_point_floor(change.reason, kLongestReason)));
    shown.undoes = given(change.undoes);
    if (const ChangedFile* file = main_file(row)) {
      shown.hash_before = given(file->before);
      shown.hash_after = given(file->after);
    }
    if (!asked.whole) return shown;
    for (const ChangedFile* file : row.files) {
      if (shown.files.size() == kMostFiles) {
        shown.note = std::to_string(row.files.size() - kMostFiles) + " files more";
        break;
      }
      shown.files.push_back({file->path, given(file->before), given(file->after)});
    }
    return shown;
  }

  // The file that the change is about, where it is one.
  static const ChangedFile* main_file(const HistoryRow& row) {
    for (const ChangedFile* file : row.files) {
      if (file->path == row.change->target_path) return file;
    }
    for (const ChangedFile* file : row.files) {
      if (file->path == row.change->path) return file;
    }
    return row.files.size() == 1 ? row.files.front() : nullptr;
  }

  // Returns the characters that it took.
  std::int64_t add_diff(const Asked& asked, const HistoryRow& row, std::int64_t room, HistoryChange& shown) const {
    if (room < static_cast<std::int64_t>(kLeastDiff)) {
      shown.note = "no room for the diff: ask with this change_id";
      return 0;
    }
    std::string text;
    std::size_t unknown = 0;
    for (const ChangedFile* file : row.files) {
      if (static_cast<std::int64_t>(text.size()) >= room) break;
      const auto diff = diff_of(*file, asked.whole ? DiffLimits{} : DiffLimits{.lines = kLinesInList});
      if (!diff) ++unknown;
      if (!diff || diff->empty()) continue;
      if (row.files.size() > 1) text += file->path + ":\n";
      text += *diff;
    }
    if (unknown > 0)
      shown.note = unknown == row.files.size() ? "its bytes are not kept here" : "not all bytes are kept";
    if (static_cast<std::int64_t>(text.size()) > room) {
      text.resize(code_point_floor(text, static_cast<std::size_t>(room)));
      text.resize(text.rfind('\n') + 1);
      shown.note = asked.whole ? "the diff is cut: raise max_tokens" : "the diff is cut: ask with this change_id";
    }
    const auto size = static_cast<std::int64_t>(text.size());
    shown.diff = given(text);
    return size;
  }

  // Nothing where bytes are missing.
  std::optional<std::string> diff_of(const ChangedFile& file, const DiffLimits& limits) const {
    if (file.before.empty() && file.after.empty()) return std::nullopt;
    const auto before = file.before.empty() ? Result<std::string>(std::string()) : history_.content(file.before);
    const auto after = file.after.empty() ? Result<std::string>(std::string()) : history_.content(file.after);
    if (!before || !after) return std::nullopt;
    return line_diff(*before, *after, limits);
  }

  const TreeState& state_;
  History& history_;
  const HistoryRequest& request_;
  const Time now_;
  std::vector<ChangePtr> changes_;
};

}  // namespace

Result<HistoryPage> show_history(const TreeState& state, History& history, std::vector<AuditRecord> logged,
                                 const HistoryRequest& request, Time now) {
  return HistoryShower(state, history, request, now).run(std::move(logged));
}

}  // namespace memory
