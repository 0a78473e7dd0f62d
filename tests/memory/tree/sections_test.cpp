#include "memory/tree/sections.h"

#include <doctest/doctest.h>

#include "tests/memory/tree/random_content.h"

using namespace memory;

namespace {
// "body 1-2; Facts 3-5; foreign 6-7; snippet 8-12"
std::string shown(std::string_view text, bool repeats = false) {
  std::string out;
  for (const Part& part : split_parts(MarkdownBody(text), repeats)) {
    if (!out.empty()) out += "; ";
    switch (part.kind) {
      case PartKind::kBody:
        out += "body";
        break;
      case PartKind::kSection:
        out += heading_of(part.section);
        break;
      case PartKind::kForeign:
        out += "foreign";
        break;
      case PartKind::kSnippet:
        out += "snippet";
        break;
    }
    out += " " + std::to_string(part.first_line) + "-" + std::to_string(part.last_line);
  }
  return out;
}
}  // namespace

TEST_CASE("a body is cut into free text, sections, foreign headings and snippets") {
  CHECK(shown("t\n\n## Facts\n- a\n## Mine\nx\n# Top\n\n---\n\n```\ns\n```\n---\n```\nt\n```\n") ==
        "body 1-2; Facts 3-4; foreign 5-6; foreign 7-8; snippet 9-13; snippet 14-17");
  CHECK(shown("") == "");
  CHECK(shown("\n") == "body 1-1");
  CHECK(shown("## facts\n") == "Facts 1-1");
  CHECK(shown("Raw Concept\n---\nx\n") == "Raw Concept 1-3");
  CHECK(shown("## Mine\n## Facts\n") == "body 1-1; Facts 2-2");
}

TEST_CASE("a repeated section is foreign, or a section where repeats are asked for") {
  CHECK(shown("## Facts\n- a\n## Facts\n- b\n") == "Facts 1-2; foreign 3-4");
  CHECK(shown("## Facts\n- a\n## Facts\n- b\n", true) == "Facts 1-2; Facts 3-4");
}

TEST_CASE("snippets end at a heading that was put behind them") {
  const std::string pair = "---\n```\ns\n```\n";
  CHECK(shown("b\n\n" + pair + pair + "# L\nx\n") == "body 1-2; snippet 3-6; snippet 7-10; foreign 11-12");
  CHECK(shown("## Facts\n- a\n\n" + pair + "## L\n" + pair + "## M\n\n" + pair) ==
        "Facts 1-3; snippet 4-7; foreign 8-12; foreign 13-14; snippet 15-18");
  CHECK(shown("## Facts\n- a\n## L\n\n" + pair + "## M\n") == "Facts 1-2; foreign 3-4; snippet 5-8; foreign 9-9");
  // In front of a known section they are part of the body, as they are in prose without any section but the last time.
  CHECK(shown("b\n\n" + pair + "## L\n## Facts\n") == "body 1-7; Facts 8-8");
  CHECK(shown("b\n\n" + pair + "## L\n\n" + pair + "## M\n") == "body 1-8; snippet 9-12; foreign 13-13");
  CHECK(shown("b\n\n" + pair + "## L\n", true) == "body 1-7");
  CHECK(shown("b\n\n" + pair + "text\n## L\n") == "body 1-8");
}

TEST_CASE("every line belongs to exactly one part") {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    const std::string text = testing::RandomContent(seed).text();
    const MarkdownBody body(text);
    for (const bool repeats : {false, true}) {
      int next = 1;
      for (const Part& part : split_parts(body, repeats)) {
        CHECK(part.first_line == next);
        CHECK(part.last_line >= part.first_line);
        next = part.last_line + 1;
      }
      CHECK(next == static_cast<int>(body.lines.size()) + 1);
    }
  }
}

TEST_CASE("labels of a raw concept are bold names with a colon") {
  std::string_view rest;
  CHECK(raw_concept_label("**Task:** do it", &rest) == RawField::kTask);
  CHECK(rest == "do it");
  CHECK(raw_concept_label("**files**: a") == RawField::kFiles);
  CHECK_FALSE(raw_concept_label("**Task** x"));
  CHECK_FALSE(raw_concept_label("Task: x"));
  CHECK_FALSE(raw_concept_label("**Other:** x"));
  CHECK_FALSE(raw_concept_label("****"));
}

TEST_CASE("list items are read with their continuation lines, nested items belong to theirs") {
  const MarkdownBody body("intro\n- a\n  more\n  - nested\n* b\n\n  b2\n\nfree\n1. c\n```\n- code\n```\n- \\--\n---\n");
  const std::vector<ListItem> items = list_items(body, 1, static_cast<int>(body.lines.size()));
  REQUIRE(items.size() == 4);
  CHECK(items[0].text == "a more - nested");
  CHECK(items[0].last_line == 4);
  CHECK(items[1].text == "b b2");
  CHECK(items[2].text == "c");
  CHECK(items[3].text == "--");
}
