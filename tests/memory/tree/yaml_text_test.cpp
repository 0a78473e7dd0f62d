#include "memory/tree/yaml_text.h"

#include <doctest/doctest.h>
#include <yaml-cpp/yaml.h>

#include <random>

#include "memory/tree/front_matter.h"

using namespace memory;

namespace {
const std::vector<std::string> kNasty = {"L2 Core (Split: Core)",
                                         "- dash",
                                         "\"quoted\" 'both'",
                                         "#hash",
                                         "a #b",
                                         "yes",
                                         "No",
                                         "null",
                                         "Null",
                                         "~",
                                         "true",
                                         "OFF",
                                         "y",
                                         "2026-11-30",
                                         "2026-11-30T10:00:00Z",
                                         "1e3",
                                         "010",
                                         "0x1F",
                                         "1_000",
                                         "1:30",
                                         ".inf",
                                         ".nan",
                                         "-",
                                         "---",
                                         "...",
                                         "- ",
                                         "{a: b}",
                                         "[x]",
                                         "@at",
                                         "%pct",
                                         "&a",
                                         "*a",
                                         "!t",
                                         "|",
                                         ">",
                                         "?",
                                         ":",
                                         "a: b",
                                         "a:",
                                         ": a",
                                         "`tick`",
                                         "tab\there",
                                         "line\nbreak",
                                         "\n",
                                         " lead",
                                         "trail ",
                                         "",
                                         " ",
                                         "it's",
                                         "a, b",
                                         "a]",
                                         "\\",
                                         "\\n",
                                         "\x01\x1B",
                                         "\xF0\x9F\x98\x80",
                                         "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D",
                                         "\xE2\x80\xAE"
                                         "abc",
                                         "\xE2\x80\xA8",
                                         "\xC2\x85",
                                         "\xEF\xBB\xBFx",
                                         "\xEF\xBF\xBF",
                                         "\xC2\xA0",
                                         "a\r\nb",
                                         "<<",
                                         "=",
                                         "null ",
                                         "12 monkeys",
                                         "don't",
                                         "# ",
                                         "a\t#b",
                                         "\"",
                                         "'"};

std::string as_value(const std::string& yaml) {
  const FrontMatter front = read_front_matter("---\nk: " + yaml + "\n---\n");
  REQUIRE(front.present);
  REQUIRE(front.items.size() == 1);
  return front.items.front().text;
}
}  // namespace

TEST_CASE("every text comes back from YAML as the same text, as a value and in a list") {
  for (const std::string& text : kNasty) {
    CAPTURE(text);
    CHECK(YAML::Load("k: " + yaml_text(text))["k"].as<std::string>() == text);
    CHECK(as_value(yaml_text(text)) == text);
    const YAML::Node list = YAML::Load("k: " + yaml_list({"first", text, "last"}))["k"];
    REQUIRE(list.size() == 3);
    CHECK(list[1].as<std::string>() == text);
  }
  const std::string nul("a\0b", 3);
  CHECK(YAML::Load("k: " + yaml_text(nul))["k"].as<std::string>() == nul);
}

TEST_CASE("what YAML would read as something else is quoted, what it would not stays plain") {
  for (const char* text : {"yes", "no", "NULL", "true", "on", "2026-11-30", "1e3", "010", "0x1F", "1:30", "12", "1.5",
                           "-1", "+1", ".5", "~", "y"}) {
    CAPTURE(text);
    CHECK(yaml_text(text) == "\"" + std::string(text) + "\"");
  }
  for (const char* text : {"plain", "Two words", "auth-billing", "a/b/c.md", "don't", "a (b)", "v1.2",
                           "\xC3\xBC"
                           "ber",
                           "yes please", "12 monkeys"}) {
    CAPTURE(text);
    CHECK(yaml_text(text) == text);
  }
}

TEST_CASE("a text stands on one line, whatever it holds") {
  for (const std::string& text : kNasty) CHECK(yaml_text(text).find_first_of("\n\r") == std::string::npos);
}

TEST_CASE("bytes that are not UTF-8 become replacement characters") {
  CHECK(as_value(yaml_text("a\xFF"
                           "b")) ==
        "a\xEF\xBF\xBD"
        "b");
}

TEST_CASE("random texts come back as they were") {
  std::mt19937 random(7);
  const std::string_view signs = "ab01 :#-?,[]{}&*!|>'\"%@`\\\n\t.~=<";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (auto length = random() % 12; length > 0; --length) text.push_back(signs[random() % signs.size()]);
    CAPTURE(text);
    CHECK(YAML::Load("k: " + yaml_text(text))["k"].as<std::string>() == text);
    CHECK(YAML::Load("[" + yaml_text(text) + ", z]")[0].as<std::string>() == text);
  }
}
