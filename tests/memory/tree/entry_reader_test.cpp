#include <doctest/doctest.h>

#include <chrono>

#include "memory/tree/entry_codec.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

namespace {
constexpr std::string_view kExample = R"(---
title: Auth-Billing Circular Dependency
summary: Auth imports billing
tags: [architecture, tech-debt]
keywords: [auth, billing]
related: [architecture/boundaries/deps.md]
createdAt: 2026-02-03T11:20:00Z
updatedAt: 2026-02-15T09:45:00Z
importance: 55.5
maturity: validated
pinned: true
---
Intro text.

## Reason
Worth remembering.

## Relations
- depends_on @architecture/boundaries/deps.md — the cycle starts there
- see [[Other Entry]]

## Raw Concept
**Task:**
Map the dependency

**Changes:**
- PR 847
- two
  lines

**Files:**
- src/a.ts

**Flow:**
a -> b

**Timestamp:** 2026-02-03T11:20:00Z

**Author:** someone

**Patterns:**
- `import .*` (flags: g) - direct imports

## Narrative
### Structure
The structure.

#### Deeper
more

### Diagrams
**Overview**
```mermaid
graph TD
```

## Facts
- **severity**: cycles are severe [convention] (value: high; from: 2026-02-03)
- plain fact @a/b/c.md

---

```ts
const a = 1;

---
```

---

```
second
```
)";

std::string with_returns(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}
}  // namespace

TEST_CASE("an entry in the documented format is read in full") {
  const ParsedEntry parsed = parse_entry(kExample, "file_name");
  const Entry& entry = parsed.entry;
  CHECK_FALSE(parsed.problem);
  CHECK(entry.title == "Auth-Billing Circular Dependency");
  CHECK(entry.title_in_file);
  CHECK(entry.content.summary == "Auth imports billing");
  CHECK(entry.content.tags == std::vector<std::string>{"architecture", "tech-debt"});
  CHECK(entry.created_at == parse_time("2026-02-03T11:20:00Z"));
  CHECK(entry.updated_at == parse_time("2026-02-15T09:45:00Z"));
  CHECK(entry.importance == 55.5);
  CHECK(entry.maturity == "validated");
  CHECK(entry.pinned);
  CHECK(entry.content.body == "Intro text.");
  CHECK(entry.reason == "Worth remembering.");
  CHECK(entry.content.relations ==
        std::vector<Relation>{{"architecture/boundaries/deps", "depends_on", "the cycle starts there"},
                              {"Other Entry", "see", ""}});
  const RawConcept& raw = entry.content.raw_concept.value();
  CHECK(raw.task == "Map the dependency");
  CHECK(raw.changes == std::vector<std::string>{"PR 847", "two lines"});
  CHECK(raw.flow == "a -> b");
  CHECK(raw.timestamp == "2026-02-03T11:20:00Z");
  CHECK(raw.author == "someone");
  CHECK(raw.patterns == std::vector<Pattern>{{"import .*", "g", "direct imports"}});
  const Narrative& narrative = entry.content.narrative.value();
  CHECK(narrative.structure == "The structure.\n\n#### Deeper\nmore");
  CHECK(narrative.diagrams == std::vector<Diagram>{{"mermaid", "Overview", "graph TD"}});
  CHECK(entry.content.facts ==
        std::vector<Fact>{{"cycles are severe", "severity", "high", "convention", "2026-02-03", "", ""},
                          {"plain fact @a/b/c.md"}});
  CHECK(entry.content.snippets == std::vector<std::string>{"const a = 1;\n\n---", "second"});
}

TEST_CASE("lines and offsets are those of the file") {
  const ParsedEntry parsed = parse_entry(kExample, "x");
  CHECK(kExample.substr(parsed.body_offset).starts_with("Intro text."));
  CHECK(parsed.body_line == 13);
  CHECK(parsed.lines == static_cast<int>(split_lines(kExample).size()));
  CHECK(parse_entry("a\nb", "x").lines == 2);
  CHECK(parse_entry("", "x").lines == 0);
  CHECK(parse_entry("\xEF\xBB\xBFtext", "x").body_offset == 3);
  CHECK(parse_entry("text", "x").body_line == 1);
}

TEST_CASE("the links are the relations and then what the text names") {
  std::vector<std::string> targets;
  for (const Relation& link : parse_entry(kExample, "x").links) targets.push_back(link.target);
  CHECK(targets == std::vector<std::string>{"architecture/boundaries/deps", "Other Entry", "a/b/c"});
}

TEST_CASE("CRLF, and a BOM before it, change nothing of what is read") {
  const ParsedEntry plain = parse_entry(kExample, "x");
  const ParsedEntry windows = parse_entry("\xEF\xBB\xBF" + with_returns(kExample), "x");
  CHECK(windows.entry.content == plain.entry.content);
  CHECK(windows.entry.reason == plain.entry.reason);
  CHECK(windows.lines == plain.lines);
}

TEST_CASE("a file without a title has its name for one") {
  CHECK(parse_entry("text", "my_file").entry.title == "my_file");
  CHECK_FALSE(parse_entry("text", "my_file").entry.title_in_file);
  CHECK(parse_entry("---\ntitle:\n---\n", "my_file").entry.title == "my_file");
  CHECK(parse_entry("---\ntitle: [a]\n---\n", "my_file").entry.title == "my_file");
  CHECK(parse_entry("---\ntitle: null\n---\n", "my_file").entry.title == "null");
}

TEST_CASE("frontmatter that cannot be read leaves the whole file as text and names the line") {
  const ParsedEntry parsed = parse_entry("---\ntitle: x\ntitle: y\n---\nbody\n", "name");
  REQUIRE(parsed.problem);
  CHECK(parsed.problem->line == 3);
  CHECK(parsed.problem->what == "duplicate key `title`");
  CHECK(parsed.entry.title == "name");
  CHECK(parsed.body_offset == 0);
  CHECK(parsed.entry.content.body.value().find("body") != std::string::npos);
}

TEST_CASE("times fall back: updatedAt to createdAt, unreadable ones to none") {
  const Entry created = parse_entry("---\ncreated: 2026-01-02\n---\n", "x").entry;
  CHECK(created.created_at == parse_time("2026-01-02"));
  CHECK(created.updated_at == created.created_at);
  CHECK_FALSE(parse_entry("---\nupdatedAt: yesterday\n---\n", "x").entry.updated_at);
  CHECK_FALSE(parse_entry("text", "x").entry.updated_at);
}

TEST_CASE("importance is a number from 0 to 100, maturity one of three words") {
  const auto importance = [](const std::string& value) {
    return parse_entry("---\nimportance: " + value + "\n---\n", "x").entry.importance;
  };
  CHECK(importance("55") == 55);
  CHECK(importance("\"12.5\"") == 12.5);
  CHECK(importance("1000") == 100);
  CHECK(importance("-3") == 0);
  CHECK_FALSE(importance("nan"));
  CHECK_FALSE(importance("high"));
  CHECK(importance("inf") == 100);
  CHECK(parse_entry("---\nmaturity: Core\n---\n", "x").entry.maturity == "core");
  CHECK_FALSE(parse_entry("---\nmaturity: ripe\n---\n", "x").entry.maturity);
  CHECK(parse_entry("---\npinned: yes\n---\n", "x").entry.pinned);
  CHECK_FALSE(parse_entry("---\npinned: false\n---\n", "x").entry.pinned);
}

TEST_CASE("known section names match in any case; unknown headings before them are body") {
  const EntryContent content =
      parse_entry("# Top\n\ntext\n\n## Mine\nx\n\n## FACTS\n- f\n\n## Other\ny\n", "x").entry.content;
  CHECK(content.body == "# Top\n\ntext\n\n## Mine\nx");
  CHECK(content.facts == std::vector<Fact>{{"f"}});
}

TEST_CASE("author and timestamp are one line; what stands below is not theirs") {
  const RawConcept raw = parse_entry("## Raw Concept\n**Author:** me\nhand\n\n**Timestamp:**\n\nnow\nlater\n", "x")
                             .entry.content.raw_concept.value();
  CHECK(raw.author == "me");
  CHECK(raw.timestamp == "now");
}

TEST_CASE("of two sections with one name the first is the section") {
  const EntryContent content =
      parse_entry("## Facts\n- a\n\n## Facts\n- b\n\n## Raw Concept\n**Task:** one\n**Task:** two\n", "x")
          .entry.content;
  CHECK(content.facts == std::vector<Fact>{{"a"}});
  CHECK(content.raw_concept.value().task == "one");
}

TEST_CASE("headings of another level, in quotes, lists, code and comments are no sections") {
  for (const std::string_view text :
       {"# Facts\n- a\n", "### Facts\n- a\n", "> ## Facts\n> - a\n", "- x\n\n  ## Facts\n", "```\n## Facts\n- a\n```\n",
        "<!--\n## Facts\n- a\n-->\n", "    ## Facts\n"}) {
    CAPTURE(text);
    const EntryContent content = parse_entry(text, "x").entry.content;
    CHECK(content.facts.empty());
    CHECK(content.body.has_value());
  }
}

TEST_CASE("snippets are the fenced blocks behind separators at the end, and only there") {
  CHECK(parse_entry("a\n\n---\n\n```\nx\n```\n", "x").entry.content.snippets == std::vector<std::string>{"x"});
  CHECK(parse_entry("a\n\n---\n\n```\nx\n```\n\nb\n", "x").entry.content.snippets.empty());
  CHECK(parse_entry("a\n\n---\n\ntext\n", "x").entry.content.snippets.empty());
  CHECK(parse_entry("a\n\n***\n\n```\nx\n```\n", "x").entry.content.snippets.empty());
  CHECK(parse_entry("a\n\n```\nx\n```\n", "x").entry.content.snippets.empty());
}

TEST_CASE("escapes before structure are taken away when text is read") {
  const Entry entry = parse_entry("## Reason\n\\## Facts\n\\\\# x\n\\*keep\\*\n", "x").entry;
  CHECK(entry.reason == "## Facts\n\\# x\n\\*keep\\*");
  CHECK(entry.content.facts.empty());
}

TEST_CASE("random bytes never harm the reader, and reading is a function of the bytes") {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    testing::RandomContent pieces(static_cast<unsigned>(round));
    std::string bytes = pieces.maybe() ? "---\n" : "";
    for (int i = 0; i < 5; ++i) bytes += pieces.text() + (pieces.maybe() ? "\n---\n" : "\r\n");
    for (auto flips = random() % 4; flips > 0; --flips) bytes[random() % bytes.size()] = static_cast<char>(random());
    const ParsedEntry once = parse_entry(bytes, "x");
    CHECK(once.entry.content == parse_entry(bytes, "x").entry.content);
    CHECK(once.body_offset <= bytes.size());
  }
}

TEST_CASE("large and hostile entries are read in linear time") {
  const auto start = std::chrono::steady_clock::now();
  const auto repeated = [](std::string_view piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += piece;
    return text;
  };
  for (const std::string& text :
       {std::string(1 << 20, 'x'), repeated("word ", 200'000), repeated("[", 100'000), repeated(">", 100'000),
        repeated("- ", 100'000), "## Facts\n" + repeated("- **a**: b [c] (value: d)\n", 20'000),
        repeated("## Facts\n", 50'000), repeated("## Facts\n- x\n", 20'000),
        "## Narrative\n" + repeated("### Diagrams\n```\nx\n```\n", 10'000),
        "## Narrative\n### Diagrams\n" + repeated("```\nx\n```\n", 20'000),
        "## Raw Concept\n" + repeated("**Task:** x\n", 30'000), repeated("---\n```\nx\n```\n", 20'000),
        "## Facts\n- " + repeated(" (", 100'000) + ")", "## Facts\n- " + repeated("**", 100'000) + ":",
        "## Facts\n- " + repeated("\\", 100'001) + "]", "## Relations\n- " + repeated("[[", 50'000),
        "## Reason\n" + repeated("\\# x\n", 30'000), repeated("\n", 500'000), repeated("\r", 100'000)}) {
    CAPTURE(text.substr(0, 30));
    CHECK(parse_entry(text, "x").lines >= 1);
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}
