#include "memory/tree/structure_text.h"

#include <doctest/doctest.h>

#include <chrono>

#include "memory/tree/markdown.h"
#include "memory/tree/text.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

TEST_CASE("only a line that would be read as structure gets a backslash") {
  CHECK(escape_structure("plain\n- item\n#### four", TextPlace::kSection) == "plain\n- item\n#### four");
  CHECK(escape_structure("## Facts", TextPlace::kSection) == "\\## Facts");
  CHECK(escape_structure("# Any", TextPlace::kSection) == "\\# Any");
  CHECK(escape_structure("### Rules", TextPlace::kSection) == "### Rules");
  CHECK(escape_structure("### Rules\n### Mine", TextPlace::kNarrative) == "\\### Rules\n### Mine");
  CHECK(escape_structure("a\n---", TextPlace::kSection) == "a\n\\---");
  CHECK(escape_structure("a\n\n---\n\nb", TextPlace::kSection) == "a\n\n---\n\nb");
  CHECK(escape_structure("---\n\n```\nx\n```", TextPlace::kSection) == "\\---\n\n```\nx\n```");
  CHECK(escape_structure("**Author:** me", TextPlace::kSection) == "**Author:** me");
  CHECK(escape_structure("**Author:** me", TextPlace::kRawConcept) == "\\**Author:** me");
  CHECK(escape_structure("---", TextPlace::kRawConcept) == "\\---");
  CHECK(escape_structure("\\## Facts", TextPlace::kSection) == "\\\\## Facts");
}

TEST_CASE("code is never touched") {
  const std::string_view code = "```\n## Facts\n\\## x\n**Task:** y\n```";
  CHECK(escape_structure(code, TextPlace::kSection) == code);
  CHECK(unescape_structure(code) == code);
  CHECK(escape_structure("> ## Facts", TextPlace::kSection) == "> ## Facts");
}

TEST_CASE("escaping one line that makes another one structure escapes that too") {
  const std::string escaped = escape_structure("a\n---\n===", TextPlace::kSection);
  for (const MarkdownBlock& block : markdown_blocks(escaped)) CHECK(block.kind != BlockKind::kHeading);
  CHECK(unescape_structure(escaped) == "a\n---\n===");
}

TEST_CASE("unescaping gives back what was escaped, and no structure is left between") {
  for (unsigned seed = 0; seed < 4000; ++seed) {
    CAPTURE(seed);
    // As the content is normalised before: closed, without blank edges.
    const std::string text(trim(close_open_blocks(trim(testing::RandomContent(seed).text()))));
    for (const TextPlace place : {TextPlace::kSection, TextPlace::kNarrative, TextPlace::kRawConcept}) {
      const std::string escaped = escape_structure(text, place);
      CHECK(unescape_structure(escaped) == text);
      const std::string lead = place == TextPlace::kRawConcept ? "**Task:**\n" : "## Section\n";
      for (const MarkdownBlock& block : markdown_blocks(lead + escaped)) {
        if (block.kind == BlockKind::kHeading && block.first_line > 1) CHECK(block.level > 2);
      }
    }
  }
}

TEST_CASE("what a text leaves open is closed, and nothing else changes") {
  for (const std::string_view text :
       {"plain", "```\nx\n```", "<!-- c -->", "<div>\nx", "a `b", "a < b", "- ```\n  x", "> ```"}) {
    CAPTURE(text);
    CHECK(close_open_blocks(text) == text);
  }
  CHECK(close_open_blocks("```ts\nx") == "```ts\nx\n```");
  CHECK(close_open_blocks("~~~~\nx") == "~~~~\nx\n~~~~");
  CHECK(close_open_blocks("<!-- c") == "<!-- c\n-->");
  CHECK(close_open_blocks("<script>\nx") == "<script>\nx\n</script>");
  CHECK(close_open_blocks("<?php") == "<?php\n?>");
}

TEST_CASE("characters are escaped and unescaped for any text") {
  for (const std::string_view text : {"", "a", "\\", "\\\\", "a*b", "\\*", "\\a", "*", "x\\", "]\\[", "\\;*"}) {
    CAPTURE(text);
    CHECK(unescape_characters(escape_characters(text, "*", "*[];"), "*[];") == text);
    CHECK(unescape_characters(escape_characters(text, "", "*[];"), "*[];") == text);
  }
  CHECK(escape_characters("C:\\temp", "*", "*") == "C:\\temp");
}

TEST_CASE("a list item of dashes does not become a thematic break") {
  for (const std::string_view text : {"--", "- -", "-", "\\--", "\\\\- -", "a", "-a", "* *"}) {
    CAPTURE(text);
    const std::string item = "- " + escape_item(text);
    const auto blocks = markdown_blocks(item);
    REQUIRE(blocks.size() == 1);
    CHECK(blocks.front().kind == BlockKind::kListItem);
    CHECK(unescape_item(escape_item(text)) == text);
  }
}

TEST_CASE("escaping a text of nothing but structure takes bounded time") {
  const auto start = std::chrono::steady_clock::now();
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "a\n---\n===\n";
  CHECK(unescape_structure(escape_structure(text, TextPlace::kSection)) == trim_end(text));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}
