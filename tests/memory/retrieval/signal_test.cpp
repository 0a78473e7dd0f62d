#include "memory/retrieval/signal.h"

#include <doctest/doctest.h>

#include "memory/retrieval/signal_table.h"

using namespace memory;
using namespace std::chrono_literals;

namespace {

const Time kStart = Time(std::chrono::seconds(1770117600));  // 2026-02-03T11:20:00Z

Signal signal(SignalKind kind, const std::string& path, Time time = kStart) {
  Signal made;
  made.kind = kind;
  made.time = time;
  made.path = path;
  return made;
}

Signal wrote(const std::string& path, double importance, Time time = kStart) {
  Signal made = signal(SignalKind::kWrote, path, time);
  made.file = {time, importance, Maturity::kDraft, false};
  made.lifecycle = lifecycle_of(made.file);
  return made;
}

SignalTable table_of(const std::vector<Signal>& signals) {
  SignalTableBuilder builder{SignalTable()};
  for (const Signal& one : signals) builder.apply(one);
  return builder.take();
}

const KnownValues& only_known(const SignalTable& table, const std::string& path) {
  const EntrySignals* found = table.find(path);
  REQUIRE(found);
  REQUIRE(found->known.size() == 1);
  return found->known[0];
}

}  // namespace

TEST_CASE("an access is one short line that says when and what") {
  CHECK(signal_line(signal(SignalKind::kAccess, "web/auth/tokens")) ==
        "access\t2026-02-03T11:20:00Z\tweb/auth/tokens\t.\n");
}

TEST_CASE("every kind of signal reads as it was written") {
  for (const SignalKind kind :
       {SignalKind::kAccess, SignalKind::kSeen, SignalKind::kWrote, SignalKind::kUpdated, SignalKind::kMoved,
        SignalKind::kMerged, SignalKind::kRemoved, SignalKind::kTold, SignalKind::kCounts}) {
    Signal made = signal(kind, "a/b/übung mit Leerzeichen");
    made.target_path = "a/b/c";
    made.file = {kStart - 5h, 61.2345, Maturity::kValidated, true};
    made.lifecycle = {1.0 / 3, Maturity::kCore, kStart};
    made.counts = {3, 4, kStart, std::nullopt, std::nullopt, Maturity::kCore};
    std::string line = signal_line(made);
    REQUIRE(line.ends_with("\n"));
    line.pop_back();
    const auto read = parse_signal(line);
    REQUIRE(read);
    CHECK(read->kind == kind);
    CHECK(read->time == kStart);
    CHECK(read->path == made.path);
    CHECK(signal_line(*read) == line + "\n");
  }
}

TEST_CASE("a line that was cut anywhere is no signal") {
  for (const Signal& made : {signal(SignalKind::kAccess, "a/b/c"), wrote("a/b/c", 50)}) {
    const std::string line = signal_line(made);
    for (std::size_t length = 0; length + 1 < line.size(); ++length) CHECK_FALSE(parse_signal(line.substr(0, length)));
  }
}

TEST_CASE("lines of other kinds, with odd numbers or too many fields are no signals") {
  for (const std::string line :
       {"", "praise\t2026-02-03T11:20:00Z\ta/b/c\t.", "access\tyesterday\ta/b/c\t.", "access\t-\ta/b/c\t.",
        "access\t2026-02-03T11:20:00Z\t\t.", "access\t2026-02-03T11:20:00Z\ta/b/c\td\t.",
        "wrote\t2026-02-03T11:20:00Z\tnan\tdraft\t-\t-\t-\tdraft\t-\ta/b/c\t.",
        "wrote\t2026-02-03T11:20:00Z\t50\tgreat\t-\t-\t-\tdraft\t-\ta/b/c\t.",
        "counts\t2026-02-03T11:20:00Z\t-1\t-\t0\t-\t-\ta/b/c\t."}) {
    INFO(line);
    CHECK_FALSE(parse_signal(line));
  }
  CHECK_FALSE(parse_signal(std::string(100000, '\t')));
}

TEST_CASE("a path that would break its line is left out of the log") {
  CHECK(signal_line(signal(SignalKind::kAccess, "a/b/c\nd")).empty());
  CHECK(signal_line(signal(SignalKind::kAccess, "a\tb")).empty());
}

TEST_CASE("accesses count once a day, however many processes tell of them") {
  const SignalTable table =
      table_of({wrote("a/b/c", 50), signal(SignalKind::kAccess, "a/b/c", kStart),
                signal(SignalKind::kAccess, "a/b/c", kStart + 5h), signal(SignalKind::kAccess, "a/b/c", kStart + 24h)});
  CHECK(table.find("a/b/c")->counts.accesses == 2);
  CHECK(only_known(table, "a/b/c").lifecycle.importance == doctest::Approx(53 * 0.995 + 3));
}

TEST_CASE("the same signals once more change nothing") {
  Signal updated = wrote("a/b/c", 55, kStart + 1h);
  updated.kind = SignalKind::kUpdated;
  const std::vector<Signal> signals = {wrote("a/b/c", 50), signal(SignalKind::kAccess, "a/b/c"), updated, updated};
  const SignalTable table = table_of(signals);
  CHECK(table.find("a/b/c")->counts.updates == 1);
  CHECK(table.find("a/b/c")->known.size() == 2);
}

TEST_CASE("signals go with an entry that moves, and into one that it is merged with") {
  Signal moved = signal(SignalKind::kMoved, "a/b/c");
  moved.target_path = "x/y/z";
  SignalTable table = table_of({wrote("a/b/c", 50), signal(SignalKind::kAccess, "a/b/c"), moved});
  CHECK(table.find("a/b/c") == nullptr);
  CHECK(table.find("x/y/z")->counts.accesses == 1);
  CHECK(table.size() == 1);

  Signal merge = signal(SignalKind::kMerged, "x/y/z");
  merge.target_path = "d/e/f";
  SignalTableBuilder builder(table);
  for (const Signal& one : {wrote("d/e/f", 50), signal(SignalKind::kAccess, "d/e/f", kStart + 2h), merge})
    builder.apply(one);
  table = builder.take();
  CHECK(table.find("d/e/f")->counts.accesses == 2);
  CHECK(table.find("d/e/f")->counts.last_access == kStart + 2h);
  CHECK(table.size() == 1);
}

TEST_CASE("a table that others hold stays as it is") {
  const SignalTable before = table_of({wrote("a/b/c", 50)});
  SignalTableBuilder builder(before);
  builder.apply(signal(SignalKind::kAccess, "a/b/c"));
  const SignalTable after = builder.take();
  CHECK(only_known(before, "a/b/c").lifecycle.importance == 50);
  CHECK(only_known(after, "a/b/c").lifecycle.importance == 53);
}

TEST_CASE("what compaction keeps says the same as the events did") {
  std::vector<Signal> signals = {wrote("a/b/c", 50)};
  for (int day = 0; day < 20; ++day) signals.push_back(signal(SignalKind::kAccess, "a/b/c", kStart + day * 25h));
  const SignalTable table = table_of(signals);
  const SignalTable again = table_of(signals_for("a/b/c", *table.find("a/b/c")));
  CHECK(again.find("a/b/c")->counts == table.find("a/b/c")->counts);
  CHECK(only_known(again, "a/b/c").lifecycle == only_known(table, "a/b/c").lifecycle);
  CHECK(only_known(again, "a/b/c").file == only_known(table, "a/b/c").file);
}

TEST_CASE("of the versions of a file only the last few are remembered") {
  std::vector<Signal> signals;
  for (int i = 0; i < 100; ++i) signals.push_back(wrote("a/b/c", 50, kStart + i * 1h));
  CHECK(table_of(signals).find("a/b/c")->known.size() == 4);
}
