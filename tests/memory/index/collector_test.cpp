#include "memory/index/collector.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "tests/support/indexed_tree.h"
#include "tests/support/random.h"

using namespace memory;

namespace {

// Words from common to rare: word i stands in about one of i entries.
std::string text_of_random_words(tests::Random& random) {
  std::string text;
  for (std::uint32_t i = 2; i < 60; ++i) {
    if (random.below(i) == 0) text += "word" + std::to_string(i) + " ";
    if (random.below(3 * i) == 0) text += "word" + std::to_string(i) + " filler filler ";
  }
  return text + "end\n";
}

SearchIndexPtr random_index(tests::Random& random, std::size_t entries) {
  tests::Files files;
  for (std::size_t i = 0; i < entries; ++i) {
    const std::string number = std::to_string(10000 + i);
    const std::string title = random.below(9) == 0 ? "word" + std::to_string(2 + random.below(58)) : "Entry";
    files.emplace_back("a/b/e" + number, "---\ntitle: " + title + "\n---\n" + text_of_random_words(random));
  }
  return tests::index_of(files);
}

std::map<std::uint32_t, double> scores_of(const Candidates& candidates, std::size_t most) {
  std::map<std::uint32_t, double> scores;
  for (std::size_t i = 0; i < std::min(most, candidates.best.size()); ++i)
    scores[candidates.best[i].entry] = candidates.best[i].score;
  return scores;
}

// What a look at every posting finds: no bound holds where more are wanted than there are.
Candidates all_candidates(const SearchIndex& index, const Query& query, ScoringProfile profile,
                          const EntryFilter& filter) {
  profile.candidates = index.statistics().entries + 1;
  return collect_candidates(index, query, profile, filter);
}

}  // namespace

TEST_CASE("skipping postings never changes which entries are the best, nor their scores") {
  tests::Random random(5);
  const auto index = random_index(random, 3000);
  ScoringProfile profile;
  profile.candidates = 20;
  std::size_t skipped = 0;
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (std::size_t i = 0, words = 2 + random.below(7); i < words; ++i)
      text += "word" + std::to_string(2 + random.below(58)) + " ";
    CAPTURE(text);
    const Query query = make_query(*index, text, profile);
    EntryFilter filter;
    if (round % 3 == 0) filter = [](const StoredEntry& entry) { return entry.path.back() % 2 == 0; };
    const Candidates bounded = collect_candidates(*index, query, profile, filter);
    const Candidates all = all_candidates(*index, query, profile, filter);
    CHECK_FALSE(all.skipped);
    if (bounded.skipped) ++skipped;
    if (!bounded.skipped) CHECK(bounded.matching == all.matching);
    const auto expected = scores_of(all, profile.candidates);
    const auto found = scores_of(bounded, profile.candidates);
    REQUIRE(found.size() == expected.size());
    for (const auto& [entry, score] : expected) {
      const auto at = found.find(entry);
      // Of equal scores at the edge either may stay, if rounding tells them apart.
      if (at == found.end()) {
        CHECK(score == doctest::Approx(all.best[profile.candidates - 1].score).epsilon(1e-9));
      } else {
        CHECK(at->second == doctest::Approx(score).epsilon(1e-12));
      }
    }
  }
  CHECK(skipped > 30);  // the queries are such that it matters
}
