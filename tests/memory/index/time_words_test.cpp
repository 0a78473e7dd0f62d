#include "memory/index/time_words.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("months, times and numbers are known by their words") {
  CHECK(month_of("may") == 5);
  CHECK(month_of("dezember") == 12);
  CHECK(month_of("января") == 1);
  CHECK(month_of("monday") == 0);
  CHECK(is_time_word("yesterday"));
  CHECK_FALSE(is_time_word("server"));
  CHECK(is_number_word("twice"));
  CHECK_FALSE(is_number_word("often"));
}
