#include "memory/index/string_table.h"

#include <doctest/doctest.h>

#include <string>

using namespace memory;

TEST_CASE("equal strings have one id, in order of arrival") {
  StringTable table;
  CHECK(table.add("b") == 0);
  CHECK(table.add("") == 1);
  CHECK(table.add("b") == 0);
  CHECK(table.find("") == 1);
  CHECK_FALSE(table.find("a"));
  CHECK(table.size() == 2);
  CHECK(table.text(0) == "b");
}

TEST_CASE("many strings stay findable") {
  StringTable table;
  for (std::uint32_t i = 0; i < 20000; ++i) REQUIRE(table.add(std::to_string(i * 7)) == i);
  table.shrink_to_fit();
  for (std::uint32_t i = 0; i < 20000; ++i) {
    REQUIRE(table.find(std::to_string(i * 7)) == i);
    REQUIRE(table.text(i) == std::to_string(i * 7));
  }
  CHECK_FALSE(table.find("1"));
}
