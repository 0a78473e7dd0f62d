// Who changed what, when and why? One JSON line an operation in ".log/<yyyy-mm>.<machine>.jsonl", append-only,
// meant to be committed beside the entries (design: tree.md §1, §4). Pure functions; the one place of the
// memory that writes JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "memory/tree/entry.h"

namespace memory {

// One operation, as the audit log keeps it.
struct AuditRecord {
  Time time;
  std::string client;
  std::string operation;  // "ADD", ...
  std::string path;
  std::string target_path;
  std::string reason;
  std::string hash_before;
  std::string hash_after;
  std::string change_id;
};

// Empty members are left out; bytes that are not UTF-8 become U+FFFD. Ends with a newline.
std::string audit_line(const AuditRecord& record);

// `line`: without its newline. Nothing where it is no operation's line; unknown members are left out.
std::optional<AuditRecord> parse_audit_line(std::string_view line);

std::string audit_file(Time time, const std::string& machine);

}  // namespace memory
