// What is kept of one change, so that it can be shown and undone: who, when, why, and which files had which bytes
// before and after. One line a change in ".state/history/changes" (memory/FORMAT.md). Pure functions; whatever a
// line holds, reading it never fails: it is a record or it is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/tree/entry.h"

namespace memory {

struct ChangedFile {
  std::string path;    // without ".md"
  std::string file;    // as on disk
  std::string before;  // hash of the bytes; empty: there was no such file
  std::string after;   // likewise; empty: the file went
  // Lines of the log of signals (retrieval/signal.h) that say what was known of the entry; may be empty.
  std::string signals_before;
  std::string signals_after;
  bool operator==(const ChangedFile&) const = default;
};

struct ChangeRecord {
  std::string id;  // 12 hex digits, see new_change_id
  Time time;
  std::string client;
  std::string operation;    // "ADD", ...
  std::string path;         // of the entry or folder before the change
  std::string target_path;  // of the entry after a move or a merge
  std::string reason;
  std::string undoes;        // the change that this one took back
  std::uint64_t stored = 0;  // bytes that its contents took on disk
  std::vector<ChangedFile> files;
  bool operator==(const ChangeRecord&) const = default;
};

// Unique among the changes of all processes and machines, but for one chance in 2^48 a pair.
std::string new_change_id();

// Ends with a newline.
std::string record_line(const ChangeRecord& record);

// `line`: without its newline. Nothing for a torn line, or one of another kind.
std::optional<ChangeRecord> parse_record(std::string_view line);

// Whether a path stands below a folder, at any depth; everything does below "".
bool is_below(std::string_view path, std::string_view folder);

// Whether the change took an entry from `path` to `target_path`.
bool is_move(const ChangeRecord& record);

const ChangedFile* file_on(const ChangeRecord& record, std::string_view path);  // null where it touched none

}  // namespace memory
