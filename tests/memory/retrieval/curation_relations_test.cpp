#include "memory/retrieval/curation_relations.h"

#include "tests/memory/retrieval/curation_fixture.h"

using namespace memory;
using namespace tests;

namespace {

Operation related(const std::string& type, const std::string& title, const std::vector<std::string>& targets) {
  Operation made = operation(type, "r/t", title, "what " + title + " has to say of its own");
  for (const std::string& target : targets) made.content->relations.push_back({target, "", ""});
  return made;
}

std::vector<std::string> targets_of(const EntryPtr& entry) {
  std::vector<std::string> targets;
  for (const Relation& relation : entry->entry().content.relations) targets.push_back(relation.target);
  return targets;
}

struct WithTarget : CuratedTree {
  WithTarget() {
    Operation target = operation("ADD", "r/t", "R Two", "the second text, other words");
    target.content->aliases = {"Alias Of Two"};
    one(target);
  }
};

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE_FIXTURE(WithTarget, "an entry is linked once, by its path, whatever it is called") {
  const Operation add_one =
      related("ADD", "One", {"R Two", "r/t/r_two.md", "Alias Of Two", "@R/T/R-Two", "[[r_two|label]]"});
  REQUIRE(one(add_one).status == "success");
  CHECK(targets_of(entry("r/t/one")) == Paths{"r/t/r_two"});
  CHECK(contains(bytes("r/t/one"), "related: [r/t/r_two.md]"));
  CHECK(one(add_one).status == "unchanged");
  CHECK(one(related("UPSERT", "One", {"alias of two"})).status == "unchanged");
}

TEST_CASE_FIXTURE(WithTarget, "the entries that later operations of the call make are known already") {
  Operation later = related("ADD", "Later One", {"Earlier"});
  later.content->aliases = {"Afterwards"};
  const auto result = curate({related("ADD", "Earlier", {"later one", "Afterwards", "R/T/Later One"}), later});
  CHECK(result.summary.added == 2);
  CHECK(result.applied[0].warnings.empty());
  CHECK(targets_of(entry("r/t/earlier")) == Paths{"r/t/later_one"});
  CHECK(targets_of(entry("r/t/later_one")) == Paths{"r/t/earlier"});
}

TEST_CASE_FIXTURE(WithTarget, "a pending or ambiguous target stays as it was given") {
  add("r/u", "Twin", "one of the twins lives here");
  add("r/v", "Twin", "another twin altogether stands elsewhere");
  const Operation given = related("ADD", "One", {"Not There Yet", "Twin", "C", "https://example.org/page"});
  const auto result = curate({given, operation("ADD", "r/w", "C", "the language of Kernighan and Ritchie"),
                              operation("ADD", "r/w", "C++", "templates and destructors live in this one")});
  CHECK(result.summary.added == 3);
  CHECK(targets_of(entry("r/t/one")) == Paths{"Not There Yet", "Twin", "C", "https://example.org/page"});
  CHECK(mentions(result.applied[0].warnings, "Not There Yet"));
  CHECK(mentions(result.applied[0].warnings, "\"Twin\" is ambiguous"));
}

TEST_CASE_FIXTURE(WithTarget, "an entry keeps the spelling by which it links another") {
  REQUIRE(one(related("ADD", "One", {"Third"})).status == "success");
  add("r/t", "Third", "what was pending is there now");
  CHECK(one(related("ADD", "One", {"Third"})).status == "unchanged");
  CHECK(one(related("UPDATE", "One", {"r/t/third"})).status == "unchanged");
  CHECK(targets_of(entry("r/t/one")) == Paths{"Third"});
}

TEST_CASE_FIXTURE(WithTarget, "a target that leads out of the tree is refused with its place in the list") {
  for (const char* target : {"../x", "/etc/passwd", "r/../../x", "..\\x", "C:\\x", "[[../x]]", "@../x.md"}) {
    CAPTURE(target);
    for (const char* type : {"ADD", "UPSERT"}) {
      const auto refused = one(related(type, "One", {"R Two", target}));
      REQUIRE(refused.error);
      CHECK(refused.error->code == ErrorCode::kRefusedPath);
      CHECK(refused.error->field == "content.relations[1].target");
      CHECK(refused.error->value == target);
    }
  }
  CHECK_FALSE(exists("r/t/one.md"));
  add("r/t", "A/B ..", "a title may hold anything");
  CHECK(one(related("ADD", "One", {"A/B .."})).status == "success");
}

TEST_CASE_FIXTURE(WithTarget,
                  "a link is removed by any name of the entry it leads to, a list item of that name before it") {
  for (const char* name : {"R Two", "Alias Of Two", "r/t/r_two.md", "R/T/R Two"}) {
    CAPTURE(name);
    one(related("UPSERT", "One", {"R Two"}));
    Operation removal = operation("UPDATE", "r/t/one");
    removal.remove = {name};
    CHECK(one(removal).status == "success");
    CHECK(targets_of(entry("r/t/one")).empty());
  }
  Operation tagged = related("UPSERT", "One", {"R Two"});
  tagged.content->tags = {"R Two"};
  one(tagged);
  Operation removal = operation("UPDATE", "r/t/one");
  removal.remove = {"R Two"};
  CHECK(one(removal).status == "success");
  CHECK(entry("r/t/one")->entry().content.tags.empty());
  CHECK(targets_of(entry("r/t/one")) == Paths{"r/t/r_two"});
  removal.remove = {"nobody"};
  CHECK(one(removal).status == "failed");
}
