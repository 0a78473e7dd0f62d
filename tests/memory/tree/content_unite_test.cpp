#include "memory/tree/content_unite.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("the same statement is one fact, and the parts that are given are taken over") {
  std::vector<Fact> facts = {{"The port is open", "port"}};
  unite_facts(facts, {{"the PORT is open", "", "8080", "net"}});
  CHECK(facts == std::vector<Fact>{{"The port is open", "port", "8080", "net"}});
}

TEST_CASE("facts with different values both stay") {
  std::vector<Fact> facts = {{"the port", "port", "8080"}};
  unite_facts(facts, {{"the port", "port", "8081"}, {"the port", "other", "8080"}, {"the port 8081", "port", "8081"}});
  CHECK(facts.size() == 4);
}

TEST_CASE("a statement is the same in other case, other forms of letters and other blanks") {
  std::vector<Fact> facts = {{"Fact One."}, {"The sky is blue"}};
  unite_facts(facts, {{"fact  one."}, {"the  SKY is\tblue", "", "", "colour", "2026-01-01"}});
  CHECK(facts == std::vector<Fact>{{"Fact One."}, {"The sky is blue", "", "", "colour", "2026-01-01"}});
  unite_facts(facts, {{"\xEF\xBC\xA6\x61\x63t one."}});  // a full-width F
  CHECK(facts.size() == 2);
}

TEST_CASE("facts of different times both stay; a later end replaces the one that was given, but not in a merge") {
  std::vector<Fact> facts = {{"Ann leads", "", "", "", "2020-01-01", "2021-01-01"}};
  unite_facts(facts, {{"Ann leads", "", "", "", "2024-01-01", ""}});
  CHECK(facts.size() == 2);
  unite_facts(facts, {{"ann leads", "", "", "", "2020-01-01", "2022-01-01"}});
  REQUIRE(facts.size() == 2);
  CHECK(facts[0].valid_until == "2022-01-01");
  merge_facts(facts, {{"ann leads", "", "", "role", "2020-01-01", "2023-01-01"}, {"Ann leads", "Ann", "", "role"}});
  CHECK(facts.size() == 3);
  CHECK(facts[0] == Fact{"Ann leads", "Ann", "", "role", "2020-01-01", "2022-01-01"});
}

TEST_CASE("relations unite by target and type; a given why replaces") {
  std::vector<Relation> relations = {{"a/b", "uses", "old"}, {"c/d", "", ""}};
  unite_relations(relations, {{"A/B", "uses", "new"}, {"a/b", "needs", ""}, {"c/d", "is", ""}, {"a/b", "", ""}});
  CHECK(relations == std::vector<Relation>{{"a/b", "uses", "new"}, {"a/b", "needs", ""}, {"c/d", "is", ""}});
}

TEST_CASE("merged text is the target's and the paragraphs that it lacks, code kept whole") {
  std::optional<std::string> text = "One.\n\nTwo.";
  merge_text(text, "two.\n\nThree.\n\n```\nOne.\n\nx\n```");
  CHECK(text == "One.\n\nTwo.\n\nThree.\n\n```\nOne.\n\nx\n```");
  merge_text(text, std::nullopt);
  CHECK(text->starts_with("One."));
  std::optional<std::string> none;
  merge_text(none, "x");
  CHECK(none == "x");
}
