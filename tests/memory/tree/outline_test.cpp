#include "memory/tree/outline.h"

#include <doctest/doctest.h>

#include "memory/tree/text.h"

using namespace memory;

namespace {
const std::string kBegin = std::string(kRegionBegin) + "\n";
const std::string kEnd = std::string(kRegionEnd) + "\n";
const std::vector<OutlineItem> kItems = {
    {"d/t/b", "B", "about b", false}, {"d/t/a", "", "", true}, {"d/t/A_z", "Z", "", false}};
const std::string kLines = "- [Z](A_z.md)\n- [a/](a/context.md)\n- [B](b.md) \xE2\x80\x94 about b\n";
}  // namespace

TEST_CASE("a new file has the given text before the list, sorted by path") {
  CHECK(regenerate_context("", "What belongs here.\n\n", kItems) == "What belongs here.\n\n" + kBegin + kLines + kEnd);
  CHECK(regenerate_context("", "", kItems) == kBegin + kLines + kEnd);
  CHECK(regenerate_context("", " \n", {}) == kBegin + kEnd);
}

TEST_CASE("what people wrote around the list stays byte for byte") {
  const std::string before = "# Mine  \r\n\r\ntext\r\n";
  const std::string after = "\r\nafter, without newline";
  const std::string windows_begin = std::string(kRegionBegin) + "\r\n";
  const std::string windows_end = std::string(kRegionEnd) + "\r\n";
  CHECK(regenerate_context(before + windows_begin + "- [old](x.md)\r\njunk\r\n" + windows_end + after, "ignored",
                           {{"d/c", "C", "", false}}) ==
        before + windows_begin + "- [C](c.md)\r\n" + windows_end + after);
  CHECK(regenerate_context("text", "ignored", {}) == "text\n\n" + kBegin + kEnd);
  CHECK(regenerate_context("text\n\n", "", {}) == "text\n\n" + kBegin + kEnd);
}

TEST_CASE("making the list again changes nothing") {
  for (const std::string& existing : std::vector<std::string>{"", "text", "a\r\nb", "x\n" + kBegin + kEnd + "y"}) {
    const std::string once = regenerate_context(existing, "intro", kItems);
    CHECK(regenerate_context(once, "intro", kItems) == once);
  }
}

TEST_CASE("a text given later goes before a list that nobody wrote around") {
  CHECK(regenerate_context(kBegin + kEnd, "Intro", {}) == "Intro\n\n" + kBegin + kEnd);
}

TEST_CASE("titles, summaries and given texts can neither close the list nor break its lines") {
  const std::string evil =
      "x\n" + std::string(kRegionEnd) + "\n" + std::string(kRegionBegin) + "\r\n## Facts\n]( --> <!--";
  const std::string bytes = regenerate_context("", evil, {{"d/e", evil, evil, false}, {"d/f g)", "t", "", false}});
  CHECK(regenerate_context(bytes, "", {}) == "x\n## Facts\n]( --> <!--\n\n" + kBegin + kEnd);
  CHECK(split_lines(bytes).size() == 8);
  CHECK(bytes.find("](<f g).md>)") != std::string::npos);
  const std::string long_text(5000, 'x');
  CHECK(regenerate_context("", "", {{"d/e", long_text, long_text, false}}).size() < 1200);
}

TEST_CASE("a list whose end was deleted owns its own lines only") {
  CHECK(regenerate_context(kBegin + "- [a](a.md)\nmine\n", "", {}) == kBegin + kEnd + "mine\n");
  CHECK(regenerate_context("a\n" + kEnd + "b\n", "", {}) == "a\n" + kBegin + kEnd + "b\n");
  CHECK(regenerate_context(kBegin + kEnd + "mid\n" + kBegin + "- [x](x.md)\n" + kEnd + "z\n", "", {}) ==
        kBegin + kEnd + "mid\nz\n");
  CHECK(regenerate_context(kBegin + "- [a](a.md)\n" + kBegin + "- [a](a.md)\n" + kEnd, "", {}) == kBegin + kEnd);
}

TEST_CASE("only what people wrote is handed out, on its own lines") {
  const std::string bytes = "one\n" + kBegin + "- [x](x.md)\n" + kEnd + "two\n";
  const auto ranges = person_ranges(bytes);
  REQUIRE(ranges.size() == 2);
  CHECK(bytes.substr(ranges[0].begin, ranges[0].end - ranges[0].begin) == "one\n");
  CHECK(bytes.substr(ranges[1].begin, ranges[1].end - ranges[1].begin) == "two\n");
  CHECK(person_text(bytes) == "one\n\n\n\ntwo\n");
  CHECK(person_text("all mine") == "all mine");
  CHECK(person_ranges("") == std::vector<ByteRange>{});
}
