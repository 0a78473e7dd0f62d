#include "memory/tree/links.h"

#include <doctest/doctest.h>

#include <chrono>

using namespace memory;

namespace {
std::vector<std::string> targets(std::string_view text) {
  std::vector<std::string> found;
  for (const TextLink& link : find_links(text, markdown_outline(text).code)) {
    found.push_back(link.target);
    CHECK(link.begin < link.end);
    CHECK(link.end <= text.size());
  }
  return found;
}
using List = std::vector<std::string>;
}  // namespace

TEST_CASE("annotations name a path with its extension") {
  CHECK(targets("see @a/b/c.md and (@d/e.md), @f/g.md. End") == List{"a/b/c", "d/e", "f/g"});
  CHECK(targets("@\xC3\xBC/\xE4\xBB\xA4.md#part") == List{"\xC3\xBC/\xE4\xBB\xA4"});
  CHECK(targets("mail me@a/b.md, @types/node, @file.md, @a/b.mdx, \\@a/b.md, @@a/b.md") == List{});
}

TEST_CASE("wikilinks name a path, a title or an alias, with heading and label left out") {
  CHECK(targets("[[Auth Service]] [[a/b/c.md#Setup|here]] ![[Embedded]] [[C\\#]]") ==
        List{"Auth Service", "a/b/c", "Embedded", "C#"});
  CHECK(targets("[[#heading]] [[]] [[a\nb]] [x][y] \\[[no]]") == List{});
  CHECK(targets("[[[a]]] [[x [[b]]") == List{"[a", "b"});
}

TEST_CASE("links inside code are none") {
  CHECK(targets("`[[a]]` ``x ` @a/b.md`` [[b]]") == List{"b"});
  CHECK(targets("```\n[[a]]\n```\n[[b]]\n") == List{"b"});
  CHECK(targets("- x\n  ```\n  [[a]]\n  ```\n- [[b]]\n") == List{"b"});
  CHECK(targets("text\n\n    [[a]]\n\n[[b]]") == List{"b"});
  CHECK(targets("a ` b\n\n[[c]] ` d") == List{"c"});  // a code span ends with its paragraph
  CHECK(targets("` [[a]]") == List{"a"});
}

TEST_CASE("the place of a link is the bytes of its target as written") {
  const std::string_view text = "x [[a/b.md|L]] @c/d.md";
  const auto links = find_links(text, {});
  REQUIRE(links.size() == 2);
  CHECK(text.substr(links[0].begin, links[0].end - links[0].begin) == "a/b.md");
  CHECK(links[0].wikilink);
  CHECK(text.substr(links[1].begin, links[1].end - links[1].begin) == "c/d.md");
  CHECK_FALSE(links[1].wikilink);
}

TEST_CASE("hostile runs of brackets, backticks and at signs take linear time") {
  const auto start = std::chrono::steady_clock::now();
  for (const std::string_view piece :
       {"[", "[[", "[[a", "]]", "`", "` ``", "@", "@a", "@a/", "\\", "[[\\", "@a/b.md"}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += piece;
    (void)find_links(text, {});
  }
  std::string runs;
  for (int i = 1; i < 1500; ++i) runs += std::string(static_cast<std::size_t>(i), '`') + " ";
  CHECK(find_links(runs + "@", {}).empty());
  std::string paragraphs;
  for (int i = 0; i < 1'000'000; ++i) paragraphs += "[\n\n";
  CHECK(find_links(paragraphs, {}).empty());
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}
