// The words of answers that several tools share. Text stands alone: a client that shows the model only the
// text blocks loses no fact of the structured result.
#pragma once

#include <string>
#include <vector>

#include "memory/browse.h"

namespace tools {

// "`a`, `b`"; every text on one line.
std::string quoted_list(const std::vector<std::string>& texts);

// Line breaks and control characters become spaces: recalled text can never forge a line of an answer.
std::string on_one_line(std::string_view text);

// One line for a folder or an entry of a listing.
std::string symbol_line(const memory::Symbol& symbol);

// The listing of a folder, one line a child, with what was left out and how to get it.
std::string listing_text(const memory::BrowseResult& result);

// "3 draft, 1 validated, 0 core, 2 archived"
std::string lifecycle_text(const memory::LifecycleCounts& counts);

// A number rounded to so many digits behind the point.
std::string decimal(double value, int digits);

// "1 entry", "3 entries"
std::string counted(std::int64_t count, const std::string& one, const std::string& many);

}  // namespace tools
