// Every curate operation, with every single file-system call of it failing once or from then on, and with the
// power gone afterwards.
#include <algorithm>
#include <map>

#include "memory/retrieval/curation.h"
#include "tests/memory/retrieval/curation_fixture.h"
#include "tests/support/memory_file_system.h"

using namespace memory;
using namespace tests;

namespace {

Time fixed_time() { return Time(std::chrono::seconds(1770117600)); }

// `synced`: files are synced when the store ends, so that the journal is empty.
std::unique_ptr<EntryStore> open_on(std::unique_ptr<FileSystem> files, bool synced = true) {
  const StoreOptions options{.lock_wait = std::chrono::milliseconds(5),
                             .checkpoint_after = std::chrono::seconds(synced ? 1 : 0)};
  auto store = EntryStore::open(std::move(files), options, fixed_time);
  REQUIRE(store);
  return std::move(*store);
}

Result<CurateResult> run(EntryStore& store, std::vector<Operation> operations) {
  return curate(store, {std::move(operations), "because", "tester", false}, fixed_time);
}

void seed(MemoryDisk& disk) {
  const auto store = open_on(disk.open());
  const auto result = run(*store, {operation("ADD", "a/b", "One", "the first text, see [[a/b/two]]"),
                                   operation("ADD", "a/b", "Two", "the second, quite other words"),
                                   operation("ADD", "a/c", "Three", "a third text, see @a/b/two.md")});
  REQUIRE(result);
  REQUIRE(result->summary.added == 3);
}

// The entries of the tree, without what is generated or the program's own.
std::map<std::string, std::string> entries_on(const MemoryDisk& disk) {
  std::map<std::string, std::string> entries;
  for (const std::string& file : disk.files()) {
    if (file.starts_with('.') || file.find("/.") != std::string::npos || file.ends_with("context.md")) continue;
    entries[file] = *disk.get(file);
  }
  return entries;
}

struct Case {
  const char* name;
  Operation operation;
};

std::vector<Case> cases() {
  std::vector<Case> all = {
      {"ADD", operation("ADD", "n/e/w", "New", "a new text that nobody knows")},
      {"UPDATE", operation("UPDATE", "a/b/one", "", "the first text, written anew")},
      {"DELETE", operation("DELETE", "a/c/three")},
      {"RENAME", operation("UPDATE", "a/b/two")},
      {"MERGE", operation("MERGE", "a/b/two")},
      {"RECURSIVE", operation("DELETE", "a/b")},
  };
  all[3].operation.target_title = "Second";
  all[4].operation.target_path = "a/c/three";
  all[5].operation.recursive = true;
  return all;
}

// Whatever happened, the next server finds or makes the tree as it was before the operation or after it, as a whole.
void check_outcome(MemoryDisk& disk, const std::map<std::string, std::string>& before,
                   const std::map<std::string, std::string>& after, bool success) {
  const auto store = open_on(disk.open());
  const auto now = entries_on(disk);
  CHECK((now == after || (!success && now == before)));
  const TreeStatePtr state = store->refresh();
  CHECK(state->problems.empty());
  for (const auto& [file, bytes] : now) {
    const auto entry = state->find(file.substr(0, file.size() - 3));
    REQUIRE(entry);
    CHECK(entry->bytes == bytes);
  }
  const auto next = run(*store, {operation("ADD", "z/z", "Later", "some words for later on")});
  REQUIRE(next);
  CHECK(next->applied[0].status == "success");
  for (const std::string& file : disk.files()) {
    CHECK_FALSE(file.ends_with(".staged"));
    CHECK_FALSE(file.starts_with(".state/recovered"));
  }
}

}  // namespace

TEST_CASE("whichever file-system call of an operation fails, the tree is wholly old or new and success is durable") {
  MemoryDisk seeded;
  seed(seeded);
  for (const Case& made : cases()) {
    const auto ideal = seeded.copy();
    const auto before = entries_on(*ideal);
    REQUIRE(run(*open_on(ideal->open()), {made.operation})->applied[0].status == "success");
    ideal->lose_power();
    const auto after = entries_on(*ideal);
    REQUIRE(before != after);

    for (int way = 0; way < 8; ++way) {
      const bool forever = (way & 1) != 0;
      const bool power_lost = (way & 2) != 0;
      const bool synced = (way & 4) != 0;
      for (int at = 1;; ++at) {
        CAPTURE(made.name);
        CAPTURE(forever);
        CAPTURE(power_lost);
        CAPTURE(synced);
        CAPTURE(at);
        const auto disk = seeded.copy();
        bool success = false;
        bool failed = false;
        {
          auto files = std::make_unique<FaultyFileSystem>(disk->open(), at, forever);
          FaultyFileSystem* faults = files.get();
          const auto store = open_on(std::move(files), synced);
          faults->arm();
          const auto result = run(*store, {made.operation});
          success = result && result->applied[0].status == "success";
          failed = faults->failed();
        }
        if (power_lost) disk->lose_power();
        check_outcome(*disk, before, after, success);
        if (!failed) {
          CHECK(success);
          break;
        }
        REQUIRE(at < 1000);
      }
    }
  }
}

TEST_CASE("an operation that conflicts with an edit is computed again from what is there now") {
  // A person's edit lands between reading and placing: the store sees other bytes than the plan.
  MemoryDisk disk;
  seed(disk);
  const auto store = open_on(disk.open());
  auto turn = store->begin_write("t");
  REQUIRE(turn);
  const auto entry = (*turn)->state()->find("a/b/one");
  disk.put("a/b/one.md", std::string(entry->bytes) + "\nby a person\n");
  CHECK((*turn)->apply({{"a/b/one", "a/b/one.md", entry->hash, "ours", false}}).error().code == ErrorCode::kConflict);
  turn->reset();
  Operation append = operation("UPDATE", "a/b/one", "", "by an agent");
  append.append = true;
  REQUIRE(run(*store, {append})->applied[0].status == "success");
  CHECK(contains(*disk.get("a/b/one.md"), "by a person"));
  CHECK(contains(*disk.get("a/b/one.md"), "by an agent"));
}
