#include "memory/tree/entry_stamp.h"

#include <doctest/doctest.h>

#include "memory/tree/section_writer.h"

using namespace memory;

TEST_CASE("only the given times and values are written") {
  EntryStamp stamp;
  CHECK(*stamp_entry("---\na: 1\n---\n", stamp) == "---\na: 1\n---\n");
  stamp.updated_at = Time{};
  stamp.importance = 130;
  CHECK(*stamp_entry("---\na: 1\n---\n", stamp) ==
        "---\na: 1\nupdatedAt: 1970-01-01T00:00:00Z\nimportance: 100\n---\n");
  CHECK_FALSE(stamp_entry("---\na: 1\na: 1\n---\n", stamp));
}

TEST_CASE("importance has at most four decimals and no zeros at the end") {
  CHECK(write_importance(50) == "50");
  CHECK(write_importance(57.25) == "57.25");
  CHECK(write_importance(0.00004) == "0");
  CHECK(write_importance(99.99999) == "100");
  CHECK(write_importance(12.34567) == "12.3457");
}
