#include <doctest/doctest.h>

#include "memory/tree/entry_codec.h"

using namespace memory;

TEST_CASE("references are rewritten wherever they stand, as they are written") {
  const std::string bytes =
      "---\nrelated: [a/b/c.md, '@a/b/c', \"[[a/b/c|x]]\", a/b/c/d] # n\nupdatedAt: 2026-01-01\n---\nsee @a/b/c.md and "
      "[[a/b/c#h|L]], "
      "[[a/b/c.md]]\n\n## Relations\n- dep @a/b/c \xE2\x80\x94 why @a/b/c.md\n- @A/B/C.md\n- [[Title]]\n";
  CHECK(rewrite_references(bytes, "a/b/c", "x/y/z") ==
        "---\nrelated: [x/y/z.md, '@x/y/z', \"[[x/y/z|x]]\", a/b/c/d] # n\nupdatedAt: 2026-01-01\n---\nsee @x/y/z.md "
        "and [[x/y/z#h|L]], "
        "[[x/y/z.md]]\n\n## Relations\n- dep @x/y/z \xE2\x80\x94 why @x/y/z.md\n- @x/y/z.md\n- [[Title]]\n");
}

TEST_CASE("code, other paths and plain text that looks alike stay") {
  const std::string bytes =
      "`[[a/b/c]]` @a/b/cd.md @x/a/b/c.md @a/b/c.mdx a/b/c @a/b/c\n\n```\n@a/b/c.md\n```\n\n    @a/b/c.md\n";
  CHECK(rewrite_references(bytes, "a/b/c", "x") == bytes);
}

TEST_CASE("block lists and comma strings are rewritten in place") {
  CHECK(rewrite_references("---\r\nrelated:\r\n  - a/b/c.md # one\r\n  - \"A/B/C\"\r\n---\r\n", "a/b/c", "x/y") ==
        "---\r\nrelated:\r\n  - x/y.md # one\r\n  - \"x/y\"\r\n---\r\n");
  CHECK(rewrite_references("---\nrelated: a/b/c.md, d/e # n\n---\n", "a/b/c", "x/y") ==
        "---\nrelated: x/y.md, d/e # n\n---\n");
}

TEST_CASE("a new path that YAML would misread is quoted") {
  const std::string bytes = rewrite_references("---\nrelated: [a/b]\n---\n", "a/b", "x: y/#z");
  CHECK(bytes == "---\nrelated: [\"x: y/#z\"]\n---\n");
}

TEST_CASE("a relation line that is a path alone is a reference") {
  CHECK(rewrite_references("## Relations\n- a/b/c\n- a/b/c.md\n* `a/b/c`\n\na/b/c\n", "a/b/c", "x/y") ==
        "## Relations\n- x/y\n- x/y.md\n* `a/b/c`\n\na/b/c\n");
}

TEST_CASE("references by title, alias or file name are rewritten, labels and headings stay") {
  const std::string bytes =
      "---\nrelated: [Old Title, \"old_title\", '[[Old Title|l]]', a/b/old_title.md, old_title.md, Old Title "
      "2]\n---\nsee [[Old Title]], [[old title#Part|the old one]], [[Nick]] and @a/b/old_title.md, Old Title, "
      "`[[Old Title]]`\n\n## Relations\n- uses [[Old Title]] \xE2\x80\x94 as [[Other]]\n- [[A \\[x\\]]]\n";
  const std::vector<std::string> names = {"a/b/old_title", "Old Title", "nick", "A [x]"};
  CHECK(
      rewrite_references(bytes, names, "c/d/new", "New: [Title]") ==
      "---\nrelated: [\"New: [Title]\", \"New: [Title]\", \"[[New: \\\\[Title\\\\]|l]]\", c/d/new.md, c/d/new.md, Old "
      "Title 2]\n---\nsee [[New: \\[Title\\]]], [[New: \\[Title\\]#Part|the old one]], [[New: \\[Title\\]]] and "
      "@c/d/new.md, Old Title, `[[Old Title]]`\n\n## Relations\n- uses [[New: \\[Title\\]]] \xE2\x80\x94 as "
      "[[Other]]\n- [[New: \\[Title\\]]]\n");
  CHECK(rewrite_references("[[Old Title|l]] [[Old Title]]", names, "c/d/new", "") == "[[c/d/new|l]] [[c/d/new]]");
  CHECK(rewrite_references("[[Old Title]]", names, "c/d/new", "notes.md") == "[[c/d/new]]");
  CHECK(rewrite_references("[[Old Title]]", {}, "c/d/new", "x") == "[[Old Title]]");
}

TEST_CASE("a name that cannot stand in a comma string makes room for the path") {
  const std::string bytes = "---\nrelated: Old, d/e # n\n---\n";
  CHECK(rewrite_references(bytes, {"Old"}, "c/new", "New") == "---\nrelated: New, d/e # n\n---\n");
  CHECK(rewrite_references(bytes, {"Old"}, "c/new", "New, one") == "---\nrelated: c/new, d/e # n\n---\n");
}

TEST_CASE("without a reference the bytes are the same") {
  for (const char* bytes : {"", "text", "---\na: 1\na: 2\n---\n@x/y.md", "---\nrelated:\n---\n"}) {
    CHECK(rewrite_references(bytes, "a/b", "c/d") == bytes);
  }
}
