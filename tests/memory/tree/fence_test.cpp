#include "memory/tree/fence.h"

#include <doctest/doctest.h>

#include "memory/tree/text.h"

using namespace memory;

TEST_CASE("a fence opens with three backticks or tildes, and a backtick in its info makes it none") {
  REQUIRE(opening_fence("```ts"));
  CHECK(opening_fence("```ts")->info == "ts");
  CHECK(opening_fence("   ~~~~ x y ")->length == 4);
  CHECK(opening_fence("   ~~~~ x y ")->info == "x y");
  CHECK(opening_fence("~~~ a`b"));
  CHECK_FALSE(opening_fence("``"));
  CHECK_FALSE(opening_fence("``` a`b"));
  CHECK_FALSE(opening_fence("    ```"));
  CHECK_FALSE(opening_fence("x```"));
}

TEST_CASE("a fence is closed by its own mark, as long, with nothing behind") {
  const Fence fence{'`', 4, 0, {}};
  CHECK(closes_fence("````", fence));
  CHECK(closes_fence("  ````` ", fence));
  CHECK_FALSE(closes_fence("```", fence));
  CHECK_FALSE(closes_fence("~~~~", fence));
  CHECK_FALSE(closes_fence("```` x", fence));
}

TEST_CASE("text in a fence can never close it") {
  for (const std::string_view text : {"", "plain", "```", "a\n````\nb", "~~~", "---", "`", "a`````b"}) {
    for (const std::string_view info : {"", "ts", "a`b"}) {
      CAPTURE(text);
      CAPTURE(info);
      const auto inside = unfenced(fenced(text, info));
      REQUIRE(inside);
      CHECK(inside->text == text);
      CHECK(inside->info == info);
    }
  }
}

TEST_CASE("only a text that is one fenced block is taken out of its fence") {
  CHECK(unfenced("```ts\na\nb\n```")->text == "a\nb");
  CHECK(unfenced("  ```\n  a\n b\n  ```\n")->text == "a\nb");
  CHECK_FALSE(unfenced("```\na\n"));
  CHECK_FALSE(unfenced("```\na\n```\nb\n```"));
  CHECK_FALSE(unfenced("text\n```\na\n```"));
  CHECK_FALSE(unfenced("```"));
  CHECK_FALSE(unfenced(""));
}
