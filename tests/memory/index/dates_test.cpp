#include "memory/index/dates.h"

#include <doctest/doctest.h>

using namespace memory;
using std::chrono::last;
using std::chrono::month;
using std::chrono::year;

namespace {

DateRange on(int y, unsigned m, unsigned d) {
  const Day at{year{y} / month{m} / std::chrono::day{d}};
  return {at, at};
}

DateRange month_of_year(int y, unsigned m) { return {Day{year{y} / month{m} / 1}, Day{year{y} / month{m} / last}}; }

}  // namespace

TEST_CASE("days are read as people write them") {
  for (const char* text :
       {"on 2023-05-08", "8 May 2023", "8 May, 2023", "May 8, 2023", "May 8th 2023", "the 8th of May 2023", "8.5.2023",
        "2023/05/08", "2023-05-08T13:56", "8. Mai 2023", "8 мая 2023"}) {
    CAPTURE(text);
    CHECK(find_dates(text, std::nullopt) == std::vector{on(2023, 5, 8)});
  }
}

TEST_CASE("months are read, and a day takes the year it stands in") {
  CHECK(find_dates("in May 2023 or 2023-06", std::nullopt) ==
        std::vector{month_of_year(2023, 5), month_of_year(2023, 6)});
  CHECK(find_dates("on 8 May", 2022) == std::vector{on(2022, 5, 8)});
  CHECK(find_dates("on 8 May", std::nullopt).empty());
}

TEST_CASE("what is no date is none") {
  for (const char* text :
       {"I may go", "version 1.2.3", "31 February 2023", "2023-13-01", "10-12", "may 2", "1.2", "2023-05-08x"}) {
    CAPTURE(text);
    CHECK(find_dates(text, std::nullopt).empty());
  }
}

TEST_CASE("a question may name a year") {
  const DateRange year_2022{on(2022, 1, 1).first, on(2022, 12, 31).last};
  CHECK(date_of_question("What happened in 2022?") == year_2022);
  CHECK(date_of_question("What happened in May 2022?") == month_of_year(2022, 5));
  CHECK_FALSE(date_of_question("How much is 1500 plus 3000?"));
}

TEST_CASE("many dates are bounded") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "2023-05-08 ";
  CHECK(find_dates(text, std::nullopt, 32).size() == 32);
}

TEST_CASE("the terms of a day and its month differ from every word") {
  CHECK(day_term(on(2023, 5, 8).first) ==
        "\x01"
        "2023-05-08");
  CHECK(month_term(on(2023, 5, 8).first) ==
        "\x01"
        "2023-05");
}
