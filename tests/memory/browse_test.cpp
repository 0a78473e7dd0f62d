#include "memory/browse.h"

#include <doctest/doctest.h>

#include "memory/tree/text.h"
#include "tests/memory/trees.h"

using memory::browse;
using memory::BrowseRequest;
using memory::ErrorCode;
using memory::find_entry;

namespace {

memory::TreeStatePtr small_tree() {
  return tree_of({
      {"ops/deploy/context.md", "What we know about deploying.\n"},
      {"ops/deploy/rollback.md", titled("Rollback", "How to roll back.\n")},
      {"ops/deploy/blue/green.md", titled("Green", "The green side.\n")},
      {"ops/loose.md", titled("Loose Note", "Directly in the domain.\n")},
      {"auth/jwt/refresh.md", titled("Refresh Tokens", "They rotate.\n")},
      {"auth/oauth/refresh.md", titled("Refresh Again", "Also rotates.\n")},
  });
}

std::vector<std::string> rows(const memory::BrowseResult& result) {
  std::vector<std::string> paths;
  for (const auto& child : result.children) paths.push_back(child.path + (child.entries ? "/" : ""));
  return paths;
}

memory::BrowseResult browsed(const memory::TreeState& tree, const BrowseRequest& request) {
  auto result = browse(tree, request);
  REQUIRE(result.has_value());
  return *result;
}

}  // namespace

TEST_CASE("without a path the domains are listed with what they hold") {
  const auto result = browsed(*small_tree(), {});
  CHECK(result.kind == "root");
  CHECK(rows(result) == std::vector<std::string>{"auth/", "ops/"});
  CHECK(result.children[0].kind == "domain");
  CHECK(result.children[1].entries == 3);  // context.md is no entry
}

TEST_CASE("a folder lists its folders before its entries, and a summary is not an entry") {
  const auto result = browsed(*small_tree(), {.path = "ops/deploy"});
  CHECK(result.kind == "topic");
  CHECK(rows(result) == std::vector<std::string>{"ops/deploy/blue/", "ops/deploy/rollback"});
  CHECK(result.children[0].kind == "subtopic");
  CHECK(result.children[1].kind == "context");
  CHECK(result.children[1].title == "Rollback");
  CHECK(result.children[1].hash->size() == 64);
}

TEST_CASE("depth lists what stands below each folder right after it") {
  const auto result = browsed(*small_tree(), {.path = "ops", .depth = 3});
  CHECK(rows(result) == std::vector<std::string>{"ops/deploy/", "ops/deploy/blue/", "ops/deploy/blue/green",
                                                 "ops/deploy/rollback", "ops/loose"});
}

TEST_CASE("a folder is found in any spelling that folds to its name") {
  CHECK(browsed(*small_tree(), {.path = "OPS/Deploy/"}).path == "ops/deploy");
}

TEST_CASE("the path of an entry gives the entry itself") {
  const auto result = browsed(*small_tree(), {.path = "auth/jwt/refresh.md"});
  CHECK(result.kind == "context");
  REQUIRE(result.entry.has_value());
  CHECK(result.entry->title == "Refresh Tokens");
  CHECK(result.children.empty());
}

TEST_CASE("pages joined are the whole listing, whatever the page size") {
  const auto tree = small_tree();
  const auto whole = rows(browsed(*tree, {.depth = 4}));
  for (std::int64_t limit = 1; limit <= 10; ++limit) {
    std::vector<std::string> joined;
    BrowseRequest request{.depth = 4, .limit = limit};
    do {
      const auto page = browsed(*tree, request);
      CHECK(page.children.size() <= static_cast<std::size_t>(limit));
      for (const auto& row : rows(page)) joined.push_back(row);
      request.cursor = page.cursor;
    } while (request.cursor);
    CHECK(joined == whole);
  }
}

TEST_CASE("a cursor that leads nowhere and a path that does not exist are errors with a way on") {
  const auto tree = small_tree();
  const auto lost = browse(*tree, {.cursor = "gone/"});
  REQUIRE_FALSE(lost.has_value());
  CHECK(lost.error().field == "cursor");
  const auto missing = browse(*tree, {.path = "ops/deplyo"});
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().code == ErrorCode::kNotFound);
  REQUIRE_FALSE(missing.error().candidates.empty());
  CHECK(missing.error().candidates.front() == "ops/deploy");
}

TEST_CASE("an empty tree is listed as empty") {
  const auto result = browsed(*tree_of({}), {});
  CHECK(result.total == 0);
  CHECK(result.children.empty());
}

TEST_CASE("an entry is found by path, file name with .md, unique title or unique file name") {
  const auto tree = small_tree();
  for (const char* reference : {"auth/jwt/refresh", "auth/jwt/refresh.md", "Auth/JWT/Refresh", "refresh tokens"}) {
    INFO(reference);
    const auto entry = find_entry(*tree, reference);
    REQUIRE(entry.has_value());
    CHECK((*entry)->path == "auth/jwt/refresh");
  }
}

TEST_CASE("a name that several entries have is ambiguous and lists them") {
  const auto entry = find_entry(*small_tree(), "refresh");
  REQUIRE_FALSE(entry.has_value());
  CHECK(entry.error().code == ErrorCode::kAmbiguous);
  CHECK(entry.error().candidates == std::vector<std::string>{"auth/jwt/refresh", "auth/oauth/refresh"});
}

TEST_CASE("paths that lead out of the tree are refused and name the argument") {
  for (const char* path : {"../x", "/etc/passwd", "a/../../b", "..\\..\\x", "%2e%2e/x", "C:\\x"}) {
    INFO(path);
    const auto entry = find_entry(*small_tree(), path);
    REQUIRE_FALSE(entry.has_value());
    CHECK(entry.error().code == ErrorCode::kRefusedPath);
    CHECK(entry.error().field == "path");
  }
}

TEST_CASE("the outline of any tree fits its budget and says what it left out") {
  std::vector<std::pair<std::string, std::string>> files;
  for (int i = 0; i < 300; ++i) {
    const std::string n = std::to_string(i);
    files.emplace_back("domain" + n + "/topic" + n + "/entry.md", titled("Entry number " + n, "Text.\n"));
  }
  const std::string text = memory::outline(*tree_of(files), 500);
  CHECK(memory::estimate_tokens(text) <= 500);
  CHECK(text.find("300 entries") != std::string::npos);
  CHECK(text.find("more folders") != std::string::npos);
  CHECK(text.find("more entries") != std::string::npos);
}

TEST_CASE("the outline puts core entries first and keeps a title on one line") {
  const std::string core = "---\ntitle: Core Rule\nmaturity: core\n---\nText.\n";
  const auto tree = tree_of({{"a/b/aaa.md", "---\ntitle: \"First\\n# Forged\"\n---\n"}, {"z/y/zzz.md", core}});
  const std::string text = memory::outline(*tree, 500);
  CHECK(text.find("Core Rule") < text.find("First"));
  CHECK(text.find("\n# Forged") == std::string::npos);
}

TEST_CASE("what could not be read is said to be so, not to be missing") {
  const auto tree = memory::next_state(
      *small_tree(), {}, small_tree()->folders,
      {{"ops/locked.md", "cannot open ops/locked.md: Permission denied", "make it readable", memory::Unread::kRefused},
       {"ops/deploy/green.md", "line 2: duplicate key", "mend it", memory::Unread::kNothing}});
  const auto unread = find_entry(*tree, "ops/locked");
  REQUIRE_FALSE(unread);
  CHECK(unread.error().code == ErrorCode::kIo);
  CHECK(unread.error().message == "cannot open ops/locked.md: Permission denied; make it readable");
  CHECK(browse(*tree, {.path = "ops/locked"}).error().code == ErrorCode::kIo);
  CHECK(find_entry(*tree, "ops/deploy/green").error().code == ErrorCode::kNotFound);
}
