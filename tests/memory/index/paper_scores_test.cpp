#include "memory/index/paper_scores.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>

#include "memory/index/paper_text.h"

using namespace memory;

namespace {

EntryPtr document(const std::string& path, const std::string& title, const std::string& content) {
  return make_stored_entry(path + ".md", "---\ntitle: \"" + title + "\"\n---\n" + content);
}

std::vector<std::pair<std::string, double>> scores_of(const PaperIndex& index, std::string_view query) {
  std::vector<std::pair<std::string, double>> scores;
  for (const PaperScore& score : paper_scores(index, query)) scores.emplace_back(score.entry->path, score.score);
  return scores;
}

double score_of(const PaperIndex& index, std::string_view query, std::string_view path) {
  for (const auto& [found, score] : scores_of(index, query)) {
    if (found == path) return score;
  }
  return 0;
}

// The same scores, whatever the parts they were computed from.
void check_equal(const PaperIndex& a, const PaperIndex& b, std::string_view query) {
  CAPTURE(query);
  const auto expected = scores_of(b, query);
  const auto got = scores_of(a, query);
  REQUIRE(got.size() == expected.size());
  const std::map<std::string, double> by_path(got.begin(), got.end());
  for (const auto& [path, score] : expected) {
    REQUIRE(by_path.contains(path));
    CHECK(by_path.at(path) == doctest::Approx(score).epsilon(1e-12));
  }
}

double bm25(double frequency, double holders, double documents, double length, double average) {
  const double idf = std::log(1 + (documents - holders + 0.5) / (holders + 0.5));
  return idf * (0.5 + frequency * 2.2 / (frequency + 1.2 * (1 - 0.7 + 0.7 * length / average)));
}

std::string random_text(std::mt19937& random, std::size_t words) {
  std::string text;
  for (std::size_t i = 0; i < words; ++i) {
    text += i == 0 ? "" : " ";
    for (auto letters = 2 + random() % 7; letters > 0; --letters) text += static_cast<char>('a' + random() % 4);
  }
  return text;
}

}  // namespace

TEST_CASE("a word's score is BM25+ in each field, times the field's boost") {
  const auto index = PaperIndex::build(
      std::vector{document("a/b/one", "Alpha", "kiwi kiwi plum."), document("a/b/two", "Kiwi", "pear")}, "g");
  REQUIRE(index->documents() == 2);
  // Paths have three pieces each; contents 3 (the empty one at the end counts) and 1.
  CHECK(index->average_lengths()[kPaperPath] == 3);
  CHECK(index->average_lengths()[kPaperContent] == 2);
  CHECK(score_of(*index, "kiwi", "a/b/one") == doctest::Approx(bm25(2, 1, 2, 3, 2)));
  CHECK(score_of(*index, "kiwi", "a/b/two") == doctest::Approx(5 * bm25(1, 1, 2, 1, 1)));
  CHECK(score_of(*index, "two", "a/b/two") == doctest::Approx(1.5 * bm25(1, 1, 2, 3, 3)));
}

TEST_CASE("longer and near terms weigh less, the farther the less") {
  const auto index = PaperIndex::build(
      std::vector{document("a/b/one", "x", "tokens"), document("a/b/two", "x", "tonen"), document("c/d/e", "x", "y")},
      "g");
  const double alone = bm25(1, 1, 3, 1, 1);
  CHECK(score_of(*index, "token", "a/b/one") == doctest::Approx(0.375 * 6 / (6 + 0.3) * alone));
  CHECK(score_of(*index, "token", "a/b/two") == doctest::Approx(0.45 * 5 / (5 + 1.0) * alone));
  CHECK(paper_scores(*index, "token").front().approximate);
  CHECK(!paper_scores(*index, "tokens").front().approximate);
}

TEST_CASE("words of two letters have no near terms, of three one letter off") {
  const auto index = PaperIndex::build(
      std::vector{document("a/b/one", "x", "db"), document("a/b/two", "x", "cat"), document("c/d/e", "x", "y")}, "g");
  CHECK(paper_scores(*index, "dc").empty());
  CHECK(paper_scores(*index, "cut").size() == 1);
  CHECK(paper_scores(*index, "cot dot").size() == 1);
}

TEST_CASE("a document's sum counts once for each different word it matches; said twice, a word counts twice") {
  const auto index =
      PaperIndex::build(std::vector{document("a/b/one", "x", "kiwi plum"), document("a/b/two", "x", "pear")}, "g");
  const double each = score_of(*index, "kiwi", "a/b/one");
  CHECK(score_of(*index, "kiwi plum", "a/b/one") == doctest::Approx(2 * 2 * each));
  CHECK(score_of(*index, "kiwi Kiwi", "a/b/one") == doctest::Approx(2 * each));
}

TEST_CASE("lengths count pieces as written, terms in lower case") {
  const auto index =
      PaperIndex::build(std::vector{document("a/b/one", "x", "The the THE"), document("c/d/e", "x", "y")}, "g");
  CHECK(score_of(*index, "the", "a/b/one") == doctest::Approx(bm25(3, 1, 2, 3, 2)));
}

TEST_CASE("an index has no answer to nothing, and an empty index none at all") {
  const auto index = PaperIndex::build(std::vector{document("a/b/one", "x", "kiwi")}, "g");
  for (const char* query : {"", " ", "?!", "\n"}) CHECK(paper_scores(*index, query).empty());
  CHECK(paper_scores(*PaperIndex::build({}, "g"), "kiwi").empty());
}

TEST_CASE("after any changes the scores are those of an index built anew") {
  std::mt19937 random(7);
  std::map<std::string, EntryPtr> tree;
  const auto put = [&](TreeChange& change, const std::string& path) {
    const EntryPtr entry = document(path, random_text(random, 2), random_text(random, 1 + random() % 30));
    tree[path] = entry;
    change.changed.push_back(entry);
  };
  PaperIndexPtr index = PaperIndex::build({}, "g0");
  for (int round = 0; round < 25; ++round) {
    TreeChange change;
    for (auto i = random() % 60; i > 0; --i) put(change, "d/t/e" + std::to_string(random() % 400));
    for (auto i = random() % 20; i > 0; --i) {
      const std::string path = "d/t/e" + std::to_string(random() % 400);
      const bool fresh = std::any_of(change.changed.begin(), change.changed.end(),
                                     [&](const EntryPtr& entry) { return entry->path == path; });
      if (fresh) continue;
      tree.erase(path);
      change.removed.push_back(path);
    }
    index = index->with(change, "g" + std::to_string(round + 1));
    std::vector<EntryPtr> entries;
    for (const auto& [path, entry] : tree) entries.push_back(entry);
    const auto anew = PaperIndex::build(entries, index->generation());
    REQUIRE(index->documents() == anew->documents());
    CHECK(index->average_lengths() == anew->average_lengths());
    for (int i = 0; i < 5; ++i) check_equal(*index, *anew, random_text(random, 1 + random() % 4));
    check_equal(*index, *anew, "a b ab ba e1 e2");
  }
}

TEST_CASE("a query of any size asks for a bounded part of its words") {
  std::vector<EntryPtr> entries;
  std::mt19937 random(3);
  for (int i = 0; i < 50; ++i) entries.push_back(document("d/t/e" + std::to_string(i), "x", random_text(random, 200)));
  const auto index = PaperIndex::build(entries, "g");
  std::string words;
  for (int i = 0; i < 100000; ++i) words += "w" + std::to_string(i) + " ";
  CHECK(make_paper_query(*index, words).words.size() == 256);
  CHECK(make_paper_query(*index, std::string(1000000, 'a')).words.front().text.size() == 16 * 1024);
}

TEST_CASE("a text weighs what the best matches in it weigh") {
  const auto index = PaperIndex::build(
      std::vector{document("a/b/one", "x", "kiwi plums"), document("a/b/two", "x", "pear kiwi")}, "g");
  const PaperQuery query = make_paper_query(*index, "kiwi plum");
  PaperTermWeights weights(*index, query);
  CHECK(weights.of_text("nothing of it") == 0);
  CHECK(weights.of_text("Kiwi, kiwi") == weights.of_text("kiwi"));
  CHECK(weights.of_text("plums") > 0);
  CHECK(weights.of_text("kiwi plums") == doctest::Approx(weights.of_text("kiwi") + weights.of_text("plums")));
}
