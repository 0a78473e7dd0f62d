#include "memory/reading.h"

#include <doctest/doctest.h>

#include "memory/tree/text.h"
#include "tests/memory/trees.h"

using memory::ErrorCode;
using memory::read_entry;
using memory::ReadPage;
using memory::ReadRequest;

namespace {

const std::string kNote = titled("Note",
                                 "Opening words.\n"
                                 "\n"
                                 "## Narrative\n"
                                 "### Rules\n"
                                 "Always.\n"
                                 "### Examples\n"
                                 "```\n"
                                 "## Facts\n"
                                 "```\n"
                                 "## Facts\n"
                                 "- one\n");

ReadPage page_of(const memory::TreeState& tree, const ReadRequest& request) {
  auto page = read_entry(tree, request);
  REQUIRE(page.has_value());
  return *page;
}

std::string joined_pages(const memory::TreeState& tree, ReadRequest request) {
  std::string joined;
  do {
    const ReadPage page = page_of(tree, request);
    CHECK(memory::count_code_points(page.text) <= static_cast<std::size_t>(request.max_tokens) * 4);
    joined += page.text;
    request.cursor = page.cursor;
  } while (request.cursor);
  return joined;
}

}  // namespace

TEST_CASE("an entry is read whole, byte for byte, with its lines counted") {
  const auto page = page_of(*tree_of({{"a/b/note.md", kNote}}), {.path = "a/b/note"});
  CHECK(page.text == kNote);
  CHECK(page.first_line == 1);
  CHECK(page.last_line == 14);
  CHECK(page.lines == 14);
  CHECK_FALSE(page.cursor.has_value());
  CHECK(page.hash.size() == 64);
}

TEST_CASE("a section is its heading and all below it, and a heading inside a fence is none") {
  const auto tree = tree_of({{"a/b/note.md", kNote}});
  CHECK(page_of(*tree, {.path = "a/b/note", .section = "Facts"}).text == "## Facts\n- one\n");
  CHECK(page_of(*tree, {.path = "a/b/note", .section = "facts"}).first_line == 13);
  CHECK(page_of(*tree, {.path = "a/b/note", .section = "Narrative > Rules"}).text == "### Rules\nAlways.\n");
  CHECK(page_of(*tree, {.path = "a/b/note", .section = "Narrative"}).last_line == 12);
}

TEST_CASE("an unknown section lists the headings there are") {
  const auto page = read_entry(*tree_of({{"a/b/note.md", kNote}}), {.path = "a/b/note", .section = "Nowhere"});
  REQUIRE_FALSE(page.has_value());
  CHECK(page.error().field == "section");
  CHECK(page.error().candidates ==
        std::vector<std::string>{"Narrative", "Narrative > Rules", "Narrative > Examples", "Facts"});
}

TEST_CASE("pages joined are the bytes of the file, whatever it holds") {
  std::string wide;
  for (int i = 0; i < 3000; ++i) wide += i % 7 == 0 ? "令牌🙂é\r\n" : "plain words ";
  std::string one_line(50'000, 'x');
  for (const std::string& bytes : {wide, one_line, wide + "no newline at the end", "\xEF\xBB\xBF" + wide}) {
    const auto tree = tree_of({{"a/b/long.md", bytes}});
    CHECK(joined_pages(*tree, {.path = "a/b/long", .max_tokens = 100}) == bytes);
    CHECK(joined_pages(*tree, {.path = "a/b/long", .max_tokens = 8000}) == bytes);
  }
}

TEST_CASE("reading from a line on begins with that line and reports it") {
  const auto tree = tree_of({{"a/b/note.md", kNote}});
  const auto page = page_of(*tree, {.path = "a/b/note", .start_line = 4});
  CHECK(page.text.substr(0, 8) == "Opening ");
  CHECK(page.first_line == 4);
  const auto beyond = read_entry(*tree, {.path = "a/b/note", .start_line = 99});
  REQUIRE_FALSE(beyond.has_value());
  CHECK(beyond.error().field == "start_line");
  CHECK(beyond.error().message == "the entry has lines 1 to 14");
}

TEST_CASE("a cursor of other bytes is a conflict, and nonsense is no cursor") {
  const std::string text(5000, 'a');
  const auto before = tree_of({{"a/b/long.md", text}});
  const auto cursor = page_of(*before, {.path = "a/b/long", .max_tokens = 100}).cursor;
  REQUIRE(cursor.has_value());
  const auto after = read_entry(*tree_of({{"a/b/long.md", text + "b"}}), {.path = "a/b/long", .cursor = cursor});
  REQUIRE_FALSE(after.has_value());
  CHECK(after.error().code == ErrorCode::kConflict);
  for (const char* nonsense :
       {"", "x", "5", "5-", "5-9", "99999999-999999999-", "-1-2-3", "18446744073709551616-1-a"}) {
    INFO(nonsense);
    const auto page = read_entry(*before, {.path = "a/b/long", .cursor = nonsense});
    REQUIRE_FALSE(page.has_value());
    CHECK(page.error().field == "cursor");
  }
}

TEST_CASE("a folder gives its context.md and what stands in it") {
  const auto tree = tree_of({{"a/b/context.md", "About b.\n"}, {"a/b/note.md", kNote}});
  const auto page = page_of(*tree, {.path = "a/b"});
  CHECK(page.text == "About b.\n");
  REQUIRE(page.children.has_value());
  CHECK(page.children->children.size() == 1);
  CHECK(page_of(*tree, {.path = "a"}).text.empty());
}

TEST_CASE("an empty file is an entry without lines") {
  const auto page = page_of(*tree_of({{"a/b/empty.md", ""}}), {.path = "a/b/empty"});
  CHECK(page.text.empty());
  CHECK(page.lines == 0);
}

TEST_CASE("what could not be parsed is read all the same, and said") {
  const auto page = page_of(*tree_of({{"a/b/bad.md", "---\ntitle: a\ntitle: b\n---\nText\n"}}), {.path = "a/b/bad"});
  REQUIRE(page.problem.has_value());
  CHECK(page.problem->find("line 3") != std::string::npos);
  CHECK(page_of(*tree_of({{"a/b/raw.md", "caf\xE9\n"}}), {.path = "a/b/raw"}).problem.has_value());
}
