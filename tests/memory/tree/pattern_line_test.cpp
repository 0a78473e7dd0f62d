#include "memory/tree/pattern_line.h"

#include <doctest/doctest.h>

#include "tests/memory/tree/random_content.h"

using namespace memory;

TEST_CASE("a pattern is a code span with its flags and its description") {
  const Pattern pattern{"import .* from \"billing\"", "g", "direct imports"};
  CHECK(format_pattern(pattern) == "`import .* from \"billing\"` (flags: g) - direct imports");
  CHECK(parse_pattern("`import .* from \"billing\"` (flags: g) - direct imports") == pattern);
  CHECK(parse_pattern("`x`") == Pattern{"x"});
  CHECK(parse_pattern("`x` - y") == Pattern{"x", "", "y"});
  CHECK(parse_pattern("bare text - y") == Pattern{"bare text - y"});
  CHECK(format_pattern({"a`b", "", ""}) == "``a`b``");
  CHECK(format_pattern({"`", "", ""}) == "`` ` ``");
}

TEST_CASE("random patterns come back as they were written") {
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    CAPTURE(seed);
    testing::RandomContent random(seed);
    const Pattern pattern{random.line(), random.maybe() ? random.line() : "", random.maybe() ? random.line() : ""};
    if (normal_pattern(pattern).pattern.empty()) continue;
    CHECK(parse_pattern(format_pattern(pattern)) == normal_pattern(pattern));
  }
}
