#include "memory/tree/section_edit.h"

#include <doctest/doctest.h>

using namespace memory;

namespace {
const ItemKey kSame = [](const std::string& item) { return item; };
}  // namespace

TEST_CASE("items are taken out, rewritten and added, and the lines between stay") {
  const ItemEdit edit{{{"a", std::nullopt}, {"b", "B"}}, {"d", "--"}};
  CHECK(edit_items("## Facts\n- a\n  more\n* b\n\ntext\n\n- c\n\nend\n", "\n", kSame,
                   {{{"a more", std::nullopt}, {"b", "B"}}, {"d", "--"}}) ==
        "## Facts\n- B\n\ntext\n\n- c\n- d\n- \\--\n\nend\n");
  CHECK(edit_items("## Facts\r\n", "\r\n", kSame, edit) == "## Facts\r\n- d\r\n- \\--\r\n");
  CHECK(edit_items("## Facts\ntext\n", "\n", kSame, edit) == "## Facts\ntext\n\n- d\n- \\--\n");
}

TEST_CASE("a raw concept's label comes and goes with its items") {
  const std::string text = "## Raw Concept\n**Task:**\nt\n\n**Files:** one\n- two\n\n**Author:** me\n";
  CHECK(edit_raw_items(text, "\n", RawField::kChanges, kSame, {{}, {"c"}}) ==
        "## Raw Concept\n**Task:**\nt\n\n**Changes:**\n- c\n\n**Files:** one\n- two\n\n**Author:** me\n");
  CHECK(edit_raw_items(text, "\n", RawField::kFiles, kSame, {{{"one", std::nullopt}}, {}}) ==
        "## Raw Concept\n**Task:**\nt\n\n**Files:**\n- two\n\n**Author:** me\n");
  CHECK(edit_raw_items(text, "\n", RawField::kFiles, kSame, {{{"one", std::nullopt}, {"two", std::nullopt}}, {}}) ==
        "## Raw Concept\n**Task:**\nt\n\n**Author:** me\n");
}

TEST_CASE("a field's text is set, lengthened, added in order and removed") {
  const std::string text = "## Raw Concept\n**Task:**\nt\n\n**Author:** me\n";
  CHECK(set_raw_text(text, "\n", RawField::kTask, "t", "new\nlines") ==
        "## Raw Concept\n**Task:**\nnew\nlines\n\n**Author:** me\n");
  CHECK(set_raw_text(text, "\n", RawField::kTask, "t", "t\nmore") ==
        "## Raw Concept\n**Task:**\nt\nmore\n\n**Author:** me\n");
  CHECK(set_raw_text(text, "\n", RawField::kFlow, "", "f") ==
        "## Raw Concept\n**Task:**\nt\n\n**Flow:**\nf\n\n**Author:** me\n");
  CHECK(set_raw_text(text, "\n", RawField::kAuthor, "me", "you") ==
        "## Raw Concept\n**Task:**\nt\n\n**Author:** you\n");
  CHECK(set_raw_text(text, "\n", RawField::kTask, "t", "") == "## Raw Concept\n**Author:** me\n");
  CHECK(set_narrative_text("## Narrative\n### Rules\n\n### Examples\ne\n", "\n", NarrativeField::kRules, "", "r") ==
        "## Narrative\n### Rules\nr\n\n### Examples\ne\n");
  CHECK(set_narrative_text("## Narrative\nloose\n", "\n", NarrativeField::kRules, "", "r") ==
        "## Narrative\nloose\n\n### Rules\nr\n");
  CHECK(set_section_text("## Reason\nold\n\n", "\n", "old", "new") == "## Reason\nnew\n\n");
}

TEST_CASE("diagrams go with their title and come at the end") {
  const std::string text = "## Narrative\n### Diagrams\n**One**\n```mermaid\na\n```\n\n```\nb\n```\n";
  CHECK(edit_diagrams(text, "\n", {{"mermaid", "One", "a"}}, {{"", "", "c"}}) ==
        "## Narrative\n### Diagrams\n```\nb\n```\n\n```\nc\n```\n");
  CHECK(edit_diagrams(text, "\n", {{"mermaid", "One", "a"}, {"", "", "b"}}, {}) == "## Narrative\n");
  CHECK(edit_diagrams("## Narrative\n### Rules\nr\n", "\n", {}, {{"dot", "T", "g"}}) ==
        "## Narrative\n### Rules\nr\n\n### Diagrams\n**T**\n```dot\ng\n```\n");
}
