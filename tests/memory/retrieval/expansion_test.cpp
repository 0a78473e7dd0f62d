#include "memory/retrieval/expansion.h"

#include <doctest/doctest.h>

#include <map>

#include "memory/retrieval/pipeline.h"
#include "tests/support/indexed_tree.h"

using namespace memory;

namespace {

const tests::Files kFiles = {
    {"auth/tokens", "Refresh tokens are rotated every thirty days by the gateway.\n"},
    {"ops/gateway", "It runs on three machines in Frankfurt.\n"},
    {"team/owners", "Ask Mira about anything that breaks there.\n"},
    {"misc/other", "The cafeteria opens at noon.\n"},
};

const std::map<std::string, std::vector<std::string>, std::less<>> kLinks = {
    {"auth/tokens", {"ops/gateway", "team/owners", "none/such"}},
    {"ops/gateway", {"misc/other"}},
};

std::vector<std::string> neighbours(std::string_view path) {
  const auto found = kLinks.find(path);
  return found == kLinks.end() ? std::vector<std::string>() : found->second;
}

SearchResult ask(SearchRequest request, const Neighbours& related = neighbours) {
  static const SearchIndexPtr index = tests::index_of(kFiles);
  const auto result = search(*index, request, Time{}, {}, related);
  REQUIRE(result);
  return *result;
}

SearchRequest query(const std::string& text) {
  SearchRequest request;
  request.query = text;
  return request;
}

std::vector<std::string> paths(const SearchResult& result) {
  std::vector<std::string> found;
  for (const SearchHit& hit : result.hits) found.push_back(hit.path);
  return found;
}

}  // namespace

TEST_CASE("what the best hit is related to comes behind the direct hits, and says through whom") {
  const SearchResult result = ask(query("how often are refresh tokens rotated"));
  CHECK(paths(result) == std::vector<std::string>{"auth/tokens", "ops/gateway", "team/owners"});
  CHECK_FALSE(result.hits[0].via.has_value());
  CHECK(result.hits[1].via == "auth/tokens");
  CHECK(result.hits[1].score < result.hits[0].score);
}

TEST_CASE("one step is taken, not two") {
  for (const SearchHit& hit : ask(query("refresh tokens")).hits) CHECK(hit.path != "misc/other");
}

TEST_CASE("without relations a search finds what it found") {
  CHECK(paths(ask(query("refresh tokens"), nullptr)) == std::vector<std::string>{"auth/tokens"});
}

TEST_CASE("relations change no verdict: nothing known stays nothing known") {
  const SearchResult result = ask(query("best hydration for a sourdough bread"));
  CHECK(result.verdict == "none");
  CHECK(result.hits.empty());
  CHECK(ask(query("refresh tokens")).verdict == ask(query("refresh tokens"), nullptr).verdict);
}

TEST_CASE("a direct hit is never told as found through another") {
  for (const SearchHit& hit : ask(query("gateway tokens machines")).hits) {
    if (hit.path == "ops/gateway" || hit.path == "auth/tokens") CHECK_FALSE(hit.via.has_value());
  }
}

TEST_CASE("the limit and the filters hold for what is related too") {
  SearchRequest request = query("refresh tokens");
  request.limit = 2;
  CHECK(paths(ask(request)) == std::vector<std::string>{"auth/tokens", "ops/gateway"});
  request.limit = 1;
  CHECK(paths(ask(request)) == std::vector<std::string>{"auth/tokens"});
  request.limit = 10;
  request.scope = "auth";
  CHECK(paths(ask(request)) == std::vector<std::string>{"auth/tokens"});
}
