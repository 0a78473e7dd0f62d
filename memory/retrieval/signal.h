// What is told about entries between two writes of their files, one line an event (memory/FORMAT.md,
// ".state/signals"). Pure functions; whatever a line holds, reading it never fails: it is a signal or it is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "memory/retrieval/lifecycle.h"
#include "memory/store/stored_entry.h"

namespace memory {

// What a file itself says about its entry's lifecycle: by this it is known whether the program wrote it.
struct FileValues {
  std::optional<Time> changed_at;
  std::optional<double> importance;
  Maturity maturity = Maturity::kDraft;
  bool pinned = false;
  bool operator==(const FileValues&) const = default;
};

FileValues values_of(const StoredEntry& entry);
Lifecycle lifecycle_of(const FileValues& values);  // as of the file's last change

enum class SignalKind : std::uint8_t {
  kAccess,   // the entry's knowledge was delivered
  kSeen,     // its file states values that the program did not write: `lifecycle` is what they count for
  kWrote,    // the program wrote the file with these values
  kUpdated,  // likewise, and the change raised the importance
  kMoved,    // to target_path, with all its signals
  kMerged,   // into target_path: the counts are added up
  kRemoved,  // the entry is gone
  kTold,     // the audit log knows of this maturity
  kCounts,   // all that compaction keeps beside the known values
};

struct SignalCounts {
  std::uint32_t accesses = 0;  // those that counted
  std::uint32_t updates = 0;
  std::optional<Time> last_access;
  std::optional<Time> last_update;
  std::optional<Time> touched;   // the last event of any kind
  std::optional<Maturity> told;  // what the audit log knows
  bool operator==(const SignalCounts&) const = default;
};

struct Signal {
  SignalKind kind = SignalKind::kAccess;
  Time time;
  std::string path;
  std::string target_path;
  FileValues file;
  Lifecycle lifecycle;
  SignalCounts counts;
};

// Ends with a newline. Nothing where a path holds what no line may hold.
std::string signal_line(const Signal& signal);

// `line`: without its newline. Nothing for a torn line, or one of another kind.
std::optional<Signal> parse_signal(std::string_view line);

}  // namespace memory
