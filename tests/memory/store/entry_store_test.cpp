#include "memory/store/entry_store.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "tests/support/lesser_user.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/temporary_folder.h"

using namespace memory;

namespace {

Time fixed_time() { return Time(std::chrono::seconds(1770117600)); }

std::unique_ptr<EntryStore> open_store(const std::string& root, StoreOptions options = {}) {
  auto store = EntryStore::open(root, options, fixed_time);
  REQUIRE(store);
  return std::move(*store);
}

std::string text_of(const TreeStatePtr& state, const std::string& path) {
  const EntryPtr entry = state->find(path);
  return entry ? std::string(entry->bytes) : "(none)";
}

bool has_problem(const TreeStatePtr& state, const std::string& path) {
  return std::any_of(state->problems.begin(), state->problems.end(), [&](const Problem& p) { return p.path == path; });
}

FileChange created(const std::string& path, const std::string& bytes) { return {path, path + ".md", "", bytes, false}; }

struct OnDisk {
  tests::TemporaryFolder folder;
  void write(const std::string& file, const std::string& bytes) const { folder.write("tree/" + file, bytes); }
};

}  // namespace

TEST_CASE_FIXTURE(OnDisk, "a root that does not exist is an empty tree, and reading makes nothing") {
  const auto store = open_store(folder.tree());
  CHECK(store->refresh()->entries.empty());
  CHECK_FALSE(folder.exists("tree"));
  CHECK_FALSE(EntryStore::open("relative", {}, fixed_time));
}

TEST_CASE_FIXTURE(OnDisk, "the first scan finds entries, folders and context files, and skips the rest") {
  write("a/b/x.md", "one");
  write("a/b/context.md", "about b");
  write("a/top.md", "top");
  write("a/b/c/d/e/deep.md", "deep");
  write(".hidden/x.md", "no");
  write("node_modules/x.md", "no");
  write("a/b/.draft.md", "no");
  write("a/b/x.md~", "no");
  write("a/b/picture.png", "no");
  const auto state = open_store(folder.tree())->refresh();
  CHECK(state->entries.size() == 4);
  CHECK(state->find("a/b/context")->kind == SymbolKind::kSummary);
  CHECK(text_of(state, "a/b/c/d/e/deep") == "deep");
  CHECK(state->folders == std::vector<std::string>{"a", "a/b", "a/b/c", "a/b/c/d", "a/b/c/d/e"});
  CHECK(state->problems.empty());
}

TEST_CASE_FIXTURE(OnDisk, "every edit, new file, removal and move by others is in the next answer") {
  write("a/b/x.md", "one");
  const auto store = open_store(folder.tree());
  write("a/b/x.md", "two");
  CHECK(text_of(store->refresh(), "a/b/x") == "two");
  write("a/b/y.md", "y");
  write("n/e/w/z.md", "z");
  CHECK(text_of(store->refresh(), "a/b/y") == "y");
  CHECK(text_of(store->state(), "n/e/w/z") == "z");
  write("n/e/w/later.md", "l");  // in a folder met a moment ago
  CHECK(text_of(store->refresh(), "n/e/w/later") == "l");
  std::filesystem::rename(folder.tree() + "/n", folder.tree() + "/m");
  CHECK(text_of(store->refresh(), "n/e/w/z") == "(none)");
  CHECK(text_of(store->state(), "m/e/w/z") == "z");
  write("m/e/w/z.md", "moved and edited");
  CHECK(text_of(store->refresh(), "m/e/w/z") == "moved and edited");
  std::filesystem::remove_all(folder.tree() + "/m");
  CHECK(store->refresh()->entries.size() == 2);
  CHECK_FALSE(store->state()->has_folder("m"));
}

TEST_CASE_FIXTURE(OnDisk, "an edit of equal size within the same tick is seen") {
  write("a/b/x.md", "aaaa");
  const auto store = open_store(folder.tree());
  for (char c = 'b'; c <= 'z'; ++c) {
    write("a/b/x.md", std::string(4, c));
    CHECK(text_of(store->refresh(), "a/b/x") == std::string(4, c));
  }
}

TEST_CASE("without events a young file is hashed again although its stamp stays") {
  tests::MemoryDisk disk;
  disk.put("a/b/x.md", "aaaa");
  auto store = EntryStore::open(disk.open(), {}, fixed_time);
  REQUIRE(store);
  disk.put("a/b/x.md", "bbbb");
  CHECK(text_of((*store)->refresh(), "a/b/x") == "bbbb");
  disk.erase("a/b/x.md");
  CHECK((*store)->refresh()->entries.empty());
}

TEST_CASE_FIXTURE(OnDisk, "a root that is replaced by another folder is followed") {
  write("a/b/x.md", "one");
  const auto store = open_store(folder.tree());
  std::filesystem::rename(folder.tree(), folder.path() / "away");
  write("a/b/y.md", "other");
  CHECK(text_of(store->refresh(), "a/b/y") == "other");
  CHECK(store->state()->entries.size() == 1);
  CHECK(store->state()->problems.empty());
  write("a/b/z.md", "watched again");
  CHECK(text_of(store->refresh(), "a/b/z") == "watched again");
}

TEST_CASE_FIXTURE(OnDisk, "a root that vanishes keeps what was read, is named, and takes no writes until it is back") {
  write("a/b/x.md", "one");
  const auto store = open_store(folder.tree());
  std::filesystem::rename(folder.tree(), folder.path() / "away");
  const auto without = store->refresh();
  CHECK(text_of(without, "a/b/x") == "one");
  REQUIRE(without->problems.size() == 1);
  CHECK(without->problems[0].path.empty());
  CHECK(without->problems[0].what.find(folder.tree() + " is gone") != std::string::npos);
  CHECK(without->unread_at("a/b/never") != nullptr);
  const auto refused = store->begin_write("test");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kIo);
  CHECK(refused.error().message.find("is gone") != std::string::npos);
  CHECK_FALSE(folder.exists("tree"));

  std::filesystem::rename(folder.path() / "away", folder.tree());
  write("a/b/x.md", "changed meanwhile");
  CHECK(text_of(store->refresh(), "a/b/x") == "changed meanwhile");
  CHECK(store->state()->problems.empty());
  CHECK(store->begin_write("test"));

  std::filesystem::remove_all(folder.tree());
  std::filesystem::create_directory(folder.tree());  // on purpose: a new tree
  CHECK(store->refresh()->entries.empty());
  CHECK(store->state()->problems.empty());
  CHECK(store->begin_write("test"));
}

TEST_CASE_FIXTURE(OnDisk, "folders that differ in case or separators only are a problem for a person, while they do") {
  for (const char* file : {"Dup/t/x.md", "dup/t/y.md", "a/b c/x.md", "a/b-c/y.md", "a/bc/z.md", "b/dup/z.md"})
    write(file, "text");
  const auto store = open_store(folder.tree());
  const auto state = store->refresh();
  REQUIRE(state->problems.size() == 2);
  CHECK(state->problems[0].path == "a/b-c");
  CHECK(state->problems[0].what.find("a/b c") != std::string::npos);
  CHECK(state->problems[1].path == "dup");
  CHECK(state->problems[1].what.find("Dup") != std::string::npos);
  CHECK(state->unread_at("dup/t/none") == nullptr);
  std::filesystem::remove_all(folder.tree() + "/dup");
  CHECK(store->refresh()->problems.size() == 1);
}

TEST_CASE_FIXTURE(OnDisk, "a root that is a file is named, and stays what it is") {
  folder.write("tree", "a file");
  const auto store = open_store(folder.tree());
  const auto state = store->refresh();
  REQUIRE(state->problems.size() == 1);
  CHECK(state->problems[0].what.find("Not a directory") != std::string::npos);
  CHECK(state->problems[0].what.find("before") == std::string::npos);  // nothing was read
  const auto refused = store->begin_write("test");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find(folder.tree()) != std::string::npos);
  CHECK(folder.read("tree") == "a file");

  std::filesystem::remove(folder.tree());
  write("a/b/x.md", "one");
  CHECK(text_of(store->refresh(), "a/b/x") == "one");
  std::filesystem::rename(folder.tree(), folder.path() / "away");
  folder.write("tree", "a file again");
  CHECK(text_of(store->refresh(), "a/b/x") == "one");
  CHECK(store->state()->problems.size() == 1);
  CHECK_FALSE(store->begin_write("test"));
}

TEST_CASE_FIXTURE(OnDisk, "a root that takes no files is named from the start, and is read all the same") {
  write("a/b/x.md", "one");
  std::filesystem::permissions(folder.tree(), std::filesystem::perms(0555));
  {
    const tests::LesserUser user;
    const auto store = open_store(folder.tree());
    CHECK(text_of(store->refresh(), "a/b/x") == "one");
    REQUIRE(store->state()->problems.size() == 1);
    CHECK(store->state()->problems[0].what.find("Permission denied") != std::string::npos);
    CHECK_FALSE(store->begin_write("test"));
    CHECK(open_store(folder.tree(), {.read_only = true})->refresh()->problems.empty());
  }
  std::filesystem::permissions(folder.tree(), std::filesystem::perms(0755));
}

TEST_CASE_FIXTURE(OnDisk,
                  "what loses its permissions is named at the next look, to the listener too, and stays known") {
  write("a/b/x.md", "one");
  write("a/c/y.md", "two");
  const auto store = open_store(folder.tree(), {.read_only = true});
  TreeStatePtr told = store->state();
  store->set_listener([&](const TreeStatePtr& state, const TreeChange&) { told = state; });
  const auto problems_with_mode = [&](const std::string& name, int mode) {
    std::filesystem::permissions(folder.tree() + name, std::filesystem::perms(mode));
    const tests::LesserUser user;
    const auto count = store->refresh()->problems.size();
    CHECK(told == store->state());
    return count;
  };
  for (const std::string name : {"/a/b", "/a", ""}) {
    CAPTURE(name);
    CHECK(problems_with_mode(name, 0) == 1);
    CHECK(text_of(told, "a/b/x") == "one");
    CHECK(told->unread_at("a/b/new") != nullptr);
    CHECK(problems_with_mode(name, 0755) == 0);
  }
  CHECK(problems_with_mode("/a/b/x.md", 0) == 1);
  CHECK(text_of(told, "a/b/x") == "one");
}

TEST_CASE_FIXTURE(OnDisk, "a file that cannot be read is known as such, under any spelling of its path") {
  write("a/b/Secret Note.md", "hidden");
  write("a/b/open.md", "shown");
  std::filesystem::permissions(folder.tree() + "/a/b/Secret Note.md", std::filesystem::perms(0));
  const tests::LesserUser user;
  const auto state = open_store(folder.tree())->refresh();
  CHECK(state->entries.size() == 1);
  const Problem* unread = state->unread_at("a/b/secret_note");
  REQUIRE(unread != nullptr);
  CHECK(unread->path == "a/b/Secret Note.md");
  CHECK(unread->what.find("Permission denied") != std::string::npos);
  CHECK(state->unread_at("a/b/open") == nullptr);
  CHECK(state->unread_at("a/b/secret_note_2") == nullptr);
  CHECK(state->unread_at("a/b") == nullptr);
}

TEST_CASE_FIXTURE(OnDisk, "links, FIFOs and hard links are never entries, and are named") {
  write("a/b/x.md", "one");
  folder.write("secret.md", "secret");
  REQUIRE(::symlink((folder.path() / "secret.md").c_str(), (folder.tree() + "/a/b/link.md").c_str()) == 0);
  REQUIRE(::symlink(folder.path().c_str(), (folder.tree() + "/a/out").c_str()) == 0);
  REQUIRE(::symlink(".", (folder.tree() + "/a/loop").c_str()) == 0);
  REQUIRE(::mkfifo((folder.tree() + "/a/b/fifo.md").c_str(), 0600) == 0);
  REQUIRE(::link((folder.path() / "secret.md").c_str(), (folder.tree() + "/a/b/hard.md").c_str()) == 0);
  const auto store = open_store(folder.tree());
  const auto state = store->refresh();
  CHECK(state->entries.size() == 1);
  for (const char* path : {"a/b/link.md", "a/out", "a/loop", "a/b/fifo.md", "a/b/hard.md"}) {
    CAPTURE(path);
    CHECK(has_problem(state, path));
  }
  // The outside name goes: the file is the tree's own now, although nothing in the tree was touched.
  std::filesystem::remove(folder.path() / "secret.md");
  CHECK(text_of(store->refresh(), "a/b/hard") == "secret");
  CHECK_FALSE(has_problem(store->state(), "a/b/hard.md"));
}

TEST_CASE_FIXTURE(OnDisk, "a file that is too large or has unreadable frontmatter is named, and costs nothing else") {
  write("a/b/x.md", "one");
  write("a/b/big.md", std::string((4 << 20) + 1, 'x'));
  write("a/b/limit.md", std::string(4 << 20, 'x'));
  write("a/b/broken.md", "---\ntitle: a\ntitle: b\n---\nfindable\n");
  const auto store = open_store(folder.tree());
  const auto state = store->refresh();
  CHECK(has_problem(state, "a/b/big.md"));
  CHECK(has_problem(state, "a/b/broken.md"));
  CHECK(state->find("a/b/big") == nullptr);
  CHECK(state->find("a/b/limit") != nullptr);
  CHECK(state->find("a/b/broken") != nullptr);
  write("a/b/broken.md", "---\ntitle: a\n---\n");
  write("a/b/big.md", "small");
  CHECK(store->refresh()->problems.empty());
  CHECK(text_of(store->state(), "a/b/big") == "small");
}

TEST_CASE_FIXTURE(OnDisk, "a name in the other normal form is one entry under its composed path") {
  const std::string decomposed = "a/b/cafe\xcc\x81.md";
  const std::string composed = "a/b/caf\xc3\xa9";
  write(decomposed, "nfd");
  const auto store = open_store(folder.tree());
  REQUIRE(store->state()->entries.size() == 1);
  CHECK(store->state()->entries.begin()->first == composed);
  CHECK(store->state()->find(composed)->file == decomposed);
  write(composed + ".md", "nfc");  // both: the composed one is the entry, the other a problem
  CHECK(text_of(store->refresh(), composed) == "nfc");
  CHECK(store->state()->entries.size() == 1);
  CHECK_FALSE(store->state()->problems.empty());
  std::filesystem::remove(folder.tree() + "/" + composed + ".md");
  CHECK(text_of(store->refresh(), composed) == "nfd");
  CHECK(store->state()->problems.empty());
}

TEST_CASE("a folder that cannot be listed keeps its entries") {
  tests::MemoryDisk disk;
  disk.put("a/b/x.md", "one");
  // A scan lists three folders and reads a young file: each call of the first two scans is failed once.
  for (int at = 1; at <= 8; ++at) {
    auto files = std::make_unique<tests::FaultyFileSystem>(disk.open(), at, false);
    auto* faults = files.get();
    auto store = EntryStore::open(std::move(files), {}, fixed_time);
    REQUIRE(store);
    REQUIRE((*store)->state()->entries.size() == 1);
    faults->arm();
    CAPTURE(at);
    CHECK(text_of((*store)->refresh(), "a/b/x") == "one");
    CHECK(text_of((*store)->refresh(), "a/b/x") == "one");
    CHECK((*store)->refresh()->problems.empty());
  }
}

TEST_CASE_FIXTURE(OnDisk, "a write makes the root, its folders and the files around them") {
  const auto store = open_store(folder.tree());
  auto write = store->begin_write("test 1.0");
  REQUIRE(write);
  CHECK((*write)->created_root() == folder.tree());
  REQUIRE((*write)->apply({created("a/b/x", "text")}));
  CHECK(text_of((*write)->state(), "a/b/x") == "text");
  REQUIRE((*write)->log({fixed_time(), "test 1.0", "ADD", "a/b/x", "", "why", "", "hash"}));
  REQUIRE((*write)->finish());
  CHECK(folder.read("tree/a/b/x.md") == "text");
  CHECK(folder.exists("tree/.state/format"));
  CHECK(folder.exists("tree/.gitattributes"));
  CHECK(folder.read("tree/.log/2026-02." + folder.read("tree/.state/machine").substr(0, 8) + ".jsonl").find("why") !=
        std::string::npos);
  CHECK_FALSE((*store->begin_write("test"))->created_root());
  CHECK(text_of(store->refresh(), "a/b/x") == "text");
}

TEST_CASE_FIXTURE(OnDisk, "the listener gets each difference once") {
  write("a/b/x.md", "one");
  const auto store = open_store(folder.tree());
  std::vector<std::string> seen;
  store->set_listener([&](const TreeStatePtr& state, const TreeChange& change) {
    for (const EntryPtr& entry : change.changed) seen.push_back("+" + entry->path);
    for (const std::string& path : change.removed) seen.push_back("-" + path);
    CHECK_FALSE(change.empty());
    CHECK(state->generation.size() == 16);
  });
  store->refresh();
  CHECK(seen.empty());
  {
    auto write = store->begin_write("t");
    REQUIRE(write);
    REQUIRE((*write)->apply({created("a/b/y", "y")}));
    REQUIRE((*write)->finish());
  }
  write("a/b/x.md", "two");
  store->refresh();
  store->refresh();
  std::filesystem::remove(folder.tree() + "/a/b/y.md");
  store->refresh();
  CHECK(seen == std::vector<std::string>{"+a/b/y", "+a/b/x", "-a/b/y"});
}

TEST_CASE_FIXTURE(OnDisk,
                  "a change computed from bytes that are no longer there is a conflict, and shows the new ones") {
  write("a/b/x.md", "one");
  const auto store = open_store(folder.tree());
  auto turn = store->begin_write("t");
  REQUIRE(turn);
  const EntryPtr entry = (*turn)->state()->find("a/b/x");
  write("a/b/x.md", "edited by a person");
  const auto applied = (*turn)->apply({{"a/b/x", "a/b/x.md", entry->hash, "ours", false}});
  REQUIRE_FALSE(applied);
  CHECK(applied.error().code == ErrorCode::kConflict);
  CHECK(folder.read("tree/a/b/x.md") == "edited by a person");
  CHECK(text_of((*turn)->state(), "a/b/x") == "edited by a person");
}

TEST_CASE_FIXTURE(OnDisk, "read-only servers, foreign formats and network disks refuse to write, with the reason") {
  write("a/b/x.md", "one");
  const auto reader = open_store(folder.tree(), {.read_only = true});
  CHECK(reader->begin_write("t").error().code == ErrorCode::kReadOnly);
  CHECK_FALSE(folder.exists("tree/.state"));
  write(".state/format", "context-tree 99\n");
  const auto store = open_store(folder.tree());
  const auto refused = store->begin_write("t");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kReadOnly);
  CHECK(refused.error().message.find("context-tree 99") != std::string::npos);
  CHECK(has_problem(store->refresh(), ".state"));
  CHECK(text_of(store->state(), "a/b/x") == "one");
  CHECK(folder.read("tree/.state/format") == "context-tree 99\n");
}

TEST_CASE_FIXTURE(OnDisk, "temporary files of dead writers go with the next turn, a person's dot-files stay") {
  write("a/b/x.md", "one");
  write("a/b/.0123456789abcdef.staged", "half");
  write("a/b/.mine", "mine");
  const auto store = open_store(folder.tree());
  CHECK(folder.exists("tree/a/b/.0123456789abcdef.staged"));
  REQUIRE(store->begin_write("t"));
  CHECK_FALSE(folder.exists("tree/a/b/.0123456789abcdef.staged"));
  CHECK(folder.exists("tree/a/b/.mine"));
}

TEST_CASE("after a failed sync the process only reads") {
  tests::MemoryDisk disk;
  disk.put("a/b/x.md", "one");
  int met = 0;
  for (int at = 1; at < 60; ++at) {
    auto files = std::make_unique<tests::FaultyFileSystem>(disk.open(), at, false);
    auto* faults = files.get();
    auto store = EntryStore::open(std::move(files), {.checkpoint_after = std::chrono::milliseconds(0)}, fixed_time);
    auto turn = (*store)->begin_write("t");
    REQUIRE(turn);
    faults->arm();
    const std::string path = "n/e/" + std::to_string(at);
    const bool applied = (*turn)->apply({created(path, "new")}).has_value();
    CHECK((*turn)->finish());
    turn->reset();
    if (applied || (*store)->begin_write("t")) continue;
    ++met;
    CHECK((*store)->begin_write("t").error().code == ErrorCode::kReadOnly);
    CHECK(text_of((*store)->refresh(), "a/b/x") == "one");
    CHECK_FALSE(disk.get(path + ".md"));
  }
  CHECK(met >= 1);
}

TEST_CASE_FIXTURE(OnDisk, "two stores on one tree take turns and lose nothing, while readers read") {
  constexpr int kEach = 40;
  std::atomic<bool> stop = false;
  std::atomic<int> failures = 0;
  std::vector<std::jthread> threads;
  std::vector<std::unique_ptr<EntryStore>> stores;
  for (int s = 0; s < 2; ++s) stores.push_back(open_store(folder.tree()));
  for (int s = 0; s < 2; ++s) {
    for (int t = 0; t < 2; ++t) {
      threads.emplace_back([&, s, t] {
        for (int i = 0; i < kEach; ++i) {
          auto turn = stores[static_cast<std::size_t>(s)]->begin_write("writer " + std::to_string(s));
          const std::string path = "d/t/" + std::to_string(s) + "_" + std::to_string(t) + "_" + std::to_string(i);
          if (!turn || !(*turn)->apply({created(path, path)}) || !(*turn)->finish()) ++failures;
        }
      });
    }
  }
  std::jthread reader([&] {
    while (!stop) {
      std::size_t last = 0;
      for (const auto& store : stores) last += store->refresh()->entries.size();
      if (last > 2 * 4 * kEach) ++failures;
    }
  });
  threads.clear();
  stop = true;
  reader.join();
  CHECK(failures == 0);
  for (const auto& store : stores) CHECK(store->refresh()->entries.size() == 4 * kEach);
  CHECK(stores[0]->state()->generation == stores[1]->state()->generation);
}
