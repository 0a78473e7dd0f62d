#include "memory/tree/fact_line.h"

#include <doctest/doctest.h>

#include "tests/memory/tree/random_content.h"

using namespace memory;

TEST_CASE("a fact line has a subject, a statement, a category and parts, each optional") {
  const Fact fact{"circular dependencies are severe",
                  "severity of cycles",
                  "high",
                  "convention",
                  "2026-02-03",
                  "2026-03-01",
                  "a/b/c"};
  const std::string line =
      "**severity of cycles**: circular dependencies are severe [convention] (value: high; from: 2026-02-03; until: "
      "2026-03-01; superseded-by: "
      "a/b/c)";
  CHECK(format_fact(fact) == line);
  CHECK(parse_fact(line) == fact);
  CHECK(format_fact({"just this"}) == "just this");
  CHECK(parse_fact("just this") == Fact{"just this"});
  CHECK(parse_fact("x (value: 1)") == Fact{"x", "", "1"});
  CHECK(parse_fact("**s:** x") == Fact{"x", "s"});
}

TEST_CASE("everyday text stays as it is on the line") {
  for (const char* statement :
       {"see the docs (chapter 3)", "array[0] is first", "uses [brackets] inside", "C:\\temp\\x", "a; b (c)",
        "**bold** start", "[[Link]] and [text](url)", "value: 3", "ends with (from here)"}) {
    CAPTURE(statement);
    CHECK(format_fact({statement}) == statement);
    CHECK(parse_fact(statement) == Fact{statement});
  }
}

TEST_CASE("a statement that looks like the rest of the line comes back as the statement") {
  for (const char* statement : {"ends [x]", "ends (value: 3)", "**a**: b", "x [c] (from: 2026-01-01)", "[x]",
                                "(value: 1)", "\\", "ends \\)", "**", "a [b\\]", "(value: 1; nonsense)", "x [a[b]]"}) {
    CAPTURE(statement);
    CHECK(parse_fact(format_fact({statement})) == Fact{statement});
    const Fact full{statement, "sub*ject", "v;a)l", "c]at", "(x", "y)", "z\\"};
    CHECK(parse_fact(format_fact(full)) == full);
  }
}

TEST_CASE("a fact is one line, whatever is given") {
  CHECK(format_fact({"two\nlines\r\nhere", "sub\nject"}) == "**sub ject**: two lines here");
  CHECK(normal_fact({" x ", "", " v\n"}) == Fact{"x", "", "v"});
}

TEST_CASE("a fact without a statement states its value, else its subject") {
  CHECK(normal_fact({"", "port", "8080"}) == Fact{"8080", "port", "8080"});
  CHECK(normal_fact({"", "port"}) == Fact{"port"});
  CHECK(normal_fact({}) == Fact{});
}

TEST_CASE("random facts come back as they were written") {
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    CAPTURE(seed);
    const Fact fact = testing::RandomContent(seed).fact();
    if (normal_fact(fact).statement.empty()) continue;
    CHECK(parse_fact(format_fact(fact)) == normal_fact(fact));
  }
}
