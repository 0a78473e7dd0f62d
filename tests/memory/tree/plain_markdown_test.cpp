#include "memory/tree/plain_markdown.h"

#include <doctest/doctest.h>

#include <array>
#include <random>

#include "memory/tree/block_scanner.h"
#include "memory/tree/text.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

namespace {
std::string shown(const MarkdownOutline& outline) {
  std::string text;
  for (const MarkdownBlock& block : outline.blocks) {
    text += std::to_string(static_cast<int>(block.kind)) + " " + std::to_string(block.first_line) + "-" +
            std::to_string(block.last_line) + " " + std::to_string(block.level) + " <" + block.heading + ">; ";
  }
  for (const LineRange& code : outline.code)
    text += "code " + std::to_string(code.first) + "-" + std::to_string(code.last) + "; ";
  return text;
}

bool is_plain(std::string_view text) { return is_plain_markdown(text, split_lines(text)); }

// Whether the text is plain; the scan has to find cmark's blocks then.
bool check_like_cmark(const std::string& text) {
  const bool plain = is_plain(text);
  CAPTURE(text);
  if (plain) REQUIRE(shown(scan_blocks(split_lines(text))) == shown(cmark_outline(text)));
  return plain;
}

constexpr auto kLines = std::to_array<std::string_view>({"",
                                                         "",
                                                         "",
                                                         "text",
                                                         "More text, with `code` and *marks*",
                                                         "## Facts",
                                                         "# A title",
                                                         "### x #",
                                                         "## a *b*",
                                                         "##",
                                                         "#tag",
                                                         "- item",
                                                         "- **subject**: statement [c]",
                                                         "* star",
                                                         "+ plus",
                                                         "- [ ] to do",
                                                         "- [x]: y",
                                                         "-",
                                                         "- ",
                                                         "-   wide",
                                                         "-     code",
                                                         "1. one",
                                                         "2. two",
                                                         "10. ten",
                                                         "01. odd",
                                                         "1) one",
                                                         "  - nested",
                                                         "    - deeper",
                                                         "  more",
                                                         "    far",
                                                         "      farther",
                                                         " - near",
                                                         "   1. number",
                                                         "```",
                                                         "```ts",
                                                         "````",
                                                         "~~~",
                                                         "``` a`b",
                                                         "  ```",
                                                         "- ```",
                                                         "`` two",
                                                         "~~gone~~",
                                                         "---",
                                                         "--- ",
                                                         "***",
                                                         "* * *",
                                                         "- - -",
                                                         "===",
                                                         "--",
                                                         "-----",
                                                         "| a | b |",
                                                         "|---|---|",
                                                         "---|---",
                                                         "> quote",
                                                         "<div>",
                                                         "<!-- c -->",
                                                         "[a]: http://x",
                                                         "[a](b) link",
                                                         "[[wiki]] link",
                                                         "[open",
                                                         "]: x",
                                                         "\\# no heading",
                                                         "&amp; x",
                                                         "2026 was",
                                                         "2026. was",
                                                         "1234567890. long",
                                                         "**Task:**",
                                                         "**Files:** x",
                                                         "__init__",
                                                         "_under_",
                                                         "*",
                                                         "**",
                                                         "*a*",
                                                         "@a/b.md",
                                                         "\"quoted\"",
                                                         "'single'",
                                                         "(in brackets)",
                                                         "!x",
                                                         "ünicode",
                                                         "令牌",
                                                         "\tx",
                                                         "a\tb",
                                                         "-\tx",
                                                         "  ",
                                                         "     ",
                                                         "a  ",
                                                         "a\\",
                                                         "x\rx",
                                                         "\v",
                                                         "x\f",
                                                         "=",
                                                         "1.",
                                                         "1. ",
                                                         "a\n---",
                                                         "text\n===",
                                                         "```\ncode\n```",
                                                         "```\n\n# x\n\n```",
                                                         "~~~ts\n```\n~~~",
                                                         "- a\n  b",
                                                         "- a\nb",
                                                         "- a\n\n  b"});

// The lines that most texts are made of.
constexpr auto kEveryday = std::to_array<std::string_view>({"",
                                                            "",
                                                            "text",
                                                            "More text, with `code` and *marks*",
                                                            "## Facts",
                                                            "- item",
                                                            "* star",
                                                            "1. one",
                                                            "2. two",
                                                            "  - nested",
                                                            "  more",
                                                            "    far",
                                                            "**Task:**",
                                                            "[[wiki]] link",
                                                            "| a | b |",
                                                            "|---|---|",
                                                            "---",
                                                            "```\ncode\n```",
                                                            "~~~ts\n```\n~~~",
                                                            "- a\n  b"});

std::string random_text(unsigned seed, unsigned odd_in) {
  std::mt19937 random(seed);
  const std::string_view end = random() % 5 == 0 ? "\r\n" : "\n";
  std::string text;
  for (unsigned i = 1 + random() % 8; i > 0; --i) {
    const bool odd = random() % odd_in == 0;
    text.append(odd ? kLines[random() % kLines.size()] : kEveryday[random() % kEveryday.size()]);
    if (i > 1 || random() % 4 != 0) text.append(end);
  }
  return text;
}
}  // namespace

TEST_CASE("everyday entries are plain") {
  for (const char* text :
       {"", "\n\n", "some text\nmore of it\n",
        "# Title\n\nText with `code`, *stress* and [a link](x).\n\n- one\n- two\n",
        "## Raw Concept\n**Task:**\nMap it\n\n**Changes:**\n- PR 847 did it\n\n**Timestamp:** 2026-02-03T11:20:00Z\n",
        "## Facts\n- **severity**: is high [convention] (value: high)\n- plain\n\n---\n\n```ts\nconst x = 1;\n```\n",
        "## Relations\n- depends_on @a/b/c.md \xE2\x80\x94 why\n- [[Other]]\n", "- a\n  - b\n    - c\n- d\n  goes on\n",
        "1. one\n2. two\n", "| a | b |\n|---|---|\n| 1 | 2 |\n", "text\r\n\r\n- item\r\n"}) {
    CAPTURE(text);
    CHECK(check_like_cmark(text));
  }
}

TEST_CASE("texts that only cmark understands are not plain") {
  for (const char* text : {"a\n---\n",
                           "a\n===\n",
                           "- a\n---\n",
                           "> q\n",
                           "<div>\n",
                           "[a]: b\n",
                           "- [a]: b\n",
                           "    code\n",
                           "- a\n\n  b\n",
                           "```\nopen\n",
                           "  ```\n  x\n  ```\n",
                           "- ```\n  x\n  ```\n",
                           "## a `b`\n",
                           "## a_b_c\n",
                           "## &amp;\n",
                           "## a #\n",
                           "##\n",
                           "-\n",
                           "- \n",
                           "-\tx\n",
                           "a\rb\n",
                           "a\vb\n",
                           "\xEF\xBB\xBF# a\n",
                           "***\n",
                           "- # x\n",
                           "- - x\n",
                           "01. x\n- y\n\n02.\n"}) {
    CAPTURE(text);
    CHECK_FALSE(is_plain(text));
  }
  CHECK_FALSE(is_plain(std::string_view("# a\0b\n", 6)));
  CHECK_FALSE(is_plain("# a\xFF\n"));
}

TEST_CASE("the scan finds cmark's blocks in every plain text") {
  int plain = 0;
  for (unsigned seed = 0; seed < 40'000; ++seed) {
    CAPTURE(seed);
    plain += check_like_cmark(random_text(seed, 10)) ? 1 : 0;
    plain += check_like_cmark(random_text(seed, 2)) ? 1 : 0;
  }
  CHECK(plain > 10'000);  // the comparison is not empty
}

TEST_CASE("the scan finds cmark's blocks in texts that look like structure") {
  int plain = 0;
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    CAPTURE(seed);
    plain += check_like_cmark(testing::RandomContent(seed).text()) ? 1 : 0;
  }
  CHECK(plain > 50);
}
