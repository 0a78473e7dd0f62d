#include "memory/tree/content.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("texts lose blank lines at both ends and carriage returns, and keep the blanks of their last line") {
  EntryContent content;
  content.body = "\r\n \n    code\r\nline  \n\n";
  content.summary = "  s \n";
  content.narrative = Narrative{"  \n", "x\n", {}, {}, {}, {}};
  const EntryContent normal = normal_content(content).content;
  CHECK(normal.body == "    code\nline  ");
  CHECK(normal.summary == "s");
  CHECK_FALSE(normal.narrative.value().structure);
  CHECK(normal.narrative.value().dependencies == "x");
}

TEST_CASE("nothing but blanks is nothing") {
  EntryContent content;
  content.body = " \n";
  content.summary = "";
  content.tags = {"", " "};
  content.facts = {{" "}};
  content.relations = {{" ", "x", "y"}};
  content.snippets = {"\n", "```\n\n```"};
  content.raw_concept = RawConcept{"", {""}, {}, {}, " ", {}, {{"", "", ""}}};
  content.narrative = Narrative{"", {}, {}, {}, {}, {{"mermaid", "t", " "}}};
  CHECK(is_empty(content));
  CHECK(normal_content(content).content == EntryContent{});
  content.snippets = {"x"};
  CHECK_FALSE(is_empty(content));
}

TEST_CASE("a reason inside a body is handed out as the reason") {
  EntryContent content;
  content.body = "a\n\n## Reason\nbecause\n";
  const NormalContent normal = normal_content(content);
  CHECK(normal.content.body == "a");
  CHECK(normal.reason == "because");
}

TEST_CASE("a section that only appears when another one is taken out is found too") {
  EntryContent content;
  content.body = "## Facts\nReason\n- f\n---\nwhy";
  const NormalContent normal = normal_content(content);
  CHECK(normal_content(normal.content).content == normal.content);
}

TEST_CASE("the language of a snippet's own fence is remembered beside its text") {
  EntryContent content;
  content.snippets = {"```ts\nx\n```", "x", "~~~\ny\n~~~"};
  const NormalContent normal = normal_content(content);
  CHECK(normal.content.snippets == std::vector<std::string>{"x", "y"});
  CHECK(normal.languages.at("x") == "ts");
  CHECK_FALSE(normal.languages.contains("y"));
}

TEST_CASE("lists unite by folded text, and the first spelling stays") {
  std::vector<std::string> list = {"API", "x"};
  unite(list, {"api", "Y", "y", "X"});
  CHECK(list == std::vector<std::string>{"API", "x", "Y"});
}

TEST_CASE("blanks do not tell list items or given facts apart") {
  std::vector<std::string> list = {"CI", "two words"};
  unite(list, {"ci", "Two  Words", "two\xC2\xA0words", "two-words"});
  CHECK(list == std::vector<std::string>{"CI", "two words", "two-words"});
  EntryContent content;
  content.facts = {{"Fact One."}, {"fact  one.", "", "1"}, {"fact one.", "", "2"}};
  CHECK(normal_content(content).content.facts == std::vector<Fact>{{"Fact One.", "", "1"}, {"fact one.", "", "2"}});
}

TEST_CASE("a text that is not UTF-8 is refused with its field") {
  CHECK(check_content("title", {}));
  CHECK(check_content(std::string_view("a\0b", 3), {}));
  CHECK_FALSE(check_content(" ", {}));
  CHECK(check_content("\xFF", {}).error().field == "title");
  EntryContent content;
  content.raw_concept = RawConcept{};
  content.raw_concept->patterns = {{"ok", "", "\xC3"}};
  const auto checked = check_content("t", content);
  REQUIRE_FALSE(checked);
  CHECK(checked.error().code == ErrorCode::kInvalidArgument);
  CHECK(checked.error().field == "raw_concept.patterns");
  content = {};
  content.narrative = Narrative{};
  content.narrative->diagrams = {{"", "", "\x80"}};
  CHECK(check_content("t", content).error().field == "narrative.diagrams");
  content = {};
  content.body = "\xED\xA0\x80";
  CHECK(check_content("t", content).error().field == "body");
}
