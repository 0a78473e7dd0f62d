#include "memory/tree/body_text.h"

#include <doctest/doctest.h>

#include "memory/tree/section_edit.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

TEST_CASE("a body that nothing is done to is the same bytes") {
  for (unsigned seed = 0; seed < 500; ++seed) {
    CAPTURE(seed);
    const std::string text = testing::RandomContent(seed).text() + "\n";
    CHECK(BodyText(text, "\n").result() == text);
  }
  CHECK(BodyText("", "\n").result() == "");
  CHECK(BodyText("a\r\n\r\n## Facts\r\n", "\r\n").result() == "a\r\n\r\n## Facts\r\n");
}

TEST_CASE("sections are added at their place, in front of the snippets") {
  BodyText body("text\n\n## Relations\n- x\n\n## Other\n\n---\n\n```\ns\n```\n", "\n");
  body.add_section(SectionName::kFacts, "## Facts\n- f");
  body.add_section(SectionName::kReason, "## Reason\nr");
  CHECK(body.result() ==
        "text\n\n## Reason\nr\n\n## Relations\n- x\n\n## Facts\n- f\n\n## Other\n\n---\n\n```\ns\n```\n");
  BodyText plain("text\n", "\n");
  plain.add_section(SectionName::kFacts, "## Facts\n- f");
  CHECK(plain.result() == "text\n\n## Facts\n- f\n");
}

TEST_CASE("the free text is set, lengthened and taken out") {
  BodyText body("\nold\n\n## Facts\n- f\n", "\n");
  body.set_body("old", "old\nmore");
  CHECK(body.result() == "\nold\nmore\n\n## Facts\n- f\n");
  body.set_body("old\nmore", "new");
  CHECK(body.result() == "\nnew\n\n## Facts\n- f\n");
  body.set_body("new", "");
  CHECK(body.result() == "## Facts\n- f\n");
  body.set_body("", "again");
  CHECK(body.result() == "again\n\n## Facts\n- f\n");
}

TEST_CASE("a section goes with its last line of text, and only then") {
  BodyText body("## Facts\n\n## Raw Concept\nloose\n", "\n");
  body.drop_if_empty(SectionName::kFacts);
  body.drop_if_empty(SectionName::kRawConcept);
  CHECK(body.result() == "## Raw Concept\nloose\n");
  CHECK(body.section(SectionName::kFacts) == nullptr);
}

TEST_CASE("snippets go by their text") {
  BodyText body("a\n\n---\n\n```\nx\n```\n\n---\n\n```ts\ny\n```\n", "\n");
  body.remove_snippets({"y", "z"});
  CHECK(body.result() == "a\n\n---\n\n```\nx\n```\n\n");
}
