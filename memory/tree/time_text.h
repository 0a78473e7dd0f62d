// How is a time written in an entry, and which spellings are read? (design: tree.md §3). Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "memory/tree/entry.h"

namespace memory {

// "2026-02-03T11:20:00Z"
std::string format_time(Time time);

// ISO 8601: a date (00:00 UTC), or a date and a time with "T", "t" or one space between; seconds, a fraction
// (dropped) and a zone ("Z", "+02:00", "+0200", "+02") are optional, no zone is UTC. Nothing else, and no date
// that is not in the calendar.
std::optional<Time> parse_time(std::string_view text);

}  // namespace memory
