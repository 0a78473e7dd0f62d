#include "memory/index/paper_vocabulary.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>

using namespace memory;

namespace {

PaperVocabulary vocabulary_of(std::vector<std::u16string> terms) {
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return PaperVocabulary(terms);
}

std::map<std::u16string, unsigned> near(const PaperVocabulary& vocabulary, std::u16string_view word, unsigned most) {
  std::map<std::u16string, unsigned> found;
  std::uint64_t work = 0;
  for (const PaperNearTerm& term : vocabulary.near(word, most, work)) {
    CHECK(found.emplace(vocabulary.text(term.term), term.distance).second);
  }
  return found;
}

unsigned levenshtein(std::u16string_view a, std::u16string_view b) {
  std::vector<unsigned> row(b.size() + 1);
  for (unsigned j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    unsigned diagonal = row[0];
    row[0] = static_cast<unsigned>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const unsigned replaced = diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::u16string random_word(std::mt19937& random, std::size_t longest, unsigned letters) {
  std::u16string word(1 + random() % longest, u'a');
  for (char16_t& unit : word) unit = static_cast<char16_t>(u'a' + random() % letters);
  return word;
}

}  // namespace

TEST_CASE("a term is found by its text alone") {
  const auto vocabulary = vocabulary_of({u"token", u"tokens", u"to", u"zebra"});
  REQUIRE(vocabulary.find(u"token"));
  CHECK(vocabulary.text(*vocabulary.find(u"token")) == u"token");
  for (const auto* text : {u"", u"t", u"toke", u"zzz", u"a"}) CHECK(!vocabulary.find(text));
  CHECK(!vocabulary_of({}).find(u"a"));
}

TEST_CASE("terms that begin with a word stand side by side, itself first") {
  const auto vocabulary = vocabulary_of({u"a", u"ab", u"abc", u"ac", u"b"});
  CHECK(vocabulary.starting_with(u"ab") == std::pair(1U, 3U));
  CHECK(vocabulary.starting_with(u"a") == std::pair(0U, 4U));
  CHECK(vocabulary.starting_with(u"b") == std::pair(4U, 5U));
  const auto [first, last] = vocabulary.starting_with(u"aba");
  CHECK(first == last);
}

TEST_CASE("near terms differ by letters lost, added or changed; a swap counts twice") {
  const auto vocabulary = vocabulary_of({u"hello", u"hell", u"hallo", u"help", u"ehllo", u"yellow", u"world"});
  CHECK(near(vocabulary, u"hello", 1) ==
        std::map<std::u16string, unsigned>{{u"hallo", 1}, {u"hell", 1}, {u"hello", 0}});
  CHECK(near(vocabulary, u"hello", 2) ==
        std::map<std::u16string, unsigned>{
            {u"ehllo", 2}, {u"hallo", 1}, {u"hell", 1}, {u"hello", 0}, {u"help", 2}, {u"yellow", 2}});
}

TEST_CASE("near terms are those that a full table of distances finds") {
  std::mt19937 random(20260731);
  for (int round = 0; round < 60; ++round) {
    std::vector<std::u16string> words;
    const unsigned letters = 2 + round % 4;
    const std::size_t longest = 3 + static_cast<std::size_t>(round % 12);
    for (int i = 0; i < 120; ++i) words.push_back(random_word(random, longest, letters));
    const auto vocabulary = vocabulary_of(words);
    for (unsigned most = 1; most <= PaperVocabulary::kMaxDistance; ++most) {
      const std::u16string word = random_word(random, longest + 2, letters);
      std::map<std::u16string, unsigned> expected;
      for (const std::u16string& candidate : words) {
        if (const unsigned distance = levenshtein(word, candidate); distance <= most) expected[candidate] = distance;
      }
      CHECK(near(vocabulary, word, most) == expected);
    }
  }
}

TEST_CASE("words longer than the counters of shared starts and distances stay exact") {
  std::u16string long_word(70000, u'x');
  std::u16string other = long_word + u"y";
  const auto vocabulary = vocabulary_of({long_word, other, long_word + u"z"});
  CHECK(near(vocabulary, other, 1) ==
        std::map<std::u16string, unsigned>{{long_word, 1}, {other, 0}, {long_word + u"z", 1}});
}

TEST_CASE("the work of a walk is counted, and starts that are too far are not walked on") {
  std::vector<std::u16string> words;
  for (char16_t a = u'a'; a <= u'z'; ++a) {
    for (char16_t b = u'a'; b <= u'z'; ++b) words.push_back(std::u16string{u'q', u'q', u'q', a, b});
  }
  const auto vocabulary = vocabulary_of(words);
  std::uint64_t work = 0;
  CHECK(vocabulary.near(u"abcde", 1, work).empty());
  CHECK(work > 0);
  CHECK(work < 30);
}
