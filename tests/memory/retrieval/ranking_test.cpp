#include "memory/retrieval/ranking.h"

#include <doctest/doctest.h>

#include <map>

#include "memory/tree/time_text.h"
#include "tests/support/brute_force.h"
#include "tests/support/indexed_tree.h"
#include "tests/support/random.h"

using namespace memory;

namespace {

const Time kNow = *parse_time("2026-11-30");

// Without the priors, which the brute force does not know.
ScoringProfile plain_profile() {
  ScoringProfile profile;
  profile.user_prior = profile.speaker_prior = profile.date_prior = profile.answer_prior = 1;
  profile.superseded_prior = profile.phrase_prior = 1;
  profile.candidates = 100000;
  return profile;
}

std::string random_word(tests::Random& random) {
  static const std::vector<std::string> kWords = {
      "server", "servers", "token",  "refresh",  "deploy", "deployed", "postgres",       "mysql",
      "cache",  "the",     "is",     "of",       "8080",   "v1.2.3",   "getUserById",    "user",
      "café",   "cafe",    "腾讯云", "しりとり", "kid",    "children", "mcp_wiring_test"};
  return kWords[random.below(static_cast<std::uint32_t>(kWords.size()))];
}

std::string random_body(tests::Random& random) {
  std::string text;
  const bool talk = random.one_in(3);
  for (std::uint32_t l = 0; l < 1 + random.below(15); ++l) {
    if (!talk && random.one_in(5)) text += "\n## " + random_word(random) + "\n";
    if (talk) text += l % 2 == 0 ? "Ann: " : "Bob: ";
    for (std::uint32_t w = 0; w < 1 + random.below(25); ++w) text += random_word(random) + " ";
    text += random.one_in(4) ? "what?\n" : "end.\n";
  }
  return text;
}

std::string path_of(std::uint32_t i) { return "x/y/z" + std::to_string(i); }

}  // namespace

TEST_CASE("the ranking equals the brute force over random trees and edits") {
  tests::Random random(5);
  ScoringProfile profile = plain_profile();
  profile.path_weight = 0;
  for (int round = 0; round < 12; ++round) {
    std::map<std::string, EntryPtr> tree;
    const auto put = [&](std::uint32_t i) {
      const std::string bytes =
          "---\ntitle: " + random_word(random) + " " + random_word(random) + "\n---\n" + random_body(random);
      return tree[path_of(i)] = tests::entry(path_of(i), bytes);
    };
    for (std::uint32_t i = 0; i < 25; ++i) put(i);
    const auto list = [&] {
      std::vector<EntryPtr> all;
      for (const auto& [path, entry] : tree) all.push_back(entry);
      return all;
    };
    SearchIndexPtr index = SearchIndex::build(list(), "g");
    for (int edit = 0; edit < round; ++edit) {
      TreeChange change;
      change.changed = {put(random.below(30))};
      const std::string gone = path_of(random.below(25));
      if (gone != change.changed.front()->path && tree.erase(gone) > 0) change.removed = {gone};
      index = index->with(change, "g");
    }
    const tests::BruteForce brute(list());
    for (int q = 0; q < 20; ++q) {
      std::string text;
      for (std::uint32_t w = 0; w < 1 + random.below(5); ++w) text += random_word(random) + " ";
      if (random.one_in(4)) text += "servr ";
      CAPTURE(text);
      const Query query = make_query(*index, text, profile);
      if (query.empty()) continue;
      const Ranking ranking = rank(*index, query, {}, kNow, profile);
      const auto expected = brute.rank(query, profile);
      REQUIRE(ranking.passages.size() == expected.size());
      double last = 2;
      for (const RankedPassage& passage : ranking.passages) {
        const auto found = expected.find({passage.entry->path, passage.passage->begin});
        REQUIRE(found != expected.end());
        CHECK(passage.relevance == doctest::Approx(found->second).epsilon(1e-5));
        CHECK(passage.order <= last);
        last = passage.order;
      }
    }
  }
}

TEST_CASE("an overlay answers as an index built anew does, to the last bit") {
  tests::Random random(6);
  const ScoringProfile profile;
  std::map<std::string, EntryPtr> tree;
  for (std::uint32_t i = 0; i < 40; ++i) tree[path_of(i)] = tests::entry(path_of(i), random_body(random));
  std::vector<EntryPtr> all;
  for (const auto& [path, entry] : tree) all.push_back(entry);
  SearchIndexPtr index = SearchIndex::build(all, "g");
  for (int edit = 0; edit < 30; ++edit) {
    TreeChange change;
    const std::uint32_t i = random.below(50);
    change.changed = {tree[path_of(i)] = tests::entry(path_of(i), random_body(random))};
    index = index->with(change, "g");
  }
  all.clear();
  for (const auto& [path, entry] : tree) all.push_back(entry);
  const auto fresh = SearchIndex::build(all, "g");
  for (int q = 0; q < 60; ++q) {
    std::string text = random_word(random) + " " + random_word(random) + (q % 3 == 0 ? " when Ann 8080" : "");
    const Ranking a = rank(*index, make_query(*index, text, profile), {}, kNow, profile);
    const Ranking b = rank(*fresh, make_query(*fresh, text, profile), {}, kNow, profile);
    REQUIRE(a.passages.size() == b.passages.size());
    for (std::size_t i = 0; i < a.passages.size(); ++i) {
      CHECK(a.passages[i].entry->path == b.passages[i].entry->path);
      CHECK(a.passages[i].passage->begin == b.passages[i].passage->begin);
      CHECK(a.passages[i].order == b.passages[i].order);
    }
    CHECK(a.known_share == b.known_share);
    CHECK(a.passage_coverage == b.passage_coverage);
  }
}

TEST_CASE("lifecycle orders near-ties and lifts nothing irrelevant") {
  StoredEntry plain;
  StoredEntry core;
  core.importance = 100;
  core.maturity = "core";
  core.updated_at = kNow;
  const CompoundWeights weights;
  CHECK(compound_score(core, kNow, weights).at(0.5) > compound_score(plain, kNow, weights).at(0.5));
  CHECK(compound_score(core, kNow, weights).at(0.5) < compound_score(plain, kNow, weights).at(0.6));
  core.updated_at = kNow + std::chrono::days(100);  // a clock that went back
  CHECK(compound_score(core, kNow, weights).at(0.5) <=
        compound_score(core, kNow + std::chrono::days(100), weights).at(0.5));
}

TEST_CASE("a user's word comes before the assistant's, unless the assistant's is asked for") {
  const auto index =
      tests::index_of({{"a/b/chat",
                        "user: The cache limit is 100 entries now.\nassistant: The cache limit is 100 entries, noted.\n"
                        "user: bye then\nassistant: goodbye\n"}});
  const auto first = [&](const std::string& text) {
    const ScoringProfile profile;
    return rank(*index, make_query(*index, text, profile), {}, kNow, profile).passages.at(0).passage->role;
  };
  CHECK(first("cache limit entries") == Role::kUser);
}

TEST_CASE("a date in the question prefers what was said then") {
  const auto index =
      tests::index_of({{"a/b/one", "---\ncreatedAt: 2023-05-08T10:00:00Z\n---\nWe went to the museum.\n"},
                       {"a/b/two", "---\ncreatedAt: 2023-08-20T10:00:00Z\n---\nWe went to the museum.\n"},
                       {"a/b/three", "On 9 August 2022 we saw the museum.\n"}});
  const auto first = [&](const std::string& text) {
    const ScoringProfile profile;
    return rank(*index, make_query(*index, text, profile), {}, kNow, profile).passages.at(0).entry->path;
  };
  CHECK(first("museum visit in August 2023") == "a/b/two");
  CHECK(first("museum 2023-05-10") == "a/b/one");
  CHECK(first("museum in August 2022") == "a/b/three");
}
