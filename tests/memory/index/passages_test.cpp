#include "memory/index/passages.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "memory/index/entry_passages.h"
#include "memory/tree/outline.h"
#include "memory/tree/text.h"
#include "tests/support/indexed_tree.h"
#include "tests/support/random.h"

using namespace memory;

namespace {

std::vector<std::string> texts(const std::string& body) {
  std::vector<std::string> found;
  for (const Passage& passage : split_passages(body, 0, 1).passages) {
    found.push_back(body.substr(passage.begin, passage.end - passage.begin));
  }
  return found;
}

std::string words(int count, const std::string& word = "word") {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? " " : "") + word;
  return text;
}

std::string wide_text(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "漢字";
  return text + "。";
}

}  // namespace

TEST_CASE("each turn of a dialogue is a passage with its speaker") {
  const std::string body = "# Talk\nDate: today\n\nAnn: Hi!\nBob: Hello Ann.\nAnn: How are you?\nBob: Fine.\n";
  const PassageMap map = split_passages(body, 0, 1);
  REQUIRE(map.passages.size() == 5);
  CHECK(texts(body)[1] == "Ann: Hi!");
  CHECK(map.speakers.at(map.passages[2].speaker) == "Bob");
  CHECK(map.passages[2].first_line == 5);
  CHECK(map.passages[2].role == Role::kNamed);
  CHECK(map.sections.at(map.passages[4].section) == "Talk");
}

TEST_CASE("a message of user and assistant keeps its paragraphs, code and lists, and its headings end with it") {
  const std::string body =
      "user: How?\nassistant: Like this:\n\n## Step\n\n- one\n- two\n\n```sh\nuser: not a turn\n```\nuser: Thanks\n";
  const PassageMap map = split_passages(body, 0, 1);
  CHECK(map.passages.front().role == Role::kUser);
  CHECK(map.passages.back().role == Role::kUser);
  CHECK(map.sections.at(map.passages.back().section).empty());
  CHECK(texts(body).back() == "user: Thanks");
  CHECK(map.passages[1].role == Role::kAssistant);
}

TEST_CASE("labels that occur once are no speakers") {
  const std::string body = "Task: one\nFiles: two\nFlow: three\n";
  for (const Passage& passage : split_passages(body, 0, 1).passages) CHECK(passage.speaker == 0);
}

TEST_CASE("prose is gathered into passages of about sixty words that never cut a line in the middle") {
  std::string body;
  for (int i = 0; i < 20; ++i) body += words(12) + ".\n";
  const auto found = texts(body);
  CHECK(found.size() == 4);
  for (const std::string& text : found) CHECK(text.ends_with("."));
}

TEST_CASE("a long paragraph on one line is cut at sentence ends") {
  std::string body;
  for (int i = 0; i < 20; ++i)
    body += "This is sentence number " + std::to_string(i) + " of the paragraph with words. ";
  const PassageMap map = split_passages(body, 0, 1);
  REQUIRE(map.passages.size() >= 3);
  for (const Passage& passage : map.passages) {
    CHECK(passage.partial);
    CHECK(passage.first_line == 1);
    CHECK(trim(body.substr(passage.begin, passage.end - passage.begin)).ends_with("."));
  }
}

TEST_CASE("code blocks and tables stay whole") {
  std::string code = "```cpp\n";
  for (int i = 0; i < 60; ++i) code += "line " + std::to_string(i) + ";\n\n";
  code += "```";
  std::string table = "| a | b |\n|---|---|\n";
  for (int i = 0; i < 30; ++i) table += "| one | two |\n";
  const auto found = texts("Intro.\n\n" + code + "\n\n" + table);
  bool whole_code = false;
  bool whole_table = false;
  for (const std::string& text : found) {
    whole_code = whole_code || text.find(code) != std::string::npos;
    whole_table = whole_table || text.find(std::string(trim(table))) != std::string::npos;
  }
  CHECK(whole_code);
  CHECK(whole_table);
}

TEST_CASE("headings name the section and stand with the text behind them") {
  const std::string body = "## Narrative\n### Rules\nNever force.\n### Examples\n# comment\n```\n# no heading\n```\n";
  const PassageMap map = split_passages(body, 0, 1);
  CHECK(map.sections.at(map.passages.front().section) == "Narrative > Rules");
  CHECK(texts(body).front() == "## Narrative\n### Rules\nNever force.");
  for (const std::string& section : map.sections) CHECK(section.find("no heading") == std::string::npos);
}

TEST_CASE("each fact is a passage, and says whether it is superseded") {
  const std::string body =
      "## Facts\n- **port**: is 8080 (value: 8080; superseded-by: a/b/c)\n- **port**: is 8081 (value: 8081)\n";
  const PassageMap map = split_passages(body, 0, 1);
  REQUIRE(map.passages.size() == 2);
  CHECK(map.passages[0].superseded);
  CHECK_FALSE(map.passages[1].superseded);
}

TEST_CASE("the body's place in the file is kept") {
  const std::string file = "---\ntitle: x\n---\nFirst.\r\nSecond.\r\n";
  const PassageMap map = split_passages(file, 17, 4);
  REQUIRE(map.passages.size() == 1);
  CHECK(map.passages[0].first_line == 4);
  CHECK(map.passages[0].last_line == 5);
  CHECK(file.substr(map.passages[0].begin, map.passages[0].end - map.passages[0].begin) == "First.\r\nSecond.");
}

TEST_CASE("passages cover every line of any text once, in order") {
  tests::Random random(3);
  const std::vector<std::string> pieces = {"word ",
                                           "Ann: ",
                                           "user: ",
                                           "assistant: ",
                                           "# ",
                                           "- ",
                                           "```",
                                           "\n",
                                           "\n\n",
                                           "| a | b |\n|---|\n",
                                           ". ",
                                           "漢字。",
                                           "\xFF",
                                           "    ",
                                           "---",
                                           "1. ",
                                           "superseded-by:",
                                           "## Facts\n",
                                           words(70) + ". ",
                                           wide_text(100)};
  for (int round = 0; round < 300; ++round) {
    std::string body;
    for (std::uint32_t i = 0; i < 5 + random.below(60); ++i)
      body += pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
    std::size_t at = 0;
    std::uint32_t line = 0;
    for (const Passage& passage : split_passages(body, 0, 1).passages) {
      REQUIRE(passage.begin >= at);
      REQUIRE(passage.end > passage.begin);
      REQUIRE(passage.end <= body.size());
      REQUIRE(passage.first_line >= line);
      REQUIRE(passage.last_line >= passage.first_line);
      for (const std::string_view between : split_lines(std::string_view(body).substr(at, passage.begin - at))) {
        REQUIRE(between.find_first_not_of(" \t\r-") == std::string_view::npos);  // blank, or a break
      }
      at = passage.end;
      line = passage.first_line;
    }
    for (const std::string_view rest : split_lines(std::string_view(body).substr(at))) {
      REQUIRE(rest.find_first_not_of(" \t\r-") == std::string_view::npos);
    }
  }
}

TEST_CASE("a line of a megabyte becomes many passages") {
  for (const std::string& unit : {std::string("x"), std::string("ab "), std::string("語"), std::string("\x80")}) {
    std::string body;
    while (body.size() < 1000000) body += unit;
    const auto map = split_passages(body, 0, 1);
    CHECK(map.passages.size() > 100);
    CHECK(map.passages.size() < 20000);
  }
}

TEST_CASE("of a folder's context.md only what people wrote is cut into passages") {
  const std::string bytes = "# Web\n\nEverything about the web.\n\n" + std::string(kRegionBegin) +
                            "\n- [Deploy](deploy.md) generated\n" + std::string(kRegionEnd) + "\n\nMore of mine.\n";
  const auto stored = tests::entry("web/context", bytes);
  REQUIRE(stored->kind == SymbolKind::kSummary);
  std::string all;
  for (const Passage& passage : passages_of(*stored).passages)
    all += bytes.substr(passage.begin, passage.end - passage.begin);
  CHECK(all.find("Everything") != std::string::npos);
  CHECK(all.find("More of mine") != std::string::npos);
}

TEST_CASE("an entry without a body is found by its frontmatter") {
  const auto stored = tests::entry("a/b/c", "---\ntitle: Lone title\nsummary: All of it\n---\n");
  REQUIRE(passages_of(*stored).passages.size() == 1);
  CHECK(passages_of(*stored).passages.front().first_line <= 2);
}

TEST_CASE("the sections of an entry read alone are those of its passages, whatever its text") {
  const std::vector<std::string> lines = {"",
                                          "# One",
                                          "## Two",
                                          "### Facts",
                                          "user: hello there",
                                          "assistant: hello yourself",
                                          "**Ann:** good morning",
                                          "- an item",
                                          "  # not a heading",
                                          "```",
                                          "---",
                                          "| a | b |",
                                          "Setext",
                                          "=====",
                                          words(130),
                                          "plain text"};
  tests::Random random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = random.one_in(2) ? "---\n# a comment\ntitle: T\n---\n" : "";
    for (std::uint32_t i = random.below(12); i > 0; --i) {
      bytes += lines[random.below(static_cast<std::uint32_t>(lines.size()))] + "\n";
    }
    const std::string file = random.one_in(4) ? "a/b/context.md" : random.one_in(4) ? "_archived/a/b/c.md" : "a/b/c.md";
    const EntryPtr entry = make_stored_entry(file, bytes);
    CAPTURE(bytes);
    CHECK(sections_of(*entry) == passages_of(*entry).sections);
  }
}
