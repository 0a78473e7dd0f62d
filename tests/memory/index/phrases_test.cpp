#include "memory/index/phrases.h"

#include <doctest/doctest.h>

#include "tests/support/indexed_tree.h"

using namespace memory;

namespace {

PhraseMatches find(const std::string& query) {
  static const auto index = tests::index_of({{"a/b/one", "to be or not to be\n"},
                                             {"a/b/two", "be not or to\n"},
                                             {"a/b/three", "---\ntitle: Not to be missed\n---\nnothing\n"},
                                             {"a/b/four", "重跑gen-itgc后\nrun a health.base check\n"}});
  return find_phrases(*index, make_query(*index, query, {}));
}

}  // namespace

TEST_CASE("a phrase is its words one behind another, function words included") {
  const auto found = find("\"not to be\"");
  CHECK(found.parts[0].size() == 2);
  CHECK(found.parts[0].at(0) == std::vector<std::uint32_t>{1});
  CHECK(found.parts[0].at(2) == std::vector<std::uint32_t>{0});  // in the title
  CHECK(find("\"or not be\"").empty());
}

TEST_CASE("every phrase must stand in the entry") {
  CHECK(find("\"to be\" \"or not\"").parts[0].size() == 1);
  CHECK(find("\"to be\" \"or to\"").empty());
}

TEST_CASE("identifiers and runs without spaces make phrases as they are read") {
  CHECK(find("\"a health.base check\"").parts[0].size() == 1);
  CHECK(find("\"gen-itgc\"").parts[0].size() == 1);
  CHECK(find("\"unknown words here\"").empty());
}
