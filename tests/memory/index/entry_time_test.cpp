#include "memory/index/entry_time.h"

#include <doctest/doctest.h>

#include "memory/tree/time_text.h"
#include "tests/support/indexed_tree.h"

using namespace memory;

TEST_CASE("an entry belongs to its raw concept's time, else to its creation") {
  const auto plain = tests::entry("a/b/c", "---\ncreatedAt: 2026-01-02T00:00:00Z\n---\nText\n");
  CHECK(event_time(plain->entry()) == parse_time("2026-01-02"));
  CHECK(change_time(plain->entry()) == parse_time("2026-01-02"));
  const auto raw = tests::entry("a/b/c",
                                "---\ncreatedAt: 2026-01-02T00:00:00Z\nupdatedAt: 2026-02-01T00:00:00Z\n---\n## Raw "
                                "Concept\n**Timestamp:** 2025-12-24\n");
  CHECK(event_time(raw->entry()) == parse_time("2025-12-24"));
  CHECK(change_time(raw->entry()) == parse_time("2026-02-01"));
  CHECK_FALSE(event_time(tests::entry("a/b/c", "Text\n")->entry()));
}
