#include "memory/retrieval/curation_conflicts.h"

#include "tests/memory/retrieval/curation_fixture.h"

using namespace memory;
using namespace tests;

namespace {

Fact fact(const std::string& statement, const std::string& value, const std::string& from = "",
          const std::string& until = "") {
  return {statement, "database", value, "", from, until, ""};
}

struct Facts : CuratedTree {
  OperationResult add_fact(const std::string& title, const Fact& given) {
    Operation made = operation("ADD", "app/stack", title);
    made.content.emplace().facts = {given};
    return one(made);
  }
  std::string superseded_by(const std::string& path, std::size_t i = 0) {
    return entry(path)->entry().content.facts.at(i).superseded_by;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Facts, "a fact with another value supersedes the stored one, and both stay") {
  add_fact("Stack", fact("the service stores its data in PostgreSQL", "PostgreSQL"));
  const auto result = add_fact("Migration", fact("all data moved over to MySQL in spring", "MySQL"));
  REQUIRE(result.status == "success");
  CHECK(superseded_by("app/stack/stack") == "app/stack/migration");
  CHECK(superseded_by("app/stack/migration").empty());
  CHECK(mentions(result.warnings, "app/stack/stack"));
  CHECK(result.hash == entry("app/stack/migration")->hash);
  CHECK(contains(bytes("app/stack/stack"), "PostgreSQL"));
}

TEST_CASE_FIXTURE(Facts, "the fact that is valid from later is the current one, whichever came last") {
  add_fact("Now", fact("all data lives in MySQL by now", "MySQL", "2026-01-01"));
  const auto result = add_fact("Before", fact("in those days it was PostgreSQL", "PostgreSQL", "2020-01-01"));
  CHECK(superseded_by("app/stack/before") == "app/stack/now");
  CHECK(superseded_by("app/stack/now").empty());
  CHECK(result.hash == entry("app/stack/before")->hash);
}

TEST_CASE_FIXTURE(Facts, "facts that hold at different times, or say the same, do not contradict") {
  add_fact("Early", fact("in those days it was PostgreSQL", "PostgreSQL", "2020-01-01", "2025-12-31"));
  add_fact("Late", fact("all data lives in MySQL by now", "MySQL", "2026-01-01"));
  add_fact("Again", fact("and this confirms it once more", "mysql"));
  for (const char* path : {"app/stack/early", "app/stack/late", "app/stack/again"}) CHECK(superseded_by(path).empty());
}

TEST_CASE_FIXTURE(Facts, "until includes its day") {
  add_fact("Early", fact("in those days it was PostgreSQL", "PostgreSQL", "2020-01-01", "2026-01-01"));
  add_fact("Late", fact("all data lives in MySQL by now", "MySQL", "2026-01-01"));
  CHECK(superseded_by("app/stack/early") == "app/stack/late");
}

TEST_CASE_FIXTURE(Facts, "an update that brings a new value supersedes the entry's own old fact") {
  add_fact("Stack", fact("the service stores its data in PostgreSQL", "PostgreSQL"));
  Operation update = operation("UPDATE", "app/stack/stack");
  update.content.emplace().facts = {fact("all data moved over to MySQL", "MySQL")};
  CHECK(one(update).status == "success");
  CHECK(superseded_by("app/stack/stack", 0) == "app/stack/stack");
  CHECK(superseded_by("app/stack/stack", 1).empty());
  CHECK(one(update).status == "unchanged");
}

TEST_CASE_FIXTURE(Facts, "facts that come together, and facts without subject or value, are left alone") {
  Operation made = operation("ADD", "app/stack", "Both");
  made.content.emplace().facts = {fact("the main store is PostgreSQL", "PostgreSQL"),
                                  fact("the cache store is Redis", "Redis")};
  one(made);
  CHECK(superseded_by("app/stack/both", 0).empty());
  CHECK(superseded_by("app/stack/both", 1).empty());
  Operation plain = operation("ADD", "app/stack", "Plain");
  plain.content.emplace().facts = {{"databases are backed up nightly", "database", "", "", "", "", ""},
                                   {"nothing is known about it", "", "x", "", "", "", ""}};
  CHECK(one(plain).warnings.empty());
}
