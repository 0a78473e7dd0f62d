#include "memory/index/spelling_table.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("a term gives back the word it is written as, or itself") {
  SpellingTable table;
  table.add("rotat", "rotation");
  table.add("go", "went");
  table.add("token", "");
  table.add("same", "same");
  table.add("", "x");
  CHECK(table.spelling(0, "rotat") == "rotation");
  CHECK(table.spelling(1, "go") == "went");
  CHECK(table.spelling(2, "token") == "token");
  CHECK_FALSE(table.has(2));
  CHECK_FALSE(table.has(3));
  CHECK(table.spelling(4, "") == "x");
}

TEST_CASE("the shortest spelling is the best, whatever came first") {
  CHECK(is_better_spelling("rotate", "rotation"));
  CHECK(is_better_spelling("abc", "abd"));
  CHECK(is_better_spelling("rotation", ""));
  CHECK_FALSE(is_better_spelling("", "rotation"));
  CHECK_FALSE(is_better_spelling("rotate", "rotate"));
  CHECK_FALSE(is_better_spelling("", ""));
}
