#include <doctest/doctest.h>

#include "memory/tree/content.h"
#include "memory/tree/entry_codec.h"
#include "memory/tree/time_text.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

namespace {
const Time kTime = *parse_time("2026-02-03T11:20:00Z");

std::string write(const EntryContent& content, std::string_view title = "Title", std::string_view reason = "") {
  return write_new_entry(title, content, reason, kTime, kTime);
}
EntryContent read(const std::string& bytes) { return parse_entry(bytes, "x").entry.content; }
}  // namespace

TEST_CASE("a new entry stands in the documented order") {
  EntryContent content;
  content.body = "Intro.";
  content.summary = "Short: yes";
  content.tags = {"a", "b c"};
  content.keywords = {"k"};
  content.aliases = {"Other name"};
  content.questions = {"Why?"};
  content.relations = {{"a/b/c", "depends_on", "because"}, {"Some Title", "", ""}};
  content.facts = {{"it is so", "subject", "1", "cat", "2026-01-01", "", ""}};
  content.snippets = {"```ts\ncode\n```", "plain"};
  content.raw_concept = RawConcept{"do it", {"c1"}, {"f1"}, "a -> b", "2026-02-03", "me", {{"x.*", "g", "d"}}};
  content.narrative = Narrative{"S", std::nullopt, std::nullopt, "R", std::nullopt, {{"mermaid", "T", "graph"}}};
  CHECK(write_new_entry("My: Title", content, "Because.", kTime, kTime) == R"(---
title: "My: Title"
summary: "Short: yes"
tags: [a, b c]
keywords: [k]
aliases: [Other name]
questions: ["Why?"]
related: [a/b/c.md, Some Title]
createdAt: 2026-02-03T11:20:00Z
updatedAt: 2026-02-03T11:20:00Z
importance: 50
maturity: draft
---
Intro.

## Reason
Because.

## Relations
- depends_on @a/b/c.md — because

## Raw Concept
**Task:**
do it

**Changes:**
- c1

**Files:**
- f1

**Flow:**
a -> b

**Timestamp:** 2026-02-03

**Author:** me

**Patterns:**
- `x.*` (flags: g) - d

## Narrative
### Structure
S

### Rules
R

### Diagrams
**T**
```mermaid
graph
```

## Facts
- **subject**: it is so [cat] (value: 1; from: 2026-01-01)

---

```ts
code
```

---

```
plain
```
)");
}

TEST_CASE("only what is given is written") {
  CHECK(write({}) ==
        "---\ntitle: Title\ncreatedAt: 2026-02-03T11:20:00Z\nupdatedAt: 2026-02-03T11:20:00Z\nimportance: "
        "50\nmaturity: draft\n---\n");
}

TEST_CASE("a title comes back byte for byte, whatever YAML would make of it") {
  for (const char* title : {"L2 Core (Split: Core)",
                            "- dash",
                            "\"quoted\" 'both'",
                            "#hash",
                            "yes",
                            "null",
                            "2026-11-30",
                            "1e3",
                            "{a: b}",
                            "@at",
                            "%pct",
                            "tab\tinside",
                            "---",
                            " padded ",
                            "line\nbreak",
                            "\xF0\x9F\x98\x80",
                            "\xD7\xA9\xD7\x9C",
                            "a: b",
                            "a #b",
                            "010",
                            "C#",
                            "cafe\xCC\x81",
                            "\x7F",
                            "..."}) {
    CAPTURE(title);
    const ParsedEntry parsed = parse_entry(write({}, title), "x");
    CHECK_FALSE(parsed.problem);
    CHECK(parsed.entry.title == title);
  }
}

TEST_CASE("known sections in a body are the fields they say they are; the rest stays body") {
  EntryContent content;
  content.body =
      "Intro\n\n## Facts\n- a\n- b [c]\n\nloose text\n\n## Mine\nkept\n\n## Narrative\n### Rules\nalways\n\n## "
      "Facts\n- d\n\n---\n\n```ts\nx\n```";
  content.facts = {{"given"}};
  const EntryContent stored = read(write(content));
  CHECK(stored.body == "Intro\n\n## Mine\nkept");
  CHECK(write(content).find("- d\n\nloose text\n\n---\n") != std::string::npos);
  CHECK(stored.facts == std::vector<Fact>{{"given"}, {"a"}, {"b", "", "", "c"}, {"d"}});
  CHECK(stored.narrative.value().rules == "always");
  CHECK(stored.snippets == std::vector<std::string>{"x"});
  CHECK(write(content).find("```ts\nx\n```") != std::string::npos);
}

TEST_CASE("text inside a known section that is none of its forms stays inside that section") {
  EntryContent content;
  content.body =
      "## Tags\nx\n\n## Narrative\nHow it is:\n\n### Rules\nr\n\n## Raw Concept\nTold by Ann.\n**Task:**\nt\n\n"
      "**Files:**\nnone yet\n\n## Facts\nAs measured:\n- a\n\nprose fact";
  CHECK(write(content).ends_with(
      "---\n## Tags\nx\n\n## Raw Concept\nTold by Ann.\n\nnone yet\n\n**Task:**\nt\n\n## Narrative\nHow it "
      "is:\n\n### Rules\nr\n\n## Facts\nAs measured:\n\n- a\n\nprose fact\n"));
  content.body = "## Tags\nx\n\n## Facts\nprose fact";
  CHECK(write(content).ends_with("---\n## Tags\nx\n\n## Facts\nprose fact\n"));
  CHECK_FALSE(is_empty(content));
}

TEST_CASE("a body that starts like frontmatter is body") {
  EntryContent content;
  content.body = "---\ntitle: Evil\n---\ntext";
  const ParsedEntry parsed = parse_entry(write(content), "x");
  CHECK(parsed.entry.title == "Title");
  CHECK(parsed.entry.content.body == content.body);
}

TEST_CASE("an open fence in one text does not swallow the next section") {
  EntryContent content;
  content.body = "text\n```\ncode";
  content.narrative = Narrative{"<!-- open", "~~~\nx", {}, {}, {}, {}};
  content.facts = {{"still a fact"}};
  const EntryContent stored = read(write(content, "T", "``` open"));
  CHECK(stored.body == "text\n```\ncode\n```");
  CHECK(stored.narrative.value().structure == "<!-- open\n-->");
  CHECK(stored.narrative.value().dependencies == "~~~\nx\n~~~");
  CHECK(stored.facts == content.facts);
}

TEST_CASE("snippets keep separators, fences and blank lines inside") {
  EntryContent content;
  content.snippets = {"a\n---\nb", "```\ninner\n```\nmore", "\n  indented", "~~~", "---"};
  CHECK(read(write(content)).snippets == content.snippets);
}

TEST_CASE("list items are one line, trimmed and not repeated") {
  EntryContent content;
  content.tags = {" a ", "A", "b\nc", "", "  "};
  content.raw_concept = RawConcept{};
  content.raw_concept->changes = {"- -", "--", "two\nlines", "* star", "1. one", "```"};
  const EntryContent stored = read(write(content));
  CHECK(stored.tags == std::vector<std::string>{"a", "b c"});
  CHECK(stored.raw_concept.value().changes ==
        std::vector<std::string>{"- -", "--", "two lines", "* star", "1. one", "```"});
}

TEST_CASE("whatever content is given, reading the written entry gives it back in normal form") {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    CAPTURE(seed);
    testing::RandomContent random(seed);
    const EntryContent content = random.content();
    const std::string title = "t" + random.line();
    const std::string bytes = write_new_entry(title, content, random.text(), kTime, kTime);
    const ParsedEntry parsed = parse_entry(bytes, "x");
    CHECK_FALSE(parsed.problem);
    CHECK(parsed.entry.title == title);
    CHECK(parsed.entry.content == normal_content(content).content);
  }
}

TEST_CASE("content in normal form is its own normal form") {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    CAPTURE(seed);
    const EntryContent normal = normal_content(testing::RandomContent(seed).content()).content;
    CHECK(normal_content(normal).content == normal);
  }
}
