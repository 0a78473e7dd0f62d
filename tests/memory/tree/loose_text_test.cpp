#include "memory/tree/loose_text.h"

#include <doctest/doctest.h>

#include "memory/tree/entry_codec.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

TEST_CASE("loose lines are told apart by whether the section's own form has begun") {
  const SectionContent read = read_sections(
      MarkdownBody("## Facts\n\nlead\n\n- a\n\n  more\n\nbetween\n\n- b\ntail\n\nlast\n## Reason\nwhy\n"), false);
  CHECK(read.loose == std::vector<LooseText>{{SectionName::kFacts, "lead", "between\n\nlast"}});
  CHECK(read.foreign.empty());
}

TEST_CASE("loose text goes behind the lead and behind the end, once") {
  const std::vector<LooseText> loose = {{SectionName::kFacts, "lead", "tail"}};
  const auto body = body_with_loose("## Facts\nold lead\n- a\n\n## Mine\n", loose);
  CHECK(body == "## Facts\nold lead\n\nlead\n\n- a\n\ntail\n\n## Mine\n");
  CHECK(body_with_loose(*body, loose) == body);
  CHECK(body_with_loose("", loose) == "## Facts\nlead\n\ntail\n");
  CHECK(body_with_loose("## Facts\n", {{SectionName::kFacts, "", "tail"}}) == "## Facts\ntail\n");
  CHECK(body_with_loose("## Narrative\n### Rules\nr\n", {{SectionName::kNarrative, "", "tail"}}) ==
        "## Narrative\ntail\n\n### Rules\nr\n");
}

TEST_CASE("text that would be read as something else there is refused") {
  CHECK_FALSE(body_with_loose("## Facts\n- a\n", {{SectionName::kFacts, "- b", ""}}));
  CHECK_FALSE(body_with_loose("## Facts\n- a\n", {{SectionName::kFacts, "", "    code"}}));
  CHECK_FALSE(
      body_with_loose("## Facts\n- a\n\n## Narrative\n### Rules\nr\n", {{SectionName::kNarrative, "<!-- x", ""}}));
}

TEST_CASE("frontmatter, line endings and a missing final newline are left alone") {
  CHECK(file_with_loose("---\r\na: 1\r\n---\r\n## Facts\r\n- a", {{SectionName::kFacts, "", "x\ny"}}) ==
        "---\r\na: 1\r\n---\r\n## Facts\r\n- a\r\n\r\nx\r\ny");
}

TEST_CASE("nothing of a given body's sections is lost") {
  for (unsigned seed = 0; seed < 500; ++seed) {
    CAPTURE(seed);
    testing::RandomContent random(seed);
    const std::string body = "## Facts\nmarker1 a\n" + random.text() + "\n\n## Narrative\nmarker2 b\n" + random.text() +
                             "\n\n## Raw Concept\nmarker3 c\n" + random.text();
    EntryContent content;
    content.body = body;
    const std::string bytes = write_new_entry("T", content, "why", Time{}, Time{});
    for (const char* marker : {"marker1 a", "marker2 b", "marker3 c"}) CHECK(bytes.find(marker) != std::string::npos);
  }
}
