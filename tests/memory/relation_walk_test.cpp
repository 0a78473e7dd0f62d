#include "memory/relation_walk.h"

#include <doctest/doctest.h>

#include "tests/memory/trees.h"

using memory::RelationGraph;
using memory::RelationLink;
using memory::RelationsRequest;
using memory::RelationsResult;

namespace {

// a → b → c → a, and a → nowhere
memory::TreeStatePtr ring() {
  return tree_of({
      {"d/t/a.md", titled("A", "## Relations\n- depends_on @d/t/b.md — it must be there first\n- @d/t/nowhere.md\n")},
      {"d/t/b.md", titled("B", "See [[d/t/c]].\n")},
      {"d/t/c.md", titled("C", "See [[A]].\n")},
  });
}

RelationsResult walked(const RelationsRequest& request) {
  const auto tree = ring();
  auto result = memory::walk_relations(*tree, RelationGraph(*tree), request);
  REQUIRE(result.has_value());
  return *result;
}

std::vector<std::string> shown(const RelationsResult& result) {
  std::vector<std::string> links;
  for (const RelationLink& link : result.links) links.push_back(link.direction + " " + link.from + " " + link.to);
  return links;
}

}  // namespace

TEST_CASE("both directions are shown, with type, why and pending targets") {
  const auto result = walked({.path = "d/t/a"});
  CHECK(shown(result) == std::vector<std::string>{"out d/t/a d/t/b", "out d/t/a d/t/nowhere", "in d/t/c d/t/a"});
  CHECK(result.links[0].type == "depends_on");
  CHECK(result.links[0].why == "it must be there first");
  CHECK(result.links[0].title == "B");
  CHECK_FALSE(result.links[0].pending.has_value());
  CHECK(result.links[1].pending == true);
}

TEST_CASE("one direction alone can be asked for") {
  CHECK(shown(walked({.path = "d/t/b", .direction = "out"})) == std::vector<std::string>{"out d/t/b d/t/c"});
  CHECK(shown(walked({.path = "d/t/b", .direction = "in"})) == std::vector<std::string>{"in d/t/a d/t/b"});
}

TEST_CASE("a walk around a cycle ends and shows each link once") {
  const auto result = walked({.path = "d/t/a", .direction = "out", .depth = 5});
  CHECK(shown(result) ==
        std::vector<std::string>{"out d/t/a d/t/b", "out d/t/a d/t/nowhere", "out d/t/b d/t/c", "out d/t/c d/t/a"});
  CHECK(result.links[3].depth == 3);
}

TEST_CASE("a type filter keeps only links of that type") {
  CHECK(shown(walked({.path = "d/t/a", .type = "depends_on"})) == std::vector<std::string>{"out d/t/a d/t/b"});
}

TEST_CASE("links beyond the limit are counted") {
  const auto result = walked({.path = "d/t/a", .limit = 1});
  CHECK(result.links.size() == 1);
  CHECK(result.omitted == 2);
}

TEST_CASE("an unknown entry is an error") {
  const auto tree = ring();
  const auto result = memory::walk_relations(*tree, RelationGraph(*tree), {.path = "d/t/zzz"});
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().field == "path");
}
