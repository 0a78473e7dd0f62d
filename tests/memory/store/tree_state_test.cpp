#include "memory/store/tree_state.h"

#include <doctest/doctest.h>

#include <map>
#include <random>

#include "memory/tree/entry_path.h"

using namespace memory;

namespace {

EntryPtr entry(const std::string& path, const std::string& title, const std::string& text = "text") {
  return make_stored_entry(path + ".md", "---\ntitle: " + title + "\n---\n" + text + "\n");
}

std::vector<std::string> paths(std::span<const EntryKey> keys) {
  std::vector<std::string> found;
  for (const EntryKey& key : keys) found.push_back(key.entry->path);
  return found;
}

}  // namespace

TEST_CASE("an entry is found by its exact path, and by a folded one that is its alone") {
  const auto state = make_tree_state({entry("a/b/deploy_notes", "Deploy"), entry("a/b/Deploy-Notes", "Other")});
  CHECK(state->find("a/b/deploy_notes")->entry().title == "Deploy");
  CHECK(state->find("a/b/Deploy-Notes")->entry().title == "Other");
  CHECK(state->find("A/B/DEPLOY NOTES") == nullptr);  // two fit
  CHECK(state->with_key("a/b/deploy_notes").size() == 2);
  const auto alone = make_tree_state({entry("a/b/deploy_notes", "Deploy")});
  CHECK(alone->find("A/B/Deploy Notes")->path == "a/b/deploy_notes");
  CHECK(alone->find("a/b") == nullptr);
}

TEST_CASE("files that differ in case only are a problem for a person") {
  const auto state = make_tree_state({entry("a/b/x", "One"), entry("a/b/X", "Two"), entry("a/b/y", "Three")});
  REQUIRE(state->problems.size() == 1);
  CHECK(state->problems[0].path == "a/b/x");
  CHECK(state->problems[0].what.find("a/b/X") != std::string::npos);
}

TEST_CASE("titles, aliases and file names lead to an entry") {
  const auto state = make_tree_state(
      {make_stored_entry("a/b/auth.md", "---\ntitle: Auth Service\naliases: [Login, \"SSO\"]\n---\nx\n")});
  for (const char* name : {"Auth Service", "auth_service", "LOGIN", "sso", "auth"}) {
    CAPTURE(name);
    CHECK(paths(state->with_name(folded_key(name))) == std::vector<std::string>{"a/b/auth"});
  }
  CHECK(state->with_name("nobody").empty());
}

TEST_CASE("what stands below a folder never includes a sibling with a longer name") {
  const auto state = make_tree_state(
      {entry("a/b/x", "1"), entry("a/b-c/x", "2"), entry("a/b0/x", "3"), entry("a/b", "4"), entry("ab/x/y", "5")});
  CHECK(state->below("a/b").size() == 1);
  CHECK(state->below("a").size() == 4);
  CHECK(state->below("").size() == 5);
  CHECK(state->below("zzz").empty());
}

TEST_CASE("the table of entries reads like a map") {
  const auto state = make_tree_state({entry("b/x/y", "2"), entry("a/x/y", "1")});
  std::vector<std::string> seen;
  for (const auto& [path, found] : state->entries) {
    seen.push_back(path);
    CHECK(found->path == path);
  }
  CHECK(seen == std::vector<std::string>{"a/x/y", "b/x/y"});
  CHECK(state->entries.find("b/x/y")->second->entry().title == "2");
  CHECK(state->entries.find("c") == state->entries.end());
  CHECK(state->entries.lower_bound("a/x/z")->first == "b/x/y");
  CHECK(TreeState{}.entries.begin() == TreeState{}.entries.end());
}

TEST_CASE("any chain of changes ends in the state that its entries make alone") {
  std::mt19937 random(7);
  std::map<std::string, EntryPtr> model;
  TreeStatePtr state = make_tree_state({});
  for (int round = 0; round < 60; ++round) {
    TreeChange change;
    for (int i = 0; i < 4; ++i) {
      const std::string path = "d/t/e" + std::to_string(random() % 30);
      if (random() % 3 == 0 && model.contains(path)) {
        model.erase(path);
        std::erase_if(change.changed, [&](const EntryPtr& changed) { return changed->path == path; });
        change.removed.push_back(path);
      } else {
        std::erase_if(change.changed, [&](const EntryPtr& changed) { return changed->path == path; });
        std::erase(change.removed, path);
        model[path] = entry(path, "t" + std::to_string(random() % 9), std::to_string(random()));
        change.changed.push_back(model[path]);
      }
    }
    state = next_state(*state, change, {}, {});
    std::vector<EntryPtr> all;
    for (const auto& [path, known] : model) all.push_back(known);
    const auto fresh = make_tree_state(all);
    REQUIRE(state->entries.list() == fresh->entries.list());
    REQUIRE(state->generation == fresh->generation);
    REQUIRE(paths(state->by_key) == paths(fresh->by_key));
    REQUIRE(paths(state->by_name()) == paths(fresh->by_name()));
  }
}

TEST_CASE("the generation tells contents and places apart") {
  const auto one = make_tree_state({entry("a/b/x", "t", "1")});
  CHECK(one->generation.size() == 16);
  CHECK(one->generation == make_tree_state({entry("a/b/x", "t", "1")})->generation);
  CHECK(one->generation != make_tree_state({entry("a/b/x", "t", "2")})->generation);
  CHECK(one->generation != make_tree_state({entry("a/b/y", "t", "1")})->generation);
}

TEST_CASE("the closest paths name what was probably meant, first") {
  const auto state = make_tree_state({entry("architecture/api/rate_limits", "1"), entry("architecture/api/errors", "2"),
                                      entry("team/people/bob", "3")});
  CHECK(closest_paths(*state, "architecture/api/rate_limit", 3).front() == "architecture/api/rate_limits");
  CHECK(closest_paths(*state, "rate_limits", 1).front() == "architecture/api/rate_limits");
  CHECK(closest_paths(*state, "qqqq", 3).empty());
  CHECK(closest_paths(*state, std::string(1 << 20, 'x'), 3).empty());
  CHECK(closest_paths(*state, "", 3).empty());
}
