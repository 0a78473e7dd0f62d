#include "memory/index/offset_table.h"

#include <doctest/doctest.h>

#include <vector>

#include "tests/support/random.h"

using namespace memory;

TEST_CASE("a table gives every offset back, also far behind four gigabytes") {
  tests::Random random(5);
  OffsetTable table;
  std::vector<std::uint64_t> offsets;
  std::uint64_t offset = 0;
  for (int i = 0; i < 2000; ++i) {
    offsets.push_back(offset);
    table.add(offset);
    offset += random.one_in(3) ? 0 : random.below(16'000'000);
  }
  REQUIRE(offset > std::uint64_t{1} << 32U);
  for (std::uint32_t run = 0; run < offsets.size(); ++run) CHECK(table[run] == offsets[run]);
}
