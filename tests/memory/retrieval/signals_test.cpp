#include "memory/retrieval/signals.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory/store/posix_file_system.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/temporary_folder.h"

using namespace memory;
using namespace std::chrono_literals;

namespace {

const Time kStart = Time(std::chrono::seconds(1770117600));

Signal access(const std::string& path, Time time = kStart) {
  Signal made;
  made.time = time;
  made.path = path;
  return made;
}

struct Disk {
  Disk() { disk.put(".state/format", "context-tree 1\n"); }
  std::unique_ptr<SignalLog> open(bool read_only = false) {
    return std::make_unique<SignalLog>(disk.open(), read_only);
  }
  std::string log() const { return disk.get(".state/signals").value_or(""); }
  tests::MemoryDisk disk;
};

std::uint32_t accesses(SignalLog& log, const std::string& path) {
  const SignalTablePtr table = log.refresh();
  const EntrySignals* found = table->find(path);
  return found ? found->counts.accesses : 0;
}

bool all(std::string_view /*path*/) { return true; }

}  // namespace

TEST_CASE("what one process adds the others see with their next look") {
  Disk disk;
  const auto a = disk.open();
  const auto b = disk.open();
  a->add({access("x/y/one")});
  CHECK(accesses(*b, "x/y/one") == 1);
  b->add({access("x/y/two")});
  CHECK(accesses(*a, "x/y/two") == 1);
  CHECK(accesses(*disk.open(), "x/y/one") == 1);
}

TEST_CASE("a read-only process writes nothing, and still knows what it saw itself") {
  Disk disk;
  const auto log = disk.open(true);
  log->add({access("x/y/one")});
  CHECK(accesses(*log, "x/y/one") == 1);
  CHECK(disk.log().empty());
  CHECK(disk.disk.files() == std::set<std::string>{".state/format"});
}

TEST_CASE("without a state folder signals wait in the process until there is one") {
  tests::MemoryDisk disk;
  SignalLog log(disk.open(), false);
  log.add({access("x/y/one")});
  CHECK(accesses(log, "x/y/one") == 1);
  CHECK(disk.files().empty());
  disk.put(".state/format", "context-tree 1\n");
  log.add({access("x/y/two")});
  SignalLog other(disk.open(), false);
  CHECK(accesses(other, "x/y/one") == 1);
  CHECK(accesses(other, "x/y/two") == 1);
}

TEST_CASE("a tree of another format is not written to") {
  tests::MemoryDisk disk;
  disk.put(".state/format", "context-tree 99\n");
  SignalLog log(disk.open(), false);
  log.add({access("x/y/one")});
  CHECK_FALSE(disk.get(".state/signals"));
}

TEST_CASE("torn and unknown lines cost nothing but themselves") {
  Disk disk;
  disk.disk.put(
      ".state/signals",
      "praise\tx\t.\naccess\t2026-02-03T11:20:00Z\tx/y/on\naccess\t2026-02-03T11:20:00Z\tx/y/one\t.\n\xFF\xFE\n" +
          std::string(100000, 'z') + "\naccess\t2026-02-03T11:20:00Z\tx/y/two\t.\naccess\t2026-02-03T11");
  const auto log = disk.open();
  CHECK(accesses(*log, "x/y/on") == 0);
  CHECK(accesses(*log, "x/y/one") == 1);
  CHECK(accesses(*log, "x/y/two") == 1);
}

TEST_CASE("a line is taken in when its end has come") {
  Disk disk;
  const auto log = disk.open();
  disk.disk.put(".state/signals", "access\t2026-02-03T11:20:00Z\tx/y/one\t.\n");
  CHECK(accesses(*log, "x/y/one") == 1);
  const auto files = disk.disk.open();
  REQUIRE(files->append(".state/signals", "access\t2026-02-03T11:20:00Z\tx/y/t"));
  CHECK(log->refresh()->size() == 1);
  REQUIRE(files->append(".state/signals", "wo\t.\n"));
  CHECK(accesses(*log, "x/y/two") == 1);
}

TEST_CASE("a line without an end does not stop what follows, however long it is") {
  Disk disk;
  disk.disk.put(".state/signals",
                std::string(std::size_t{3} << 20U, 'q') + "\naccess\t2026-02-03T11:20:00Z\tx/y/one\t.\n");
  CHECK(accesses(*disk.open(), "x/y/one") == 1);
}

TEST_CASE("a log that was replaced or cut is read anew") {
  Disk disk;
  const auto log = disk.open();
  log->add({access("x/y/one"), access("x/y/two")});
  disk.disk.erase(".state/signals");
  disk.disk.put(".state/signals", signal_line(access("x/y/three")));
  CHECK(accesses(*log, "x/y/one") == 0);
  CHECK(accesses(*log, "x/y/three") == 1);
}

TEST_CASE("compaction keeps what the events come to, drops orphans and bounds the log") {
  Disk disk;
  const auto log = disk.open();
  const auto other = disk.open();
  std::vector<Signal> signals;
  for (int i = 0; i < 4000; ++i)
    signals.push_back(access("x/y/entry" + std::to_string(i % 50), kStart + (i / 50) * 24h));
  log->add(signals);
  const std::size_t before = disk.log().size();
  CHECK(accesses(*other, "x/y/entry7") == 80);
  REQUIRE(log->compact([](std::string_view path) { return path != "x/y/entry3"; }));
  CHECK(disk.log().size() * 10 < before);
  const auto later = disk.open();
  for (SignalLog* each : {log.get(), other.get(), later.get()}) {
    CHECK(accesses(*each, "x/y/entry7") == 80);
    CHECK(accesses(*each, "x/y/entry3") == 0);
  }
  CHECK(disk.disk.files() == std::set<std::string>{".state/format", ".state/signals", ".state/signals.lock"});
  const std::string small = disk.log();
  REQUIRE(log->compact(all));
  CHECK(disk.log() == small);
}

TEST_CASE("a compaction that fails at any call leaves a log that says the same") {
  for (const bool forever : {false, true}) {
    for (int at = 1;; ++at) {
      Disk disk;
      const auto writer = disk.open();
      std::vector<Signal> signals;
      for (int i = 0; i < 2000; ++i) signals.push_back(access("x/y/one", kStart + i * 24h));
      writer->add(signals);
      auto faulty = std::make_unique<tests::FaultyFileSystem>(disk.disk.open(), at, forever);
      tests::FaultyFileSystem* const control = faulty.get();
      SignalLog log(std::move(faulty), false);
      control->arm();
      static_cast<void>(log.compact(all));
      INFO(at);
      CHECK(accesses(*disk.open(), "x/y/one") == 2000);
      if (!control->failed()) break;
    }
  }
}

TEST_CASE("processes that append while another compacts lose nothing") {
  const tests::TemporaryFolder folder;
  folder.write("tree/.state/format", "context-tree 1\n");
  constexpr int kProcesses = 3;
  constexpr int kEach = 1500;  // enough for several compactions
  std::vector<pid_t> children;
  for (int number = 0; number < kProcesses; ++number) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      SignalLog log(make_posix_file_system(folder.tree()), false);
      for (int i = 0; i < kEach; ++i) {
        log.add({access("x/y/p" + std::to_string(number), kStart + i * 24h)});
        // A compaction at nearly every chance: only the one that holds the writer lock does it.
        if (number == 0 && i % 20 == 19) static_cast<void>(log.compact(all));
      }
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  SignalLog log(make_posix_file_system(folder.tree()), false);
  for (int number = 0; number < kProcesses; ++number) CHECK(accesses(log, "x/y/p" + std::to_string(number)) == kEach);
}
