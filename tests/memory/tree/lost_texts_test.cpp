#include "memory/tree/lost_texts.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("lost texts are those that no longer stand anywhere in their field") {
  EntryContent before;
  before.body = "old";
  before.summary = "s";
  before.tags = {"a", "b"};
  EntryContent after;
  after.body = "old\nnew";
  after.tags = {"b"};
  CHECK(lost_texts(before, after) == std::vector<std::string>{"s", "a"});
}

TEST_CASE("of a text that changed, the lines between what stayed at its start and its end are lost") {
  const auto lost = [](const char* before, const char* after) {
    EntryContent old;
    old.body = before;
    EntryContent now;
    now.body = after;
    return lost_texts(old, now);
  };
  CHECK(lost("a\nb\nc", "a\nx\nc") == std::vector<std::string>{"b"});
  CHECK(lost("a\nb\n\nc", "x\n\nc") == std::vector<std::string>{"a\nb"});
  CHECK(lost("a\n\n  b", "a") == std::vector<std::string>{"  b"});
  CHECK(lost("a", "a\na").empty());
  CHECK(lost("a\na", "a") == std::vector<std::string>{"a"});
  CHECK(lost("b\na", "a\nb\na").empty());
}
