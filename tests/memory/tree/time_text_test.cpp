#include "memory/tree/time_text.h"

#include <doctest/doctest.h>

using namespace memory;
using namespace std::chrono;

namespace {
Time at(int y, unsigned m, unsigned d, int hour = 0, int minute = 0, int second = 0) {
  return sys_days(year(y) / month(m) / day(d)) + hours(hour) + minutes(minute) + seconds(second);
}
}  // namespace

TEST_CASE("a time is written in UTC to the second") {
  CHECK(format_time(Time{}) == "1970-01-01T00:00:00Z");
  CHECK(format_time(at(2026, 2, 3, 11, 20, 5)) == "2026-02-03T11:20:05Z");
  CHECK(format_time(at(1969, 12, 31, 23, 59, 59)) == "1969-12-31T23:59:59Z");
  CHECK(format_time(at(2024, 2, 29)) == "2024-02-29T00:00:00Z");
}

TEST_CASE("dates and times are read with and without seconds, fraction and zone") {
  CHECK(parse_time("2026-02-03") == at(2026, 2, 3));
  CHECK(parse_time(" 2026-02-03 ") == at(2026, 2, 3));
  CHECK(parse_time("2026-02-03T11:20") == at(2026, 2, 3, 11, 20));
  CHECK(parse_time("2026-02-03t11:20:05z") == at(2026, 2, 3, 11, 20, 5));
  CHECK(parse_time("2026-02-03 11:20:05") == at(2026, 2, 3, 11, 20, 5));
  CHECK(parse_time("2026-02-03T11:20:05.123456789Z") == at(2026, 2, 3, 11, 20, 5));
  CHECK(parse_time("2026-02-03T11:20:05,5") == at(2026, 2, 3, 11, 20, 5));
  CHECK(parse_time("2026-02-03T11:20:05+02:00") == at(2026, 2, 3, 9, 20, 5));
  CHECK(parse_time("2026-02-03T11:20:05-0130") == at(2026, 2, 3, 12, 50, 5));
  CHECK(parse_time("2026-02-03 11:20:05 +02") == at(2026, 2, 3, 9, 20, 5));
  CHECK(parse_time("2016-12-31T23:59:60Z") == at(2017, 1, 1));
}

TEST_CASE("what is no date of the calendar or no ISO time is not a time") {
  for (const char* text : {"",
                           "yesterday",
                           "2026",
                           "2026-02",
                           "2026-2-3",
                           "2026-02-30",
                           "2023-02-29",
                           "2026-13-01",
                           "2026-00-10",
                           "2026-02-03T",
                           "2026-02-03T24:00",
                           "2026-02-03T11:60",
                           "2026-02-03T11:20:61",
                           "2026-02-03T11:20:05.",
                           "2026-02-03T11:20X",
                           "2026-02-03T11:20+2",
                           "2026-02-03T11:20+25:00",
                           "2026-02-03x",
                           "02/03/2026",
                           "2026-02-03T11:20Z junk",
                           "2026-02-03  11:20"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_time(text));
  }
}

TEST_CASE("what is written is read back") {
  for (const Time time : {Time{}, at(2026, 12, 31, 23, 59, 59), at(1900, 1, 1), at(9999, 12, 31)}) {
    CHECK(parse_time(format_time(time)) == time);
  }
}
