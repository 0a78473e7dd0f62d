#include "memory/retrieval/lifecycles.h"

#include <doctest/doctest.h>

#include "memory/retrieval/filters.h"
#include "memory/retrieval/ranking.h"
#include "tests/support/indexed_tree.h"

using namespace memory;
using namespace std::chrono_literals;

namespace {

const Time kChanged = Time(std::chrono::seconds(1770117600));  // 2026-02-03T11:20:00Z

EntryPtr note(const std::string& front) {
  return tests::entry("web/auth/note", "---\nupdatedAt: 2026-02-03T11:20:00Z\n" + front + "---\nText.\n");
}

SignalTablePtr table_of(const std::vector<Signal>& signals) {
  SignalTableBuilder builder{SignalTable()};
  for (const Signal& signal : signals) builder.apply(signal);
  return std::make_shared<const SignalTable>(builder.take());
}

}  // namespace

TEST_CASE("without a clock and signals a file's values stand as they are") {
  CHECK(Lifecycles().of(*note("importance: 70\nmaturity: core\n")) == Lifecycle{70, Maturity::kCore, kChanged});
  CHECK(Lifecycles().of(*note("")) == Lifecycle{50, Maturity::kDraft, kChanged});
}

TEST_CASE("ranking and filters go by what an access has made of an entry") {
  const EntryPtr entry = note("importance: 63\n");
  const Lifecycles before(nullptr, kChanged);
  const Lifecycles after(table_of(signals_of_access(before, *entry)), kChanged);
  CHECK(after.of(*entry) == Lifecycle{66, Maturity::kValidated, kChanged});
  CHECK(compound_score(*entry, kChanged, {}, before).at(0.5) == doctest::Approx((0.5 + 0.02 * 0.63 + 0.02) * 0.98));
  CHECK(compound_score(*entry, kChanged, {}, after).at(0.5) == doctest::Approx(0.5 + 0.02 * 0.66 + 0.02));
  SearchRequest request;
  request.min_maturity = "validated";
  CHECK_FALSE(Filters::make(request, kChanged, before)->accepts(*entry));
  CHECK(Filters::make(request, kChanged, after)->accepts(*entry));
}

TEST_CASE("an access within a day, or of a folder's own text, is no signal") {
  const EntryPtr entry = note("");
  const Lifecycles first(nullptr, kChanged);
  const SignalTablePtr table = table_of(signals_of_access(first, *entry));
  CHECK(signals_of_access(Lifecycles(table, kChanged + 23h), *entry).empty());
  CHECK(signals_of_access(Lifecycles(table, kChanged + 24h), *entry).size() == 1);
  CHECK(signals_of_access(first, *tests::entry("web/auth/context", "What belongs here.\n")).empty());
}

TEST_CASE("an edit that leaves the lifecycle alone, or comes with a time of its own, is no signal") {
  const EntryPtr before = note("importance: 50\n");
  const Lifecycles now(nullptr, kChanged + 240h);
  CHECK(signals_of_edit(now, *before, *note("importance: 50\ntags: [a]\n")).empty());
  const EntryPtr later = tests::entry("web/auth/note", "---\nupdatedAt: 2026-02-04\nimportance: 90\n---\nText.\n");
  CHECK(signals_of_edit(now, *before, *later).empty());
}

TEST_CASE("who states a maturity anew leaves the importance as it stands, and the other way round") {
  const EntryPtr before = note("importance: 50\nmaturity: draft\n");
  const EntryPtr core = note("importance: 50\nmaturity: core\n");
  const Lifecycles now(nullptr, kChanged + 240h);
  const Lifecycles after(table_of(signals_of_edit(now, *before, *core)), kChanged + 240h);
  CHECK(after.of(*core).maturity == Maturity::kCore);
  CHECK(after.of(*core).importance == doctest::Approx(now.of(*before).importance));
  const EntryPtr dear = note("importance: 90\nmaturity: draft\n");
  const Lifecycles raised(table_of(signals_of_edit(now, *before, *dear)), kChanged + 240h);
  CHECK(raised.of(*dear) == Lifecycle{90, Maturity::kDraft, kChanged + 240h});
}
