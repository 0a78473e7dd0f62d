#include "memory/tree/front_matter_edit.h"

#include <doctest/doctest.h>

#include "memory/tree/front_matter.h"
#include "memory/tree/yaml_text.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

namespace {
std::string set(const std::string& block, std::string_view key, std::string_view yaml) {
  const auto changed = set_key("---\n" + block + "---\nbody\n", key, yaml);
  REQUIRE(changed);
  CHECK(changed->starts_with("---\n"));
  CHECK(changed->ends_with("---\nbody\n"));
  return changed->substr(4, changed->size() - 4 - 9);
}
std::string list(const std::string& block, std::string_view key, const std::vector<std::string>& items) {
  const auto changed = set_list("---\n" + block + "---\nbody\n", key, items);
  REQUIRE(changed);
  return changed->substr(4, changed->size() - 4 - 9);
}
}  // namespace

TEST_CASE("a value is replaced in place; its comment and its spacing stay") {
  CHECK(set("a: 1\ntitle:   Old # note\nb: 2\n", "title", "New") == "a: 1\ntitle:   New # note\nb: 2\n");
  CHECK(set("title: 'It''s' # x\n", "title", "\"a # b\"") == "title: \"a # b\" # x\n");
  CHECK(set("\"title\": Old\n", "title", "New") == "\"title\": New\n");
  CHECK(set("title:\n", "title", "New") == "title: New\n");
  CHECK(set("title:   # none yet\n", "title", "New") == "title: New   # none yet\n");
  CHECK(set("title: |\n  long\n  text\n# c\nb: 1\n", "title", "New") == "title: New\n# c\nb: 1\n");
  CHECK(set("title: long\n  text\nb: 1\n", "title", "New") == "title: New\nb: 1\n");
  CHECK(set("  title: x\n  b: 1\n", "summary", "S") == "  title: x\n  summary: S\n  b: 1\n");
}

TEST_CASE("a synonym is changed under its own name") {
  CHECK(set("modified: 2026-01-01\n", "updatedAt", "2026-02-02T00:00:00Z") == "modified: 2026-02-02T00:00:00Z\n");
  CHECK(set("description: x\n", "summary", "y") == "description: y\n");
}

TEST_CASE("a new key goes to its place in the written order, else to the end") {
  CHECK(set("title: x\ntags: [a]\n", "summary", "s") == "title: x\nsummary: s\ntags: [a]\n");
  CHECK(set("tags: [a]\nmine: 1\n", "title", "t") == "title: t\ntags: [a]\nmine: 1\n");
  CHECK(set("mine: 1\n# last\n", "updatedAt", "t") == "mine: 1\n# last\nupdatedAt: t\n");
  CHECK(*set_key("\xEF\xBB\xBF"
                 "text\r\n",
                 "title", "t") == "\xEF\xBB\xBF---\r\ntitle: t\r\n---\r\ntext\r\n");
  CHECK(*set_key("", "title", "t") == "---\ntitle: t\n---\n");
}

TEST_CASE("list items come and go, and those that stay keep their bytes") {
  CHECK(list("tags: [a, 'b' , \"c\"] # note\n", "tags", {"a", "b", "c", "d, e"}) ==
        "tags: [a, 'b' , \"c\", \"d, e\"] # note\n");
  CHECK(list("tags: [a, 'b', c] # note\n", "tags", {"b", "d"}) == "tags: ['b', d] # note\n");
  CHECK(list("tags: []\n", "tags", {"x"}) == "tags: [x]\n");
  CHECK(list("tags: [\n  a, # one\n  b\n]\nz: 1\n", "tags", {"a", "b", "c"}) ==
        "tags: [\n  a, # one\n  b, c\n]\nz: 1\n");
  CHECK(list("tags:\n  - a # one\n  # between\n  - 'b'\nz: 1\n", "tags", {"a", "b", "c"}) ==
        "tags:\n  - a # one\n  # between\n  - 'b'\n  - c\nz: 1\n");
  CHECK(list("tags:\n- a\n# between\n- b\n- c\nz: 1\n", "tags", {"c"}) == "tags:\n# between\n- c\nz: 1\n");
  CHECK(list("tags:\n- long\n  text\n- b\n", "tags", {"b"}) == "tags:\n- b\n");
  CHECK(list("tags: a, b # note\n", "tags", {"a", "b", "c"}) == "tags: [a, b, c] # note\n");
  CHECK(list("tag: a\n", "tags", {"a", "b"}) == "tag: [a, b]\n");
  CHECK(list("tags: [a]\nz: 1\n", "tags", {}) == "z: 1\n");
  CHECK(list("tags:\n  - ~\nz: 1\n", "tags", {"a"}) == "tags: [a]\nz: 1\n");
  CHECK(list("z: 1\n", "tags", {"a", "yes"}) == "z: 1\ntags: [a, \"yes\"]\n");
  CHECK(list("tags: [a, {k: v}, b]\n", "tags", {"b"}) == "tags: [{k: v}, b]\n");
  CHECK(list("tags: [it's, 010 ', a]\n", "tags", {"it's"}) == "tags: [it's]\n");
}

TEST_CASE("the same items change nothing") {
  for (const std::string block : {"tags: [a, 'b']\n", "tags: a, b\n", "tags:\n- a\n- \"b\"\n"})
    CHECK(list(block, "tags", {"a", "b"}) == block);
}

TEST_CASE("a value of another kind, or frontmatter that cannot be read, is refused with its line") {
  const auto map = set_key("---\na: 1\ndate: {x: 1}\n---\n", "createdAt", "t");
  REQUIRE_FALSE(map);
  CHECK(map.error().code == ErrorCode::kUnparsable);
  CHECK(map.error().message == "line 3: `date` is not one value");
  CHECK_FALSE(set_list("---\ntags: {x: 1}\n---\n", "tags", {"a"}));
  CHECK_FALSE(set_key("---\na: 1\na: 2\n---\n", "title", "t"));
}

TEST_CASE("a key is removed with its value, and comments stay") {
  CHECK(remove_key("---\n# a\ntitle: >\n  x\n\n# b\nz: 1\n---\n", "title") == "---\n# a\n\n# b\nz: 1\n---\n");
  CHECK(remove_key("---\nz: 1\n---\n", "title") == "---\nz: 1\n---\n");
}

TEST_CASE("whatever items a list gets, it has them afterwards, in every style") {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    CAPTURE(seed);
    testing::RandomContent random(seed);
    const std::vector<std::string> before = random.content().tags;
    std::vector<std::string> wanted;
    for (const std::string& item : before) {
      if (random.maybe() && list_of({.name = "x", .kind = FrontMatterKind::kList, .items = {{item}}}).size() == 1)
        wanted.push_back(item);
    }
    std::string block = "tags: " + yaml_list(before) + " # note\n";
    if (random.maybe()) {
      block = before.empty() ? "" : "tags:\n";
      for (const std::string& item : before) block += "  - " + yaml_text(item) + " # c\n";
    }
    wanted.push_back(random.line() + "x");
    for (std::string& item : wanted)
      item = list_of({.name = "x", .kind = FrontMatterKind::kList, .items = {{item}}}).front();
    const auto changed = set_list("---\n" + block + "z: 1\n---\n", "tags", wanted);
    REQUIRE(changed);
    const FrontMatter front = read_front_matter(*changed);
    CAPTURE(*changed);
    REQUIRE(front.present);
    const std::vector<std::string> after = list_of(*find_key(front, "tags"));
    for (const std::string& item : wanted) CHECK(std::find(after.begin(), after.end(), item) != after.end());
    for (const std::string& item : after) CHECK(std::find(wanted.begin(), wanted.end(), item) != wanted.end());
    CHECK(find_key(front, "z") != nullptr);
  }
}
