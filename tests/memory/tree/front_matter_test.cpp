#include "memory/tree/front_matter.h"

#include <doctest/doctest.h>

#include <chrono>

using namespace memory;

namespace {
FrontMatter read(const std::string& block) { return read_front_matter("---\n" + block + "---\nbody\n"); }

std::string text(const FrontMatter& front, std::string_view key) {
  const FrontMatterKey* found = find_key(front, key);
  REQUIRE(found != nullptr);
  return found->text;
}

int problem_line(const std::string& block) {
  const FrontMatter front = read(block);
  CHECK_FALSE(front.present);
  CHECK(front.end == front.begin);
  return front.problem ? front.problem->line : 0;
}
}  // namespace

TEST_CASE("frontmatter starts on the first line with exactly three dashes, behind a BOM at most") {
  CHECK(read_front_matter("---\ntitle: x\n---\n").present);
  CHECK(read_front_matter("\xEF\xBB\xBF---\r\ntitle: x\r\n---\r\n").present);
  CHECK(read_front_matter("---\n---\nbody").present);
  CHECK(read_front_matter("---\ntitle: x\n---").end == 16);
  for (const char* bytes :
       {"", "---", "--- ", "\n---\ntitle: x\n---\n", "--- x\ntitle: x\n---\n", "----\ntitle: x\n---\n",
        " ---\ntitle: x\n---\n", "text", "+++", "+++\ntext\n", "+++ x\n+++\n"}) {
    CAPTURE(bytes);
    const FrontMatter front = read_front_matter(bytes);
    CHECK_FALSE(front.present);
    CHECK_FALSE(front.problem);
    CHECK(front.end == 0);
  }
}

TEST_CASE("blanks behind the dashes are part of the delimiter lines") {
  for (const std::string blanks : {" ", "\t", "  \t "}) {
    for (const std::string end : {"\n", "\r\n"}) {
      const FrontMatter front =
          read_front_matter("---" + blanks + end + "title: x" + end + "---" + blanks + end + "body");
      CHECK(front.present);
      CHECK(text(front, "title") == "x");
      CHECK(front.keys == 3 + blanks.size() + end.size());
    }
  }
}

TEST_CASE("a block in TOML is a problem of the first line") {
  for (const char* bytes : {"+++\ntitle = 'x'\n+++\nbody\n", "\xEF\xBB\xBF+++ \r\n[a]\r\n+++\t\r\n", "+++\n+++"}) {
    CAPTURE(bytes);
    const FrontMatter front = read_front_matter(bytes);
    CHECK_FALSE(front.present);
    CHECK(front.end == front.begin);
    REQUIRE(front.problem);
    CHECK(front.problem->line == 1);
    CHECK(front.problem->what.find("TOML") != std::string::npos);
  }
}

TEST_CASE("text between thematic breaks is no frontmatter, a block of keys without an end is a problem") {
  CHECK_FALSE(read_front_matter("---\nsome text\n---\nmore\n").problem);
  CHECK_FALSE(read_front_matter("---\nsome text\n---\nmore\n").present);
  CHECK_FALSE(read_front_matter("---\nsome text\n").problem);
  CHECK(read_front_matter("---\ntitle: x\ntext\n").problem);
}

TEST_CASE("every scalar is the text it is") {
  const FrontMatter front =
      read("a: yes\nb: 1e3\nc: 2026-11-30\nd: 010\ne: null\nf: 'single'\ng: \"dou\\tble\"\nh: 12:30\n");
  CHECK(text(front, "a") == "yes");
  CHECK(text(front, "b") == "1e3");
  CHECK(text(front, "c") == "2026-11-30");
  CHECK(text(front, "d") == "010");
  CHECK(text(front, "e") == "null");
  CHECK(text(front, "f") == "single");
  CHECK(text(front, "g") == "dou\tble");
  CHECK(text(front, "h") == "12:30");
}

TEST_CASE("a key without a value is absent") {
  const FrontMatter front = read("a:\nb: ~\nc:   # comment\nnull: x\n");
  for (const char* key : {"a", "b", "c"}) {
    REQUIRE(find_key(front, key) != nullptr);
    CHECK(find_key(front, key)->kind == FrontMatterKind::kAbsent);
  }
  CHECK(text(front, "null") == "x");
}

TEST_CASE("folded, literal and plain scalars over several lines are read") {
  const FrontMatter front =
      read("a: >\n  one\n  two\n\n  three\nb: |\n  # no comment\n  x\nc: one\n  two\nd: |-\n  y\n");
  CHECK(text(front, "a") == "one two\nthree\n");
  CHECK(text(front, "b") == "# no comment\nx\n");
  CHECK(text(front, "c") == "one two");
  CHECK(text(front, "d") == "y");
}

TEST_CASE("lists are read in every style, and a comma string is a list") {
  const FrontMatter front = read(
      "a: [x, \"y, z\", yes]\nb:\n  - x\n  - 'y' # note\nc: x, y , ,z\nd: single\ne:\n- x\n- k: v\nquestions: Why, "
      "when?\n");
  using List = std::vector<std::string>;
  CHECK(list_of(*find_key(front, "a")) == List{"x", "y, z", "yes"});
  CHECK(list_of(*find_key(front, "b")) == List{"x", "y"});
  CHECK(list_of(*find_key(front, "c")) == List{"x", "y", "z"});
  CHECK(list_of(*find_key(front, "d")) == List{"single"});
  CHECK(list_of(*find_key(front, "e")) == List{"x"});
  CHECK(list_of(*find_key(front, "questions")) == List{"Why, when?"});
  CHECK(list_of(*find_key(read("q: [Why?, What? else, \"a?b\", ?x]\n"), "q")) ==
        List{"Why?", "What? else", "a?b", "?x"});
}

TEST_CASE("synonyms are found under the name they stand for, the program's own spelling first") {
  CHECK(text(read("created: 2026-01-01\n"), "createdAt") == "2026-01-01");
  CHECK(text(read("created_at: a\n"), "createdAt") == "a");
  CHECK(text(read("date: a\n"), "createdAt") == "a");
  CHECK(text(read("modified: a\n"), "updatedAt") == "a");
  CHECK(text(read("last_modified: a\n"), "updatedAt") == "a");
  CHECK(text(read("description: a\n"), "summary") == "a");
  CHECK(text(read("description: a\nsummary: b\n"), "summary") == "b");
  CHECK(text(read("tag: a\n"), "tags") == "a");
  CHECK(text(read("Title: a\n"), "title") == "a");
  CHECK(find_key(read("x: a\n"), "title") == nullptr);
  CHECK(canonical_key("Modified") == "updatedAt");
  CHECK(canonical_key("owner").empty());
}

TEST_CASE("duplicate keys, anchors, aliases and tags are refused with their line") {
  CHECK(problem_line("a: 1\nb: 2\na: 3\n") == 4);
  CHECK(problem_line("a: 1\n\"a\": 3\n") == 3);
  CHECK(problem_line("a: 1\nb: &x 2\n") == 3);
  CHECK(problem_line("b: &x [1]\n") == 2);
  CHECK(problem_line("a: *x\n") == 2);
  CHECK(problem_line("a: 1\nb: !!str 2\n") == 3);
  CHECK(problem_line("a: !local\n  b: c\n") == 2);
  CHECK(read("a: 1\na: 2\n").problem->what == "duplicate key `a`");
}

TEST_CASE("frontmatter that is no list of keys is refused with its line") {
  CHECK(problem_line("title: a: b\n") == 2);
  CHECK(problem_line("title: \"open\nb: 1\n") == 2);
  CHECK(problem_line("a: 'open\n") == 2);
  CHECK(problem_line("title: @x\n") == 2);
  CHECK(problem_line("a: [1, 2\n") > 0);
  CHECK(problem_line("{a: b}\n") == 2);
  CHECK(problem_line("a: 1\n? b\n: c\n") == 3);
  CHECK(problem_line("a: 1\n...\nb: 2\n") > 0);
  CHECK(problem_line("a: 1\n\tb: 2\n") > 0);
  CHECK(problem_line("a: b\xFF\n") == 2);
  CHECK(problem_line("a: 1\nb: \x04\n") == 3);
}

TEST_CASE("a key owns its lines and no comment behind them") {
  const std::string bytes = "---\n# top\na: 1 # mine\n\n# of b\nb:\n  - x\n  # inside\n  - y\n\n# last\n---\n";
  const FrontMatter front = read_front_matter(bytes);
  REQUIRE(front.items.size() == 2);
  const auto span = [&](int i) {
    return bytes.substr(front.items[i].begin, front.items[i].end - front.items[i].begin);
  };
  CHECK(span(0) == "a: 1 # mine\n");
  CHECK(span(1) == "b:\n  - x\n  # inside\n  - y\n");
  CHECK(front.items[0].line == 3);
  CHECK(front.items[1].line == 6);
  CHECK(bytes.substr(front.close, 4) == "---\n");
}

TEST_CASE("hostile frontmatter is read or refused in linear time") {
  const auto start = std::chrono::steady_clock::now();
  std::string keys;
  for (int i = 0; i < 20'000; ++i) keys += "k" + std::to_string(i) + ": v\n";
  CHECK(read(keys).items.size() == 20'000);
  std::string more = keys;
  for (int i = 0; i < 100'000; ++i) more += "m" + std::to_string(i) + ": v\n";
  CHECK(read(more).problem);
  CHECK(read("a: " + std::string(100'000, '[') + "\n").problem);
  CHECK(read("a: " + std::string(100'000, '{') + "\n").problem);
  std::string deep;
  for (int i = 0; i < 600; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  CHECK(read(deep).problem->what == "frontmatter is nested too deeply");
  CHECK(read("a: " + std::string(200'000, 'x') + "\n").present);
  CHECK(read(std::string(200'000, '-') + "\n").items.empty());
  std::string bomb = "a: &a [x, x]\n";
  for (char c = 'b'; c < 'z'; ++c)
    bomb += std::string(1, c) + ": &" + c + " [*" + static_cast<char>(c - 1) + ", *" + static_cast<char>(c - 1) + "]\n";
  CHECK(read(bomb).problem);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}
