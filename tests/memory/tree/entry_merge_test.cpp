#include <doctest/doctest.h>

#include <algorithm>

#include "memory/tree/entry_codec.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

namespace {
const Time kNow = *parse_time("2026-03-01T00:00:00Z");

std::string merge(std::string_view target, std::string_view source) {
  auto merged = merge_entries(target, "target", source, "source", kNow);
  if (!merged) FAIL(merged.error().message);
  return *merged;
}
}  // namespace

TEST_CASE("a merge takes over field by field what only the source has") {
  const std::string target =
      "---\ntitle: Target\nsummary: kept\ntags: [a] # t\nowner: me\nlabels: [x]\nempty:\ncreatedAt: "
      "2026-02-01\nupdatedAt: 2026-02-02\nimportance: 40\nmaturity: "
      "validated\n---\nOne.\n\n## Narrative\n### Rules\nr1\n\n## Facts\n- known fact\n";
  const std::string source =
      "---\ntitle: Source\nsummary: dropped\ntags: [A, b]\nkeywords: [k]\nowner: you\nlabels: [x, z]\nempty: filled # "
      "c\nmap:\n  k: v\ncreatedAt: "
      "2026-01-01\nimportance: 80.12345\nmaturity: draft\n---\nTwo.\n\none.\n\n## Reason\nbecause\n\n## Raw "
      "Concept\n**Task:**\nt\n\n## Narrative\n### "
      "Rules\nr1\n\nr2\n\n## Facts\n- KNOWN fact [c]\n- new fact\n\n## Weird\nkept text\n\n---\n\n```ts\nsnip\n```\n";
  CHECK(merge(target, source) ==
        "---\ntitle: Target\nsummary: kept\ntags: [a, b] # t\nkeywords: [k]\naliases: [Source]\nowner: me\nlabels: [x, "
        "z]\nempty: filled # c\ncreatedAt: "
        "2026-01-01T00:00:00Z\nupdatedAt: 2026-03-01T00:00:00Z\nimportance: 80.1235\nmaturity: validated\nmap:\n  k: "
        "v\n---\nOne.\n\nTwo.\n\n## Weird\nkept "
        "text\n\n## Reason\nbecause\n\n## Raw Concept\n**Task:**\nt\n\n## Narrative\n### Rules\nr1\n\nr2\n\n## "
        "Facts\n- known fact [c]\n- new "
        "fact\n\n---\n\n```ts\nsnip\n```\n");
}

TEST_CASE("the source's title becomes an alias, unless it is the target's") {
  CHECK(parse_entry(merge("---\ntitle: Same\n---\n", "---\ntitle: same\naliases: [Old, SAME]\n---\n"), "x")
            .entry.content.aliases == std::vector<std::string>{"Old"});
  CHECK(parse_entry(merge("text\n", "text\n"), "x").entry.content.aliases == std::vector<std::string>{"source"});
}

TEST_CASE("facts of both are joined by folded statement, list items by folded text") {
  const std::string merged = merge("---\ntags: [CI]\n---\n## Facts\n- The sky is blue [nature]\n- Fact One.\n",
                                   "---\ntags: [ci, Ci  ]\n---\n## Facts\n- the  SKY is blue [weather] (from: "
                                   "2026-01-01)\n- fact  one. (value: 1)\n");
  const EntryContent content = parse_entry(merged, "x").entry.content;
  CHECK(content.tags == std::vector<std::string>{"CI"});
  CHECK(content.facts ==
        std::vector<Fact>{{"The sky is blue", "", "", "nature", "2026-01-01"}, {"Fact One.", "", "1"}});
}

TEST_CASE("snippets of the source are snippets, whatever heading stands behind them") {
  const std::string merged =
      merge("---\ntitle: T\n---\nt\n\n---\n\n```\nsn\n```\n", "s\n\n---\n\n```\nsn\n```\n\n## Links\n- a\n");
  CHECK(merged.ends_with("\n---\nt\n\ns\n\n## Links\n- a\n\n---\n\n```\nsn\n```\n"));
}

TEST_CASE("prose inside a section of the source goes to that section of the target") {
  CHECK(
      merge("---\ntitle: T\n---\nt\n\n## Facts\n- a\n", "## Facts\nAs measured:\n- b\n\nprose\n\n## Relations\nnone\n")
          .ends_with("\n---\nt\n\n## Relations\nnone\n\n## Facts\nAs measured:\n\n- a\n- b\n\nprose\n"));
}

TEST_CASE("a section that came twice in the source is not lost") {
  const EntryContent content = parse_entry(merge("t\n", "## Facts\n- a\n\n## Facts\n- b\n"), "x").entry.content;
  CHECK(content.facts == std::vector<Fact>{{"a"}, {"b"}});
}

TEST_CASE("a CRLF target stays one, also for keys of an LF source") {
  const std::string merged = merge("---\r\n  title: T\r\n---\r\nx\r\n", "---\nmap:\n  k: v\n---\ny\n");
  CHECK(merged.find("  map:\r\n    k: v\r\n") != std::string::npos);
  CHECK(std::count(merged.begin(), merged.end(), '\r') == std::count(merged.begin(), merged.end(), '\n'));
  CHECK_FALSE(parse_entry(merged, "x").problem);
}

TEST_CASE("frontmatter that cannot be read on either side is refused") {
  CHECK(merge_entries("---\na: 1\na: 1\n---\n", "t", "x", "s", kNow).error().code == ErrorCode::kUnparsable);
  const auto merged = merge_entries("x", "t", "---\na: 1\na: 1\n---\n", "s", kNow);
  REQUIRE_FALSE(merged);
  CHECK(merged.error().message.find("source") != std::string::npos);
}

TEST_CASE("a merge loses no fact, list item, relation or snippet of either side") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    testing::RandomContent random(seed);
    const std::string target = write_new_entry("T", random.content(), random.text(), Time{}, Time{});
    const std::string source = write_new_entry("S", random.content(), random.text(), Time{}, Time{});
    const ParsedEntry merged = parse_entry(merge(target, source), "x");
    CHECK_FALSE(merged.problem);
    for (const std::string& side : {target, source}) {
      const EntryContent content = parse_entry(side, "x").entry.content;
      for (const std::string& snippet : content.snippets) {
        CHECK(std::find(merged.entry.content.snippets.begin(), merged.entry.content.snippets.end(), snippet) !=
              merged.entry.content.snippets.end());
      }
      const EntryContent& all = merged.entry.content;
      for (const Fact& fact : content.facts) {
        CHECK(std::any_of(all.facts.begin(), all.facts.end(),
                          [&](const Fact& f) { return fold_case(f.statement) == fold_case(fact.statement); }));
      }
      for (const Relation& relation : content.relations) {
        CHECK(std::any_of(all.relations.begin(), all.relations.end(),
                          [&](const Relation& r) { return folded_key(r.target) == folded_key(relation.target); }));
      }
    }
    CHECK(parse_entry(merge(target, target), "x").entry.content.facts == parse_entry(target, "x").entry.content.facts);
  }
}
