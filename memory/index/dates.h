// Which days does a text speak of? Dates as people write them, in a text or in a question. Pure functions.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace memory {

using Day = std::chrono::sys_days;

struct DateRange {  // inclusive
  Day first;
  Day last;
  bool operator==(const DateRange&) const = default;
};

// Days ("2023-05-08", "8 May 2023", "May 8th, 2023", "8.5.2023") and months ("2023-05", "May 2023") in order of
// appearance, at most `limit`. A day and month without a year are taken in `default_year` where one is given.
std::vector<DateRange> find_dates(std::string_view text, std::optional<int> default_year, std::size_t limit = 32);

// A question's date: the first of find_dates, else a lone year ("in 2022").
std::optional<DateRange> date_of_question(std::string_view question);

// The index terms of a date: one for a day and its month, or one for a month alone. They cannot be typed.
std::string day_term(Day day);
std::string month_term(Day day);

}  // namespace memory
