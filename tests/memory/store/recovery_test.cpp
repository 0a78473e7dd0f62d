#include "memory/store/recovery.h"

#include <doctest/doctest.h>

#include "memory/store/entry_store.h"
#include "memory/store/journal.h"
#include "memory/tree/sha256.h"
#include "tests/support/memory_file_system.h"

using namespace memory;
using tests::MemoryDisk;

namespace {

Time fixed_time() { return Time(std::chrono::seconds(1770117600)); }

JournalFile written(const std::string& path, const std::string& before, const std::string& after) {
  return {path, path + ".md", before.empty() ? "" : sha256_hex(before), sha256_hex(after), after, false};
}
JournalFile removed(const std::string& path, const std::string& before) {
  return {path, path + ".md", sha256_hex(before), "", {}, false};
}

// A tree whose journal a dead writer left.
struct Fixture {
  Fixture() {
    disk.put("a/b/one.md", "1");
    disk.put("a/b/two.md", "2");
    disk.put(".state/format", "context-tree 1\n");
  }
  void journal(std::vector<JournalFile> change, bool done = false) {
    if (bytes.empty()) bytes = journal_header(files()->boot());
    bytes += journal_record({"change" + std::to_string(++changes), files()->now_ns(), done, 0, std::move(change)});
    disk.put(".state/journal", bytes);
  }
  std::unique_ptr<FileSystem> files() {
    auto opened = disk.open();
    REQUIRE(opened->check_root());
    return opened;
  }
  TreeStatePtr open(StoreOptions options = {}) {
    auto store = EntryStore::open(disk.open(), options, fixed_time);
    REQUIRE(store);
    return (*store)->state();
  }
  static bool has_problem(const TreeStatePtr& state, const std::string& path) {
    return std::any_of(state->problems.begin(), state->problems.end(),
                       [&](const Problem& p) { return p.path == path; });
  }
  MemoryDisk disk;
  std::string bytes;
  int changes = 0;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "what a writer did not come to is done by the next process, before it answers") {
  journal({written("a/b/one", "1", "11"), removed("a/b/two", "2"), written("n/e/new", "", "n")});
  disk.put("n/e/new.md", "n");  // it came as far as this
  const auto state = open();
  CHECK(state->find("a/b/one")->bytes == "11");
  CHECK_FALSE(state->find("a/b/two"));
  CHECK(disk.get("n/e/new.md") == "n");
  CHECK(disk.get(".state/journal") == "");
  CHECK(state->problems.empty());
  disk.lose_power();
  CHECK(disk.get("a/b/one.md") == "11");
  CHECK_FALSE(disk.get("a/b/two.md"));
}

TEST_CASE_FIXTURE(Fixture, "an edit made meanwhile stays, nothing of that change is deleted, and the text is kept") {
  journal({written("a/b/one", "1", "11"), removed("a/b/two", "2"), written("n/e/new", "", "n")});
  disk.put("a/b/one.md", "by a person");
  const auto state = open();
  CHECK(disk.get("a/b/one.md") == "by a person");
  CHECK(disk.get("a/b/two.md") == "2");
  CHECK(disk.get("n/e/new.md") == "n");
  CHECK(disk.get(".state/recovered/change1/a/b/one.md") == "11");
  REQUIRE(has_problem(state, "a/b/one.md"));
  disk.erase(".state/recovered/change1/a/b/one.md");
  CHECK_FALSE(has_problem(open(), "a/b/one.md"));
}

TEST_CASE_FIXTURE(Fixture, "a change that was finished is not done again when a person took it back") {
  journal({written("a/b/one", "1", "11"), removed("a/b/two", "2")}, true);
  SUBCASE("while the machine runs on") {}
  SUBCASE("nor after a start of the machine, for the files are younger than the change") {
    disk.put("a/b/one.md", "1");
    disk.put("a/b/two.md", "2");
    disk.lose_power();
  }
  const auto state = open();
  CHECK(state->find("a/b/one")->bytes == "1");
  CHECK(state->find("a/b/two")->bytes == "2");
  CHECK(state->problems.empty());
  CHECK(disk.get(".state/journal") == "");
}

TEST_CASE_FIXTURE(Fixture, "what a power loss took of finished changes is brought back, over all of them") {
  journal({written("a/b/one", "1", "11"), removed("a/b/two", "2")}, true);
  journal({written("a/b/one", "11", "111"), written("n/e/new", "", "n")}, true);
  SUBCASE("nothing had reached the disk") {}
  SUBCASE("some had") { disk.put("a/b/one.md", "11"); }
  SUBCASE("all had") { disk.put("a/b/one.md", "111"); }
  SUBCASE("a name had, and not all of its bytes") { disk.put("a/b/one.md", std::string("11\0", 2)); }
  SUBCASE("a name had, and none of its bytes") { disk.put("a/b/one.md", ""); }
  disk.lose_power();
  if (disk.get("a/b/one.md") == "11") {
    // Placed by the first change, before the second began.
    bytes.clear();
    changes = 0;
    journal({written("a/b/one", "1", "11"), removed("a/b/two", "2")}, true);
    journal({written("a/b/one", "11", "111"), written("n/e/new", "", "n")}, true);
    disk.lose_power();
  }
  const auto state = open();
  CHECK(disk.get("a/b/one.md") == "111");
  CHECK(disk.get("n/e/new.md") == "n");
  CHECK_FALSE(disk.get("a/b/two.md"));
  CHECK(state->problems.empty());
}

TEST_CASE_FIXTURE(Fixture, "an edit that a dead writer displaced is kept, its own temporary files go") {
  journal({written("a/b/one", "1", "11")});
  disk.put("a/b/one.md", "11");
  disk.put("a/b/.0123456789abcdef.staged", "by a person");
  disk.put("a/b/.0123456789abcde0.staged", "1");
  auto store = EntryStore::open(disk.open(), {}, fixed_time);
  REQUIRE((*store)->begin_write("t"));
  CHECK_FALSE(disk.get("a/b/.0123456789abcdef.staged"));
  CHECK_FALSE(disk.get("a/b/.0123456789abcde0.staged"));
  CHECK(disk.get(".state/recovered/change1/a/b/displaced.0123456789abcdef.staged.md") == "by a person");
}

TEST_CASE_FIXTURE(Fixture, "who may not write leaves everything, and whoever may not wait leaves it to the holder") {
  journal({written("a/b/one", "1", "11")});
  SUBCASE("read-only") { CHECK(open({.read_only = true})->find("a/b/one")->bytes == "1"); }
  SUBCASE("the lock is held") {
    const auto other = files();
    const auto lock = other->try_lock(".state/lock");
    REQUIRE(lock);
    CHECK(open()->find("a/b/one")->bytes == "1");
  }
  SUBCASE("a newer program's journal") {
    bytes.replace(bytes.find(" 1 "), 3, " 2 ");
    disk.put(".state/journal", bytes);
    auto store = EntryStore::open(disk.open(), {}, fixed_time);
    CHECK((*store)->begin_write("t").error().code == ErrorCode::kReadOnly);
    CHECK(has_problem((*store)->refresh(), ".state"));
  }
  CHECK(disk.get(".state/journal") == bytes);
}

TEST_CASE_FIXTURE(Fixture, "a reader that meets a dead writer's change finishes it before it answers") {
  auto store = EntryStore::open(disk.open(), {}, fixed_time);
  REQUIRE(store);
  journal({written("a/b/one", "1", "11"), removed("a/b/two", "2")});
  const auto state = (*store)->refresh();
  CHECK(state->find("a/b/one")->bytes == "11");
  CHECK_FALSE(state->find("a/b/two"));
}

TEST_CASE_FIXTURE(Fixture, "a torn end is cut off, a damaged middle is kept for a person") {
  journal({written("a/b/one", "1", "11")}, true);
  SUBCASE("torn") {
    disk.put(".state/journal", bytes + "\nchange\n-");
    auto store = EntryStore::open(disk.open(), {.checkpoint_after = std::chrono::milliseconds(0)}, fixed_time);
    REQUIRE((*store)->begin_write("t"));
    CHECK(disk.get(".state/journal") == bytes);
  }
  SUBCASE("damaged") {
    const std::size_t first = bytes.size();
    journal({written("a/b/two", "2", "22")});
    bytes[first - 2] ^= 1;
    disk.put(".state/journal", bytes);
    const auto state = open();
    CHECK(state->find("a/b/two")->bytes == "22");
    CHECK(state->find("a/b/one")->bytes == "1");
    CHECK(has_problem(state, "journal.damaged"));
  }
}

TEST_CASE("wherever recovery is interrupted, the next one comes to the same end") {
  for (const bool power_lost : {false, true}) {
    for (int at = 1;; ++at) {
      Fixture tree;
      tree.disk.put("a/b/edited.md", "by a person");
      tree.journal({written("a/b/one", "1", "11"), written("n/e/new", "", "n"), removed("a/b/two", "2")});
      tree.journal({written("a/b/edited", "e", "ee")});
      bool failed = false;
      {
        auto files = std::make_unique<tests::FaultyFileSystem>(tree.disk.open(), at, true);
        auto* faults = files.get();
        faults->arm();
        static_cast<void>(EntryStore::open(std::move(files), {}, fixed_time));
        failed = faults->failed();
      }
      if (power_lost) tree.disk.lose_power();
      CAPTURE(power_lost);
      CAPTURE(at);
      const auto state = tree.open();
      CHECK(tree.disk.get("a/b/one.md") == "11");
      CHECK(tree.disk.get("n/e/new.md") == "n");
      CHECK_FALSE(tree.disk.get("a/b/two.md"));
      CHECK(tree.disk.get("a/b/edited.md") == "by a person");
      CHECK(tree.disk.get(".state/recovered/change2/a/b/edited.md") == "ee");
      CHECK(tree.disk.get(".state/journal") == "");
      CHECK(state->problems.size() == 1);
      if (!failed) break;
      REQUIRE(at < 300);
    }
  }
}

TEST_CASE("a checkpoint that fails leaves the journal, and what was answered is still there after a power loss") {
  for (int at = 1;; ++at) {
    MemoryDisk disk;
    disk.put("a/b/one.md", "1");
    bool failed = false;
    {
      auto files = std::make_unique<tests::FaultyFileSystem>(disk.open(), at, true);
      auto* faults = files.get();
      auto store = EntryStore::open(std::move(files), {}, fixed_time);
      auto turn = (*store)->begin_write("t");
      REQUIRE((*turn)->apply({{"n/e/new", "n/e/new.md", "", "n", false}}));
      REQUIRE((*turn)->apply({{"a/b/one", "a/b/one.md", sha256_hex("1"), std::nullopt, false}}));
      REQUIRE((*turn)->finish());
      faults->arm();
      turn->reset();
      store->reset();  // syncs and empties the journal
      failed = faults->failed();
    }
    disk.lose_power();
    CAPTURE(at);
    static_cast<void>(EntryStore::open(disk.open(), {}, fixed_time));
    CHECK(disk.get("n/e/new.md") == "n");
    CHECK_FALSE(disk.get("a/b/one.md"));
    if (!failed) break;
    REQUIRE(at < 100);
  }
}
