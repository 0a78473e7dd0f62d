#include "memory/retrieval/query_cache.h"

#include <doctest/doctest.h>

using namespace memory;

namespace {

QueryKey key_of(const std::string& question) {
  SearchRequest request;
  request.query = question;
  return make_query_key(request, {});
}

bool same(const std::string& a, const std::string& b) {
  const bool forth = means_the_same(key_of(a), key_of(b));
  CHECK(forth == means_the_same(key_of(b), key_of(a)));
  return forth;
}

QueryResult result_of(const std::string& verdict, const std::string& generation = "g") {
  QueryResult result;
  result.verdict = verdict;
  result.generation = generation;
  result.omitted.cursor = "g.x.1";
  return result;
}

}  // namespace

TEST_CASE("the same question is found again whatever its case, spaces and final signs") {
  QueryCache cache;
  cache.keep(key_of("Where do we  deploy?"), result_of("answered"));
  const auto found = cache.find(key_of(" where do we deploy"), "g");
  REQUIRE(found);
  CHECK(found->tier == 0);
  CHECK(found->verdict == "answered");
  CHECK(found->omitted.cursor == "g.x.1");
}

TEST_CASE("that nothing is known is remembered too") {
  QueryCache cache;
  cache.keep(key_of("Who painted it?"), result_of("none"));
  CHECK(cache.find(key_of("who painted it?"), "g")->verdict == "none");
}

TEST_CASE("another state of the tree makes everything kept invalid") {
  QueryCache cache;
  cache.keep(key_of("Where do we deploy?"), result_of("answered"));
  CHECK_FALSE(cache.find(key_of("Where do we deploy?"), "h"));
  CHECK_FALSE(cache.find(key_of("Where do we deploy?"), "g"));
}

TEST_CASE("a question asked in other words that only ask is the same one, without the other's cursor") {
  QueryCache cache;
  cache.keep(key_of("Which port does the auth service use?"), result_of("answered"));
  const auto found = cache.find(key_of("Please tell me which port the auth service uses"), "g");
  REQUIRE(found);
  CHECK(found->tier == 1);
  CHECK_FALSE(found->omitted.cursor.has_value());
}

TEST_CASE("inflections and order do not make another question") {
  CHECK(same("which ports are used by the auth service", "auth service port use"));
  CHECK(same("rotating refresh tokens", "refresh token rotation"));
}

TEST_CASE("another number, version, name, negation or restriction makes another question") {
  CHECK_FALSE(same("what was decided about the cache in meeting 12", "what was decided about the cache in meeting 13"));
  CHECK_FALSE(same("does the build of v1.2.3 pass all tests", "does the build of v1.2.4 pass all tests"));
  CHECK_FALSE(same("when did Melanie visit the lake house", "when did Caroline visit the lake house"));
  CHECK_FALSE(same("when did melanie visit the lake house", "when did caroline visit the lake house"));
  CHECK_FALSE(same("why is the cache not used in tests", "why is the cache used in tests"));
  CHECK_FALSE(same("is root login allowed on servers", "is root login forbidden on servers"));
  CHECK_FALSE(same("which port does the auth service use in staging", "which port does the auth service use"));
  CHECK_FALSE(same("which port does the auth service use in staging",
                   "which port does the auth service use in production"));
  CHECK_FALSE(same("did Ann pay Bob for the concert ticket", "did Bob pay Ann for the concert ticket"));
  CHECK_FALSE(same("find \"release notes\" of the app", "find release notes of the app"));
}

TEST_CASE("one word in common is too little") {
  CHECK_FALSE(same("cache", "tell cache please"));
  CHECK_FALSE(same("", ""));
}

TEST_CASE("other filters and limits ask for something else") {
  SearchRequest request;
  request.query = "Which port does the auth service use?";
  const QueryKey plain = make_query_key(request, {});
  for (int which = 0; which < 4; ++which) {
    SearchRequest other = request;
    if (which == 0) other.scope = "auth";
    if (which == 1) other.tags = {"auth"};
    if (which == 2) other.max_tokens = 500;
    if (which == 3) other.min_maturity = "core";
    const QueryKey key = make_query_key(other, {});
    CHECK(key.text != plain.text);
    CHECK_FALSE(means_the_same(key, plain));
  }
}

TEST_CASE("the cache holds so many questions and drops those not asked for the longest time") {
  QueryCache cache(3);
  for (const char* word : {"one", "two", "three"}) cache.keep(key_of(word), result_of(word));
  CHECK(cache.find(key_of("one"), "g"));
  cache.keep(key_of("four"), result_of("four"));
  CHECK(cache.find(key_of("one"), "g"));
  CHECK_FALSE(cache.find(key_of("two"), "g"));
  CHECK(cache.find(key_of("four"), "g"));
}

TEST_CASE("a question of a megabyte is answered, not kept") {
  QueryCache cache;
  const QueryKey key = key_of(std::string(1 << 20, 'x'));
  cache.keep(key, result_of("none"));
  CHECK_FALSE(cache.find(key, "g"));
}
