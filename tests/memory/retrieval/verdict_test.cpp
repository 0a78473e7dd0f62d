#include "memory/retrieval/verdict.h"

#include <doctest/doctest.h>

#include "tests/support/indexed_tree.h"

using namespace memory;

namespace {

struct Made {
  EntryPtr one = tests::entry("a/b/one", "x\n");
  EntryPtr two = tests::entry("a/b/two", "y\n");
  IndexedPassage passage;
  IndexedPassage superseded;
  Ranking ranking;

  Made() {
    superseded.superseded = true;
    ranking.known_share = ranking.passage_coverage = 1;
    ranking.terms = 3;
  }
  void add(const EntryPtr& entry, double relevance, bool is_superseded = false) {
    RankedPassage ranked;
    ranked.entry = entry.get();
    ranked.passage = is_superseded ? &superseded : &passage;
    ranked.relevance = relevance;
    ranking.passages.push_back(ranked);
  }
};

}  // namespace

TEST_CASE("nothing found is none") { CHECK(decide({}) == Verdict::kNone); }

TEST_CASE("a hit that stands out is an answer, one among equals is not") {
  Made clear;
  clear.add(clear.one, 0.7);
  clear.add(clear.one, 0.69);
  clear.add(clear.two, 0.3);
  CHECK(decide(clear.ranking) == Verdict::kAnswered);
  Made close;
  close.add(close.one, 0.7);
  close.add(close.two, 0.68);
  CHECK(decide(close.ranking) == Verdict::kPartial);
}

TEST_CASE("what is found by near spellings only is no answer") {
  Made made;
  made.add(made.one, 0.7);
  made.ranking.passages.front().approximate = true;
  CHECK(decide(made.ranking) == Verdict::kPartial);
}

TEST_CASE("little of the question in the tree is none") {
  Made made;
  made.add(made.one, 0.2);
  made.ranking.known_share = 0.3;
  made.ranking.passage_coverage = 0.3;
  CHECK(decide(made.ranking) == Verdict::kNone);
}

TEST_CASE("where all that is left is superseded, the verdict says so") {
  Made made;
  made.add(made.one, 0.7, true);
  CHECK(decide(made.ranking) == Verdict::kSuperseded);
  made.add(made.two, 0.3);
  CHECK(decide(made.ranking) == Verdict::kPartial);
}

TEST_CASE("a short question of which a part is unknown is not answered") {
  Made made;
  made.add(made.one, 0.7);
  made.ranking.known_share = 0.8;
  CHECK(decide(made.ranking) == Verdict::kPartial);
  made.ranking.terms = 6;
  CHECK(decide(made.ranking) == Verdict::kAnswered);
}

TEST_CASE("of two words that name nothing unknown one is enough, an unknown name is not") {
  Made made;
  made.add(made.one, 0.2);
  made.ranking.terms = 2;
  made.ranking.known_share = made.ranking.passage_coverage = made.ranking.passages.front().coverage = 0.48;
  CHECK(decide(made.ranking) == Verdict::kPartial);
  made.ranking.unknown_name = true;
  CHECK(decide(made.ranking) == Verdict::kNone);
}

TEST_CASE("words that stand together speak for an answer") {
  Made made;
  made.add(made.one, 0.3);
  made.ranking.known_share = 0.7;
  made.ranking.passage_coverage = made.ranking.passages.front().coverage = 0.3;
  CHECK(decide(made.ranking) == Verdict::kNone);
  made.ranking.passages.front().pairs = 0.2;
  CHECK(decide(made.ranking) == Verdict::kPartial);
}

TEST_CASE("a first hit before many others as good is no answer") {
  Made made;
  made.add(made.one, 0.7);
  for (int i = 0; i < 9; ++i) made.add(made.one, 0.69);
  made.add(made.two, 0.3);
  CHECK(decide(made.ranking) == Verdict::kPartial);
}

TEST_CASE("verdicts have names") {
  CHECK(verdict_name(Verdict::kAnswered) == "answered");
  CHECK(verdict_name(Verdict::kFiltered) == "filtered");
}
