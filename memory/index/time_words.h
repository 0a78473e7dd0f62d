// Words that place something in time, or count. Pure functions over folded words.
#pragma once

#include <string_view>

namespace memory {

// 1..12 for a month's name or its usual abbreviation in English, German, French, Spanish, Italian, Portuguese,
// Dutch or Russian; else 0. English "may" counts only where the caller knows that a month is meant.
int month_of(std::string_view folded);

bool is_time_word(std::string_view folded);    // weekday, "yesterday", "weeks", ...
bool is_number_word(std::string_view folded);  // "two", "dozen", "twice", ...

}  // namespace memory
