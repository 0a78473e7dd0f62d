#include "memory/tree/markdown.h"

#include <doctest/doctest.h>

#include <chrono>

#include "memory/tree/block_scanner.h"
#include "memory/tree/text.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

namespace {
std::string name(BlockKind kind) {
  static const char* const kNames[] = {"heading", "paragraph", "item", "code", "table", "quote", "html", "break"};
  return kNames[static_cast<int>(kind)];
}

// "heading2(Title) 1-1; paragraph 3-4"
std::string shown(const std::vector<MarkdownBlock>& blocks) {
  std::string text;
  for (const MarkdownBlock& block : blocks) {
    if (!text.empty()) text += "; ";
    text += name(block.kind);
    if (block.kind == BlockKind::kHeading) text += std::to_string(block.level) + "(" + block.heading + ")";
    text += " " + std::to_string(block.first_line) + "-" + std::to_string(block.last_line);
  }
  return text;
}

std::string repeated(std::string_view piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

// Blocks are in order, disjoint, and every line of text is in one.
void check_invariant(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  int next = 1;
  for (const MarkdownBlock& block : markdown_blocks(text)) {
    REQUIRE(block.first_line >= next);
    REQUIRE(block.last_line >= block.first_line);
    REQUIRE(block.last_line <= static_cast<int>(lines.size()));
    for (int line = next; line < block.first_line; ++line) REQUIRE(is_blank(lines[static_cast<std::size_t>(line) - 1]));
    next = block.last_line + 1;
  }
  for (int line = next; line <= static_cast<int>(lines.size()); ++line)
    REQUIRE(is_blank(lines[static_cast<std::size_t>(line) - 1]));
  int last = 0;
  for (const LineRange& code : markdown_outline(text).code) {
    REQUIRE(code.first > last);
    REQUIRE(code.last >= code.first);
    REQUIRE(code.last <= static_cast<int>(lines.size()));
    last = code.last;
  }
}
}  // namespace

TEST_CASE("every kind of block is found with its lines") {
  const std::string_view text =
      "# Title *x* `y`\n\ntwo\nlines\n\n- a\n  - nested\n\n- b\n\n```ts\n# no heading\n\n```\n> q\nlazy\n\n---\n\n| a "
      "| b |\n|---|---|\n| 1 | 2 "
      "|\n\n<div>\nx\n</div>\n\nUnder\nlined\n===\nSub\n---\n\n    indented\n";
  CHECK(shown(markdown_blocks(text)) ==
        "heading1(Title x y) 1-1; paragraph 3-4; item 6-7; item 9-9; code 11-14; quote 15-16; break 18-18; table "
        "20-22; html 24-26; "
        "heading1(Under lined) 28-30; heading2(Sub) 31-32; code 34-34");
}

TEST_CASE("an underlined heading ends with its underline, whatever follows") {
  CHECK(shown(markdown_blocks("a\n---\nb\n")) == "heading2(a) 1-2; paragraph 3-3");
  CHECK(shown(markdown_blocks("a\n - \nb")) == "heading2(a) 1-2; paragraph 3-3");
  CHECK(shown(markdown_blocks("===\n---\n\nb")) == "heading2(===) 1-2; paragraph 4-4");
}

TEST_CASE("headings inside fences, quotes, lists and HTML are none") {
  CHECK(shown(markdown_blocks("```\n## Facts\n---\n```\n")) == "code 1-4");
  CHECK(shown(markdown_blocks("> ## Facts\n")) == "quote 1-1");
  CHECK(shown(markdown_blocks("- x\n\n  ## Facts\n")) == "item 1-3");
  CHECK(shown(markdown_blocks("<!--\n\n## Facts\n-->\nafter\n")) == "html 1-4; paragraph 5-5");
  CHECK(shown(markdown_blocks("#hash\n")) == "paragraph 1-1");
  CHECK(shown(markdown_blocks("| # | x |\n|---|---|\n")) == "table 1-2");
}

TEST_CASE("lines that become no node, link definitions, are paragraphs") {
  CHECK(shown(markdown_blocks("[a]: http://x\n[b]: http://y\n\ntext\n")) == "paragraph 1-2; paragraph 4-4");
}

TEST_CASE("CRLF and lone carriage returns do not move the lines") {
  CHECK(shown(markdown_blocks("# A\r\n\r\nx\r\n")) == "heading1(A) 1-1; paragraph 3-3");
  CHECK(shown(markdown_blocks("a\rb\n\n# C\n")) == "paragraph 1-1; heading1(C) 3-3");
}

TEST_CASE("code nested in lists and quotes is known by its lines") {
  using Ranges = std::vector<LineRange>;
  CHECK(markdown_outline("- a\n  ```\n  x\n  ```\n- b\n").code == Ranges{{2, 4}});
  CHECK(markdown_outline("> ```\n> x\n\ny\n").code == Ranges{{1, 2}});
  CHECK(markdown_outline("- ```\n- b\n").code == Ranges{{1, 1}});
  CHECK(markdown_outline("```\nopen\n").code == Ranges{{1, 2}});
}

TEST_CASE("no text gives no blocks") {
  CHECK(markdown_blocks("").empty());
  CHECK(markdown_blocks("\n \n\n").empty());
}

TEST_CASE("every line of text stands in exactly one block, in random texts too") {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    CAPTURE(seed);
    check_invariant(testing::RandomContent(seed).text());
  }
}

TEST_CASE("hostile texts are cut into blocks in linear time") {
  const auto start = std::chrono::steady_clock::now();
  std::string nested;
  for (int i = 0; i < 1000; ++i) nested += std::string(static_cast<std::size_t>(2 * i), ' ') + "- a\n";
  std::string ticks;
  for (int i = 1; i < 1200; ++i) ticks += std::string(static_cast<std::size_t>(i), '`') + " ";
  for (const std::string& text : {std::string(1 << 20, 'x'),        repeated("[", 100'000),
                                  repeated("[a](", 100'000),        repeated("![[]()", 50'000),
                                  repeated(">", 100'000),           repeated("> ", 100'000),
                                  repeated("- ", 100'000),          repeated("1. ", 100'000),
                                  repeated("- a\n", 100'000),       repeated("*a_", 100'000),
                                  repeated("<!-- ", 100'000),       repeated("<?", 100'000),
                                  repeated("&", 100'000),           repeated("# a\n", 100'000),
                                  repeated("```\n", 100'001),       repeated("[a]: b\n", 50'000),
                                  repeated("\\", 100'000),          repeated("a\n---\n", 50'000),
                                  repeated("|a|\n|-|\n", 50'000),   nested,
                                  nested + repeated("\n", 100'000), ticks,
                                  repeated("> - ", 50'000),         repeated("\t", 100'000),
                                  repeated("***\n", 100'000)}) {
    CAPTURE(text.substr(0, 20));
    check_invariant(text);
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}

TEST_CASE("the scan of lines finds the same blocks as cmark in everyday texts") {
  for (const std::string_view text :
       {"# A\n\ntext\nmore\n\n## B ##\n- a\n- b\n  c\n\n  d\n\n1. x\n2. y\n", "```ts\n# x\n```\n\n~~~\n```\n~~~\n",
        "> q\nlazy\n\nafter\n", "a\n===\nb\n---\n\n---\n***\n", "| a | b |\n|---|---|\n| 1 | 2 |\n",
        "text\n- list\n  ```\n  ## no\n  ```\n- two\n", "<!-- c\n\n-->\n\nx\n", "    code\n\n    more\n\ntext\n",
        "* a\n\n\n* b\ntext\n", "a\n```\nopen\n"}) {
    CAPTURE(text);
    CHECK(shown(scan_blocks(split_lines(text)).blocks) == shown(cmark_outline(text).blocks));
    CHECK(scan_blocks(split_lines(text)).code == cmark_outline(text).code);
  }
}

TEST_CASE("a list item that begins with a fence hides headings from the scan of lines too") {
  const std::string brackets = repeated("[", 500) + "\n\n";
  CHECK(shown(markdown_blocks(brackets + "- x\n\n  ## Facts\n\n## Facts\n")) ==
        "paragraph 1-1; item 3-5; heading2(Facts) 7-7");
  CHECK(shown(markdown_blocks(brackets + "```\n## Facts\n```\n## Facts #\n")) ==
        "paragraph 1-1; code 3-5; heading2(Facts) 6-6");
}
