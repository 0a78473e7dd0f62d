#include "memory/tree/literal_edit.h"

#include <doctest/doctest.h>

#include <chrono>

using namespace memory;

namespace {
Result<std::string> apply(std::string_view bytes, const std::vector<EntryEdit>& edits) {
  std::vector<std::string> removed;
  return apply_edits(bytes, edits, removed);
}
}  // namespace

TEST_CASE("an edit is literal on both sides") {
  CHECK(*apply("cost: $5 (.*)", {{"(.*)", "$1 \\n \\0"}}) == "cost: $5 $1 \\n \\0");
  CHECK(*apply("a b", {{"a", "b"}, {"b b", "c"}}) == "c");
  CHECK(*apply("abc", {{"b", ""}}) == "ac");
}

TEST_CASE("a text that occurs never or twice is refused, with the lines") {
  const auto twice = apply("x\ny\nx\nx x\n", {{"x", "z"}});
  REQUIRE_FALSE(twice);
  CHECK(twice.error().code == ErrorCode::kInvalidArgument);
  CHECK(twice.error().field == "edits[0].find");
  CHECK(twice.error().message.find("lines 1, 3, 4)") != std::string::npos);
  const auto never = apply("x", {{"x", "y"}, {"x", "z"}});
  REQUIRE_FALSE(never);
  CHECK(never.error().field == "edits[1].find");
  CHECK_FALSE(apply("aaa", {{"aa", "b"}}));  // overlapping is twice
  CHECK_FALSE(apply("x", {{"", "b"}}));
}

TEST_CASE("in a CRLF file an edit's line breaks are the file's") {
  CHECK(*apply("a\r\nb\r\n", {{"a\nb", "x\ny"}}) == "x\r\ny\r\n");
  CHECK(*apply("a\r\nb\r\n", {{"a\r\nb", "x\r\ny"}}) == "x\r\ny\r\n");
}

TEST_CASE("what an edit takes away is reported, unless its replacement holds it") {
  std::vector<std::string> removed;
  REQUIRE(apply_edits("one two", {{"one", "one more"}, {"two", "three"}}, removed));
  CHECK(removed == std::vector<std::string>{"two"});
}

TEST_CASE("searching is linear for patterns that almost match everywhere") {
  const auto start = std::chrono::steady_clock::now();
  const std::string text(2'000'000, 'a');
  CHECK(find_all(text, std::string(500'000, 'a') + "b", 10).empty());
  CHECK(find_all(text, std::string(1'000'000, 'a'), 10).size() == 10);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}
