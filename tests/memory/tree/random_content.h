// Random entry content made of pieces that look like structure: headings, fences, list marks, YAML signs, links.
// Seeded, so a failure can be repeated.
#pragma once

#include <array>
#include <random>
#include <string>
#include <string_view>

#include "memory/tree/entry.h"

namespace memory::testing {

class RandomContent {
 public:
  explicit RandomContent(unsigned seed) : random_(seed) {}

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  bool maybe() { return below(2) == 0; }

  // A few pieces on one line, or with line breaks between.
  std::string line() { return joined(1 + below(4), false); }
  std::string text() { return joined(1 + below(12), true); }

  EntryContent content() {
    EntryContent made;
    if (maybe()) made.body = text();
    if (maybe()) made.summary = maybe() ? line() : text();
    made.tags = list();
    made.keywords = list();
    made.aliases = list();
    made.questions = list();
    for (int i = below(4); i > 0; --i) made.relations.push_back({target(), optional_line(), optional_line()});
    for (int i = below(5); i > 0; --i) made.facts.push_back(fact());
    for (int i = below(3); i > 0; --i) made.snippets.push_back(text());
    if (maybe()) made.raw_concept = raw_concept();
    if (maybe()) made.narrative = narrative();
    return made;
  }

  Fact fact() {
    return {maybe() ? line() : text(), optional_line(), optional_line(), optional_line(),
            optional_line(),           optional_line(), optional_line()};
  }

  std::string target() { return maybe() ? "domain/topic/entry_" + std::to_string(below(4)) : line(); }

 private:
  std::vector<std::string> list() {
    std::vector<std::string> items;
    for (int i = below(4); i > 0; --i) items.push_back(line());
    return items;
  }

  std::string optional_line() { return maybe() ? line() : std::string(); }
  std::optional<std::string> optional_text() { return maybe() ? std::optional(text()) : std::nullopt; }

  RawConcept raw_concept() {
    RawConcept raw;
    raw.task = optional_text();
    raw.changes = list();
    raw.files = list();
    raw.flow = optional_text();
    if (maybe()) raw.timestamp = line();
    if (maybe()) raw.author = line();
    for (int i = below(3); i > 0; --i) raw.patterns.push_back({line(), optional_line(), optional_line()});
    return raw;
  }

  Narrative narrative() {
    Narrative made;
    made.structure = optional_text();
    made.dependencies = optional_text();
    made.highlights = optional_text();
    made.rules = optional_text();
    made.examples = optional_text();
    for (int i = below(3); i > 0; --i) made.diagrams.push_back({optional_line(), optional_line(), text()});
    return made;
  }

  std::string joined(int count, bool lines) {
    static constexpr std::array<std::string_view, 78> kPieces = {"word",
                                                                 "two words",
                                                                 "## Facts",
                                                                 "## Reason",
                                                                 "# Title",
                                                                 "### Rules",
                                                                 "## Other",
                                                                 "---",
                                                                 "--",
                                                                 "===",
                                                                 "- item",
                                                                 "* star",
                                                                 "```",
                                                                 "```ts",
                                                                 "~~~",
                                                                 "````",
                                                                 "**Task:**",
                                                                 "**Author:** me",
                                                                 "**bold**:",
                                                                 "**a**: b",
                                                                 "**",
                                                                 "*",
                                                                 "\\",
                                                                 "\\\\",
                                                                 "\\## Facts",
                                                                 "\\---",
                                                                 "[x]",
                                                                 "(value: 1)",
                                                                 "[cat] (from: 2026-01-01)",
                                                                 "(see docs)",
                                                                 ")",
                                                                 "]",
                                                                 "(",
                                                                 "[",
                                                                 ";",
                                                                 "`",
                                                                 "``",
                                                                 "`code`",
                                                                 "@a/b/c.md",
                                                                 "@type",
                                                                 "[[Link]]",
                                                                 "[[Link#h|l]]",
                                                                 "|",
                                                                 "#",
                                                                 "# ",
                                                                 " #",
                                                                 ": ",
                                                                 "key: value",
                                                                 "yes",
                                                                 "null",
                                                                 "1e3",
                                                                 "010",
                                                                 "2026-11-30",
                                                                 "\"",
                                                                 "'",
                                                                 "{a: b}",
                                                                 "%",
                                                                 "&x",
                                                                 "*x",
                                                                 "!tag",
                                                                 "> quote",
                                                                 "    code",
                                                                 "\t",
                                                                 "<!-- c",
                                                                 "-->",
                                                                 "<div>",
                                                                 "<script>",
                                                                 "| a | b |",
                                                                 "|---|---|",
                                                                 "1. one",
                                                                 "\xF0\x9F\x98\x80",
                                                                 "\xD7\x90\xD7\x91",
                                                                 "e\xCC\x81",
                                                                 "\xE4\xBB\xA4\xE7\x89\x8C",
                                                                 " \xE2\x80\x94 ",
                                                                 " - ",
                                                                 "\\)",
                                                                 "Facts"};
    std::string made;
    for (int i = 0; i < count; ++i) {
      if (i > 0) made += lines && below(3) > 0 ? (below(4) == 0 ? "\n\n" : "\n") : (maybe() ? " " : "");
      made += kPieces[static_cast<std::size_t>(below(static_cast<int>(kPieces.size())))];
    }
    return made;
  }

  std::mt19937 random_;
};

}  // namespace memory::testing
