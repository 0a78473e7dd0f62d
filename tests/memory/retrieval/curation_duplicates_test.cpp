#include "memory/retrieval/curation_duplicates.h"

#include "tests/memory/retrieval/curation_fixture.h"

using namespace memory;
using namespace tests;

TEST_CASE_FIXTURE(CuratedTree, "the same text under another title is not stored twice, unless forced") {
  add("a/b", "One", "Deploys go out on Mondays with the release script");
  Operation again = operation("ADD", "a/c", "Two", "deploys  go out on Mondays\nwith the RELEASE script");
  const auto known = one(again);
  CHECK(known.status == "unchanged");
  CHECK(known.duplicate_of == "a/b/one");
  CHECK_FALSE(exists("a/c"));
  again.force = true;
  CHECK(one(again).status == "success");
}

TEST_CASE_FIXTURE(CuratedTree, "nearly the same long text is known, but not with another number, name or negation") {
  std::string text = "Note on the importer.";
  for (int i = 0; i < 60; ++i)
    text += " word" + std::string(1, static_cast<char>('a' + i % 26)) + std::string(1, static_cast<char>('a' + i / 26));
  add("a/b", "One", text + " the end is near");
  CHECK(add("a/b", "Two", text + " the end is here").duplicate_of == "a/b/one");
  CHECK(add("a/b", "Number", text + " the end is 7").status == "success");
  CHECK(add("a/b", "Negation", text + " the end is not near").status == "success");
  CHECK(add("a/b", "Name", text + " the end is Berlin").status == "success");
}

TEST_CASE_FIXTURE(CuratedTree, "the same text is known however short it is, under any title") {
  for (const char* text : {"yes", "yes indeed", "yes of course", "\xe4\xbb\xa4\xe7\x89\x8c", "\xe2\x9c\x93"}) {
    CAPTURE(text);
    const auto first = add("a/b", text + std::string(" one"), text);
    REQUIRE(first.status == "success");
    CHECK(add("a/c", "Two", "  " + std::string(text) + " \n").duplicate_of == first.path);
    Operation forced = operation("ADD", "a/c", text + std::string(" three"), text);
    forced.force = true;
    CHECK(one(forced).status == "success");
    one(operation("DELETE", "a/c", text + std::string(" three")));
  }
  CHECK(add("a/c", "Other", "Yes, of course!").duplicate_of);
  CHECK(add("a/c", "Longer", "yes of course not").status == "success");
}

TEST_CASE_FIXTURE(CuratedTree, "signs that make another statement are no punctuation") {
  const std::pair<const char*, const char*> pairs[] = {{"The parser is written in C", "The parser is written in C++"},
                                                       {"The timeout is 1 by default", "The timeout is -1 by default"},
                                                       {"Growth is 5", "Growth is 5%"},
                                                       {"a < b always", "a > b always"}};
  int i = 0;
  for (const auto& [before, after] : pairs) {
    const std::string topic = "k/t" + std::to_string(i++);
    CAPTURE(after);
    CHECK(add(topic, "First", before).status == "success");
    CHECK(add(topic, "Second", after).status == "success");
  }
}

TEST_CASE_FIXTURE(CuratedTree, "statements that differ in number, version or polarity are named, and nothing is lost") {
  const std::vector<std::pair<const char*, const char*>> pairs = {
      {"I love Chinese food", "I hate Chinese food"},
      {"The gateway listens on port 8080", "The gateway listens on port 8081"},
      {"We build with v1.2 of the toolchain", "We build with v1.3 of the toolchain"},
      {"Deploys are allowed on Fridays", "Deploys are not allowed on Fridays"},
  };
  int i = 0;
  for (const auto& [before, after] : pairs) {
    const std::string topic = "k/t" + std::to_string(i++);
    const auto first = add(topic, "First", before);
    const auto second = add(topic, "Second", after);
    CAPTURE(after);
    CHECK(second.status == "success");
    REQUIRE(second.similar.size() == 1);
    CHECK(second.similar[0].path == first.path);
    CHECK(mentions(second.warnings, first.path));
    CHECK(contains(bytes(first.path), before));
    CHECK(contains(bytes(second.path), after));
  }
}

TEST_CASE_FIXTURE(CuratedTree, "an update is compared with the other entries, never with itself") {
  add("a/b", "One", "The gateway listens on port 8080");
  CHECK(one(operation("UPDATE", "a/b/one", "", "The gateway listens on port 8081")).similar.empty());
  add("a/b", "Two", "Quite another statement about colours");
  CHECK(one(operation("UPDATE", "a/b/two", "", "The gateway listens on port 9000")).similar.size() == 1);
}

TEST_CASE_FIXTURE(CuratedTree, "entries made from one pattern all stand, with a bounded number of warnings") {
  std::vector<Operation> operations;
  for (int i = 0; i < 50; ++i) {
    operations.push_back(
        operation("ADD", "load/par/one", "e" + std::to_string(i), "text number " + std::to_string(i) + " of the run"));
  }
  const auto result = curate(operations);
  CHECK(result.summary.added == 50);
  CHECK(result.applied.back().similar.size() == 3);
  CHECK(result.applied.back().warnings.size() == 1);
}

TEST_CASE_FIXTURE(CuratedTree, "what is similar is one short warning, whose whole stands in the list") {
  std::string numbers;
  for (int i = 0; i < 40; ++i) numbers += " " + std::to_string(1000 + i);
  add("a/b", "One", "ports in use are" + numbers + " 1");
  add("a/b", "Two", "ports in use are" + numbers + " 2");
  const auto third = add("a/b", "Three", "ports in use are" + numbers + " 3");
  REQUIRE(third.similar.size() == 2);
  REQUIRE(third.warnings.size() == 1);
  CHECK(contains(third.warnings[0], "a/b/one"));
  CHECK(contains(third.warnings[0], "a/b/two"));
  CHECK(third.warnings[0].size() < 300);
  CHECK(third.similar[0].differs.size() > 150);
}
