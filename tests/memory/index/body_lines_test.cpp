#include "memory/index/body_lines.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("lines are known by what they start with") {
  const auto lines =
      classify_lines("# Head\ntext\n- item\n1. item\n---\n\n```\n# code\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n", 0);
  using enum LineKind;
  const LineKind expected[] = {kHeading, kText, kItem, kItem,  kBreak, kBlank,
                               kCode,    kCode, kCode, kTable, kTable, kTable};
  REQUIRE(lines.size() == 12);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CAPTURE(i);
    CHECK(lines[i].kind == expected[i]);
  }
  CHECK(lines[0].heading == "Head");
  CHECK(lines[6].starts_block);
  CHECK(lines[9].starts_block);
}

TEST_CASE("speakers are labels that come back, or the usual roles") {
  const auto talk = classify_lines("Ann: a\nBob: b\nAnn: c\nBob: d\nNote: once\n", 0);
  CHECK(talk[0].speaker == "Ann");
  CHECK(talk[4].speaker.empty());
  const auto chat = classify_lines("**User:** a\n**Assistant:** b\n", 0);
  CHECK(chat[0].speaker == "User");
  CHECK(chat[1].speaker == "Assistant");
  const auto one = classify_lines("Q: a\nQ: b\n", 0);
  CHECK(one[0].speaker.empty());
  const auto urls = classify_lines("http://a\nhttp://b\nx:y\nx:z\n", 0);
  for (const BodyLine& line : urls) CHECK(line.speaker.empty());
}

TEST_CASE("offsets count in the whole file") {
  const auto lines = classify_lines("head\r\nbody\r\nlast", 6);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].begin == 6);
  CHECK(lines[0].text == "body");
  CHECK(lines[1].text == "last");
  CHECK(classify_lines("", 0).empty());
}
