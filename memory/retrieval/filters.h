// Which entries may a search find? Scope, tags, time, maturity and kind, read from a request and checked entry
// by entry (design: retrieval.md §3). Immutable once made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"
#include "memory/retrieval/pipeline.h"
#include "memory/store/stored_entry.h"

namespace memory {

class Filters {
 public:
  // kInvalidArgument for a time, maturity or kind that cannot be read, naming the field.
  static Result<Filters> make(const SearchRequest& request, Time now, const Lifecycles& lifecycles = {});

  bool any() const { return any_; }
  bool accepts(const StoredEntry& entry) const;
  std::string description() const;  // "scope web, tags a b, since 2026-01-01": for people

 private:
  bool any_ = false;
  std::string scope_;              // folded path
  std::vector<std::string> tags_;  // folded
  std::optional<Time> since_;
  std::optional<Time> until_;  // exclusive
  Maturity min_maturity_ = Maturity::kDraft;
  Lifecycles lifecycles_;
  std::vector<SymbolKind> kinds_;
  std::string description_;
};

// A time as a filter takes it: ISO 8601, or how long ago: "7d", "12h", "2w", "30min".
std::optional<Time> parse_filter_time(std::string_view text, Time now);

}  // namespace memory
