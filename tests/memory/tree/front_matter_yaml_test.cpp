#include "memory/tree/front_matter_yaml.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("places in a block count from its start, lines from 0") {
  std::vector<FrontMatterKey> keys;
  std::size_t indent = 0;
  REQUIRE_FALSE(read_yaml_keys("  a: 1\n  b: [x, {y: z}]\n", keys, indent));
  CHECK(indent == 2);
  REQUIRE(keys.size() == 2);
  CHECK(keys[0].begin == 2);
  CHECK(keys[0].value == 5);
  CHECK(keys[1].line == 1);
  REQUIRE(keys[1].items.size() == 2);
  CHECK(keys[1].items[0].begin == 13);
  CHECK(keys[1].items[0].scalar);
  CHECK_FALSE(keys[1].items[1].scalar);
}

TEST_CASE("a refusal names its line and leaves no keys") {
  std::vector<FrontMatterKey> keys;
  std::size_t indent = 0;
  const auto problem = read_yaml_keys("a: 1\nb: *x\n", keys, indent);
  REQUIRE(problem);
  CHECK(problem->line == 1);
  CHECK(keys.empty());
}

TEST_CASE("question marks survive, in brackets and beside escapes") {
  std::vector<FrontMatterKey> keys;
  std::size_t indent = 0;
  REQUIRE_FALSE(read_yaml_keys("a: [Why?, \"\\x0e?\"]\n\"b?\": c?d\n", keys, indent));
  REQUIRE(keys.size() == 2);
  CHECK(keys[0].items[0].text == "Why?");
  CHECK(keys[0].items[1].text == "\x0E?");
  CHECK(keys[1].name == "b?");
  CHECK(keys[1].text == "c?d");
}
