#include "memory/tree/relation_line.h"

#include <doctest/doctest.h>

#include "tests/memory/tree/random_content.h"

using namespace memory;

TEST_CASE("a relation to a path is an annotation, one to a title a wikilink") {
  CHECK(format_relation({"a/b/c", "depends_on", "the cycle starts there"}) ==
        "depends_on @a/b/c.md \xE2\x80\x94 the cycle starts there");
  CHECK(format_relation({"a/b/c", "", ""}) == "@a/b/c.md");
  CHECK(format_relation({"Auth Service", "uses", ""}) == "uses [[Auth Service]]");
  CHECK(format_relation({"C#", "", "x"}) == "[[C\\#]] \xE2\x80\x94 x");
}

TEST_CASE("relation lines are read as people write them") {
  CHECK(parse_relation("depends_on @a/b/c.md \xE2\x80\x94 why not") == Relation{"a/b/c", "depends_on", "why not"});
  CHECK(parse_relation("depends_on: @a/b/c - why") == Relation{"a/b/c", "depends_on", "why"});
  CHECK(parse_relation("@a/b/c.md, because") == Relation{"a/b/c", "", "because"});
  CHECK(parse_relation("see [[Auth Service#Setup|setup]] -- x") == Relation{"Auth Service", "see", "x"});
  CHECK(parse_relation("a/b/c.md") == Relation{"a/b/c", "", ""});
  CHECK_FALSE(parse_relation("just text"));
  CHECK_FALSE(parse_relation("[[unclosed"));
  CHECK_FALSE(parse_relation("[[#heading]]"));
  CHECK_FALSE(parse_relation(""));
}

TEST_CASE("a target is taken without its wrapping and its extension") {
  CHECK(normal_target("@a/b/c.md") == "a/b/c");
  CHECK(normal_target(" [[a/b/c|label]] ") == "a/b/c");
  CHECK(normal_target("a/b/c.md.md") == "a/b/c");
  CHECK(normal_target("@at") == "@at");
  CHECK(normal_target("Title") == "Title");
  CHECK(normal_target("two\nlines") == "two lines");
}

TEST_CASE("relations stand together by target, and a plain mention of a described one goes") {
  const std::vector<Relation> described = {{"a/b", "uses", ""}, {"x/y", "is", ""}, {"a/b", "needs", ""}};
  const std::vector<Relation> expected = {
      {"a/b", "uses", ""}, {"a/b", "needs", ""}, {"plain", "", ""}, {"x/y", "is", ""}};
  CHECK(group_relations({"a/b", "plain", "A/B", ""}, described) == expected);
}

TEST_CASE("items of related: are written once a target, paths with their extension") {
  const std::vector<std::string> expected = {"a/b.md", "Some Title"};
  CHECK(related_items({{"a/b", "x", ""}, {"a/b", "y", ""}, {"Some Title", "", ""}}) == expected);
}

TEST_CASE("random relations come back as they were written") {
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    CAPTURE(seed);
    testing::RandomContent random(seed);
    const Relation relation{random.target(), random.maybe() ? random.line() : "", random.maybe() ? random.line() : ""};
    const Relation normal = normal_relation(relation);
    if (normal.target.empty()) continue;
    CAPTURE(format_relation(relation));
    CHECK(parse_relation(format_relation(relation)) == normal);
  }
}
