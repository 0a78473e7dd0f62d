#include "memory/index/near_terms.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "memory/index/part_builder.h"
#include "tests/support/indexed_tree.h"

using namespace memory;

namespace {

std::vector<std::string> near(const std::string& text, const std::string& word, const std::string& stem) {
  const IndexPart part = build_part(tests::entries({{"a/b/c", text}}));
  std::vector<NearTerm> found = near_terms(part, word, stem);
  std::sort(found.begin(), found.end(), is_nearer);
  std::vector<std::string> spellings;
  for (const NearTerm& term : found) spellings.push_back(term.spelling);
  return spellings;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("the distance counts a swap of neighbours once") {
  CHECK(edit_distance(U"refresh", U"refresh", 2) == 0);
  CHECK(edit_distance(U"refesh", U"refresh", 2) == 1);
  CHECK(edit_distance(U"tokne", U"token", 1) == 1);
  CHECK(edit_distance(U"kitten", U"sitting", 3) == 3);
  CHECK(edit_distance(U"abc", U"xyz", 1) == 2);
  CHECK(edit_distance(U"", U"ab", 2) == 2);
}

TEST_CASE("a misspelled word finds the one meant, by its stem or by its spelling") {
  CHECK(near("We rotate refresh tokens.", "refesh", "refesh") == Words{"refresh"});
  CHECK(near("We rotate refresh tokens.", "tokne", "tokn") == Words{"tokens"});
  CHECK(near("The replication lag.", "replicaton", "replicaton") == Words{"replication"});
}

TEST_CASE("short words, numbers and names with digits are never approximate") {
  CHECK(near("a car", "cat", "cat").empty());
  CHECK(near("version 1.2.4", "1.2.3", "1.2.3").empty());
  CHECK(near("adr0005 tier1", "tier2", "tier2").empty());
}

TEST_CASE("a longer word is found by its beginning") {
  CHECK(near("kubernetes", "kube", "kube") == Words{"kubernetes"});
}
