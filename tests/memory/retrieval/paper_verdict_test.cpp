#include "memory/retrieval/paper_verdict.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("a score without an upper bound becomes a share of one") {
  CHECK(normalized_paper_score(0) == 0);
  CHECK(normalized_paper_score(1) == 0.5);
  CHECK(normalized_paper_score(1.5) == doctest::Approx(0.6));
}

TEST_CASE("nothing is known below the minimum") {
  CHECK(decide_by_paper(0, 0, false) == Verdict::kNone);
  CHECK(decide_by_paper(0.599, 0, false) == Verdict::kNone);
  CHECK(decide_by_paper(0.6, 0, false) == Verdict::kPartial);
}

TEST_CASE("a significant word that nothing matches makes a middling score none") {
  CHECK(decide_by_paper(0.84, 0, true) == Verdict::kNone);
  CHECK(decide_by_paper(0.84, 0, false) == Verdict::kPartial);
  CHECK(decide_by_paper(0.86, 0.85, true) == Verdict::kPartial);
}

TEST_CASE("a direct answer needs a very high score, or a high one and a gap") {
  CHECK(decide_by_paper(0.93, 0.93, false) == Verdict::kAnswered);
  CHECK(decide_by_paper(0.92, 0.86, false) == Verdict::kPartial);
  CHECK(decide_by_paper(0.92, 0.83, false) == Verdict::kAnswered);
  CHECK(decide_by_paper(0.84, 0.1, false) == Verdict::kPartial);
  CHECK(decide_by_paper(0.95, 0.1, true) == Verdict::kAnswered);
}
