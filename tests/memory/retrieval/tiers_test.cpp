#include "memory/retrieval/tiers.h"

#include <doctest/doctest.h>

using namespace memory;

namespace {

SearchResult found(const std::string& verdict, double score) {
  SearchResult result;
  result.verdict = verdict;
  if (score > 0) {
    for (const char* path : {"a/b/best", "a/b/second", "c/d/third"}) {
      SearchHit hit;
      hit.path = path;
      hit.score = score;
      result.hits.push_back(hit);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("a direct answer needs nobody") {
  const QueryResult result = choose_tier(found("answered", 0.5));
  CHECK(result.tier == 2);
  CHECK(result.answer_with == "hit");
  CHECK(result.next.empty());
  CHECK(result.hits.size() == 3);
}

TEST_CASE("where nothing is stored the search is the end of it") {
  const QueryResult result = choose_tier(found("none", 0));
  CHECK(result.tier == 2);
  CHECK(result.answer_with == "none");
  CHECK(result.next.empty());
}

TEST_CASE("what only the filters removed plans nothing either") {
  CHECK(choose_tier(found("filtered", 0)).answer_with == "none");
}

TEST_CASE("relevant passages are context for the host to answer from") {
  const QueryResult result = choose_tier(found("partial", 0.5));
  CHECK(result.tier == 3);
  CHECK(result.answer_with == "host");
  CHECK(result.next.empty());
}

TEST_CASE("weak passages come with at most three calls that lead on, each to another place") {
  const QueryResult result = choose_tier(found("partial", 0.05));
  CHECK(result.tier == 4);
  CHECK(result.answer_with == "tools");
  REQUIRE(result.next.size() == 3);
  CHECK(result.next[0].tool == "read_entry");
  CHECK(result.next[0].path == "a/b/best");
  CHECK(result.next[1].tool == "relations");
  CHECK(result.next[2].tool == "browse_tree");
  CHECK(result.next[2].path == "a/b");
}

TEST_CASE("what was superseded is context, however relevant") {
  CHECK(choose_tier(found("superseded", 0.9)).tier == 3);
}
