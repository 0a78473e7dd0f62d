#include "memory/retrieval/lifecycle.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/support/random.h"

using namespace memory;
using namespace std::chrono_literals;

namespace {

const Time kStart = Time(std::chrono::seconds(1770117600));

Lifecycle at(double importance, Maturity maturity) { return {importance, maturity, kStart}; }

}  // namespace

TEST_CASE("importance fades by half a percent a day, continuously") {
  CHECK(decayed(50, kStart, kStart) == 50);
  CHECK(decayed(50, kStart, kStart + 24h) == doctest::Approx(50 * 0.995));
  CHECK(decayed(50, kStart, kStart + 12h) == doctest::Approx(50 * std::sqrt(0.995)));
  CHECK(decayed(80, kStart, kStart + 100 * 24h) == doctest::Approx(80 * std::pow(0.995, 100)));
}

TEST_CASE("a time that is missing or lies ahead makes nothing old") {
  CHECK(age_in_days(std::nullopt, kStart) == 0);
  CHECK(age_in_days(kStart + 1000h, kStart) == 0);
  CHECK(decayed(50, kStart + 1000h, kStart) == 50);
  CHECK(aged({50, Maturity::kCore, std::nullopt}, kStart, false) == Lifecycle{50, Maturity::kCore, std::nullopt});
  const Lifecycle later = after_access(at(50, Maturity::kDraft), kStart - 1000h, false);
  CHECK(later.importance == 53);
  CHECK(later.at == kStart - 1000h);
}

TEST_CASE("recency falls to 1/e in thirty days; what has no time counts as old") {
  CHECK(recency(kStart, kStart) == 1);
  CHECK(recency(kStart, kStart + 30 * 24h) == doctest::Approx(std::exp(-1.0)));
  CHECK(recency(kStart + 1h, kStart) == 1);
  CHECK(recency(std::nullopt, kStart) == 0);
}

TEST_CASE("maturity changes by one step, and only at the bounds") {
  CHECK(next_maturity(Maturity::kDraft, 64.9999) == Maturity::kDraft);
  CHECK(next_maturity(Maturity::kDraft, 65) == Maturity::kValidated);
  CHECK(next_maturity(Maturity::kDraft, 100) == Maturity::kValidated);
  CHECK(next_maturity(Maturity::kValidated, 84.9999) == Maturity::kValidated);
  CHECK(next_maturity(Maturity::kValidated, 85) == Maturity::kCore);
  CHECK(next_maturity(Maturity::kValidated, 35) == Maturity::kValidated);
  CHECK(next_maturity(Maturity::kValidated, 34.9999) == Maturity::kDraft);
  CHECK(next_maturity(Maturity::kCore, 60) == Maturity::kCore);
  CHECK(next_maturity(Maturity::kCore, 59.9999) == Maturity::kValidated);
  CHECK(next_maturity(Maturity::kCore, 0) == Maturity::kValidated);
}

TEST_CASE("an access adds three, an update five, never above a hundred") {
  CHECK(after_access(at(50, Maturity::kDraft), kStart, false) == at(53, Maturity::kDraft));
  CHECK(after_update(at(50, Maturity::kDraft), kStart, false) == at(55, Maturity::kDraft));
  CHECK(after_update(at(98, Maturity::kCore), kStart, false) == at(100, Maturity::kCore));
  CHECK(after_update(at(60, Maturity::kDraft), kStart, false) == at(65, Maturity::kValidated));
  CHECK(after_update(at(90, Maturity::kDraft), kStart, false) == at(95, Maturity::kValidated));
}

TEST_CASE("an event counts from what the importance has faded to") {
  const Lifecycle after = after_access(at(50, Maturity::kDraft), kStart + 240h, false);
  CHECK(after.importance == doctest::Approx(50 * std::pow(0.995, 10) + 3));
  CHECK(after.at == kStart + 240h);
}

TEST_CASE("falling below a bound costs a level, and each bound its own") {
  CHECK(aged(at(62, Maturity::kCore), kStart + 240h, false).maturity == Maturity::kValidated);
  CHECK(aged(at(36, Maturity::kValidated), kStart + 240h, false).maturity == Maturity::kDraft);
  CHECK(aged(at(90, Maturity::kCore), kStart + 1000 * 24h, false).maturity == Maturity::kDraft);
}

TEST_CASE("a level that a person gave below its bound stays until the importance falls further") {
  CHECK(aged(at(50, Maturity::kCore), kStart + 240h, false).maturity == Maturity::kCore);
  CHECK(aged(at(50, Maturity::kCore), kStart + 100 * 24h, false).maturity != Maturity::kCore);
  CHECK(after_access(at(50, Maturity::kCore), kStart, false).maturity == Maturity::kCore);
}

TEST_CASE("pinned entries neither fade nor fall, but rise") {
  CHECK(aged(at(62, Maturity::kCore), kStart + 10000h, true) == at(62, Maturity::kCore));
  CHECK(after_access(at(62, Maturity::kCore), kStart + 10000h, true).importance == 65);
}

TEST_CASE("of two merged entries the better values stay, then the level is checked once") {
  CHECK(merged(at(40, Maturity::kValidated), at(70, Maturity::kDraft)) == at(70, Maturity::kValidated));
  CHECK(merged(at(70, Maturity::kDraft), at(20, Maturity::kDraft)) == at(70, Maturity::kValidated));
  CHECK(merged(at(50, Maturity::kCore), at(20, Maturity::kDraft)) == at(50, Maturity::kValidated));
}

TEST_CASE("events count once in twenty-four hours, whichever way the clock goes") {
  CHECK(counts_again(std::nullopt, kStart));
  CHECK_FALSE(counts_again(kStart, kStart));
  CHECK_FALSE(counts_again(kStart, kStart + 24h - 1s));
  CHECK(counts_again(kStart, kStart + 24h));
  CHECK_FALSE(counts_again(kStart, kStart - 1h));
  CHECK(counts_again(kStart, kStart - 48h));
}

TEST_CASE("left alone, importance never rises and no level is gained") {
  tests::Random random(1);
  for (int i = 0; i < 2000; ++i) {
    Lifecycle before = at(static_cast<double>(random.below(10001)) / 100, static_cast<Maturity>(random.below(3)));
    Time now = kStart;
    for (int step = 0; step < 20; ++step) {
      now += std::chrono::seconds(random.below(40 * 86400));
      const Lifecycle after = aged(before, now, false);
      REQUIRE(after.importance <= before.importance);
      REQUIRE(after.importance >= 0);
      REQUIRE(after.maturity <= before.maturity);
      before = after;
    }
  }
}

TEST_CASE("how often somebody looks makes no difference") {
  tests::Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const Lifecycle first = at(60 + static_cast<double>(random.below(4001)) / 100, Maturity::kCore);
    const Time end = kStart + std::chrono::hours(random.below(300 * 24));
    Lifecycle looked_at = first;
    for (Time now = kStart; now < end; now += std::chrono::hours(1 + random.below(500)))
      looked_at = aged(looked_at, now, false);
    const Lifecycle once = aged(first, end, false);
    looked_at = aged(looked_at, end, false);
    REQUIRE(looked_at.importance == doctest::Approx(once.importance).epsilon(1e-9));
    REQUIRE(looked_at.maturity == once.maturity);
  }
}

TEST_CASE("inside the gap between two bounds no level changes, whatever happens") {
  tests::Random random(3);
  for (int i = 0; i < 200; ++i) {
    Lifecycle lifecycle =
        at(36 + static_cast<double>(random.below(28)), random.below(2) ? Maturity::kDraft : Maturity::kValidated);
    const Maturity level = lifecycle.maturity;
    Time now = kStart;
    for (int step = 0; step < 300; ++step) {
      now += std::chrono::hours(24);
      const bool rises = lifecycle.importance + 3 < 65 && (random.below(2) == 1 || lifecycle.importance < 36);
      lifecycle = rises ? after_access(lifecycle, now, false) : aged(lifecycle, now, false);
      if (lifecycle.importance >= 35 && lifecycle.importance < 65) REQUIRE(lifecycle.maturity == level);
    }
  }
}
