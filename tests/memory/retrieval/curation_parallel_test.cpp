// Many calls at once: threads of one process, several stores on one tree, several processes.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <set>
#include <thread>

#include "memory/retrieval/curation.h"
#include "tests/memory/retrieval/curation_fixture.h"

using namespace memory;
using namespace tests;

namespace {

Time fixed_time() { return Time(std::chrono::seconds(1770117600)); }

std::string number_text(int i) { return "this is the text with the number " + std::to_string(i); }

// Whether the call's only operation succeeded.
bool add_numbered(EntryStore& store, const std::string& prefix, int i) {
  const auto result =
      curate(store,
             {{operation("ADD", "load/par/one", prefix + std::to_string(i), number_text(i) + " of " + prefix)},
              "r",
              "t",
              false},
             fixed_time);
  return result && result->applied[0].status == "success";
}

void check_numbered(EntryStore& store, const std::string& prefix, int count) {
  const auto state = store.refresh();
  for (int i = 0; i < count; ++i) {
    const auto entry = state->find("load/par/one/" + prefix + std::to_string(i));
    REQUIRE(entry);
    CHECK(contains(std::string(entry->bytes), number_text(i) + " of " + prefix));
  }
}

void check_no_temporary_files(const TemporaryFolder& folder) {
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder.path())) {
    CHECK_FALSE(file.path().string().ends_with(".staged"));
  }
}

}  // namespace

TEST_CASE_FIXTURE(CuratedTree, "fifty calls at once all succeed, are listed and leave nothing behind") {
  std::atomic<int> successes = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 50; ++i) {
      threads.emplace_back([&, i] { successes += add_numbered(*store, "e", i) ? 1 : 0; });
    }
  }
  CHECK(successes == 50);
  check_numbered(*store, "e", 50);
  check_no_temporary_files(folder);
  for (int i = 0; i < 50; ++i) CHECK(contains(bytes("load/par/one/context"), "e" + std::to_string(i)));
}

TEST_CASE_FIXTURE(CuratedTree, "of updates with one expected hash one wins, every other is a clear conflict") {
  const auto added = add("a/b", "Shared", "the list of those who won:");
  std::atomic<int> successes = 0;
  std::atomic<int> conflicts = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 20; ++i) {
      threads.emplace_back([&, i] {
        Operation update = operation("UPDATE", "a/b/shared", "", "winner " + std::to_string(i));
        update.append = true;
        update.expected_hash = added.hash;
        const auto result = memory::curate(*store, {{update}, "r", "t", false}, fixed_time);
        if (result && result->applied[0].status == "success") ++successes;
        if (result && result->applied[0].error && result->applied[0].error->code == ErrorCode::kConflict) ++conflicts;
      });
    }
  }
  CHECK(successes == 1);
  CHECK(conflicts == 19);
}

TEST_CASE_FIXTURE(CuratedTree, "appends of many threads and two stores are all in the file, once each, whole") {
  add("a/b", "Shared", "the list:");
  auto second = EntryStore::open(folder.tree(), {}, fixed_time);
  REQUIRE(second);
  std::atomic<int> successes = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 24; ++i) {
      threads.emplace_back([&, i] {
        Operation update = operation("UPDATE", "a/b/shared", "", "line <" + std::to_string(i) + ">");
        update.append = true;
        const auto result = memory::curate(i % 2 == 0 ? *store : **second, {{update}, "r", "t", false}, fixed_time);
        if (result && result->applied[0].status == "success") ++successes;
      });
    }
  }
  CHECK(successes == 24);
  const std::string text = bytes("a/b/shared");
  for (int i = 0; i < 24; ++i) {
    const std::string line = "line <" + std::to_string(i) + ">";
    CHECK(contains(text, line));
    CHECK(text.find(line) == text.rfind(line));
  }
  CHECK((*second)->refresh()->generation == store->refresh()->generation);
}

TEST_CASE_FIXTURE(CuratedTree,
                  "readers, writers and a person at once: every state is whole, every difference comes once") {
  std::atomic<bool> stop = false;
  std::atomic<int> failures = 0;
  std::set<std::string> listened;
  store->set_listener([&](const TreeStatePtr&, const TreeChange& change) {
    for (const EntryPtr& entry : change.changed) listened.insert(entry->path);
  });
  {
    std::vector<std::jthread> writers;
    std::vector<std::jthread> readers;
    for (int t = 0; t < 3; ++t) {
      writers.emplace_back([&, t] {
        for (int i = 0; i < 8; ++i)
          failures += add_numbered(*store, "w" + std::string(1, static_cast<char>('a' + t)), i) ? 0 : 1;
      });
      readers.emplace_back([&] {
        while (!stop) {
          const auto state = store->refresh();
          for (const auto& [path, entry] : state->entries) {
            // A person's editor truncates before it writes; the store never shows such a moment of its own.
            if (entry->path != path || (entry->bytes.empty() && !path.starts_with("by/"))) ++failures;
          }
        }
      });
    }
    writers.emplace_back([&] {
      for (int i = 0; i < 30; ++i) write("by/hand/p" + std::to_string(i) + ".md", "x" + std::to_string(i));
    });
    writers.clear();
    stop = true;
  }
  CHECK(failures == 0);
  for (const char* prefix : {"wa", "wb", "wc"}) check_numbered(*store, prefix, 8);
  CHECK(store->refresh()->below("by/hand").size() == 30);
  for (const auto& [path, entry] : store->state()->entries) CHECK(listened.contains(path));
}

TEST_CASE_FIXTURE(CuratedTree,
                  "a writer killed at any moment leaves the last acknowledged version or the next, in full") {
  const auto body = [](int version) {
    std::string text;
    while (text.size() < 200'000) text += "version " + std::to_string(version) + " of the text\n";
    return text;
  };
  add("a/b", "Big", body(0));
  int acknowledged = 0;
  for (int round = 0; round < 12; ++round) {
    int pipe_ends[2];
    REQUIRE(::pipe(pipe_ends) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      auto mine = EntryStore::open(folder.tree(), {}, fixed_time);
      for (int version = acknowledged + 1; mine; ++version) {
        const auto result =
            memory::curate(**mine, {{operation("UPSERT", "a/b", "Big", body(version))}, "r", "t", false}, fixed_time);
        if (!result || result->applied[0].status != "success") ::_exit(1);
        if (::write(pipe_ends[1], &version, sizeof version) != sizeof version) ::_exit(2);
      }
      ::_exit(3);
    }
    ::close(pipe_ends[1]);
    int version = 0;  // the first success is waited for, so that each round kills a writer at work
    REQUIRE(::read(pipe_ends[0], &version, sizeof version) == sizeof version);
    std::this_thread::sleep_for(std::chrono::microseconds(997 * (round * round % 23)));
    REQUIRE(::kill(child, SIGKILL) == 0);
    ::waitpid(child, nullptr, 0);
    acknowledged = version;
    while (::read(pipe_ends[0], &version, sizeof version) == sizeof version) acknowledged = version;
    ::close(pipe_ends[0]);
    const std::string text = bytes("a/b/big");
    const bool last = contains(text, body(acknowledged));
    CHECK((last || contains(text, body(acknowledged + 1))));
    if (!last) ++acknowledged;
  }
  REQUIRE(one(operation("UPSERT", "a/b", "Big", "the end of the story")).status == "success");
  open();  // the first turn of a process removes what the dead left
  REQUIRE(one(operation("UPSERT", "a/b", "Big", "the very end of it")).status == "success");
  check_no_temporary_files(folder);
}

TEST_CASE_FIXTURE(CuratedTree, "two processes with a hundred calls each lose nothing") {
  constexpr int kCalls = 100;
  std::vector<pid_t> children;
  for (const char* prefix : {"p", "q"}) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      auto mine = EntryStore::open(folder.tree(), {}, fixed_time);
      int failed = mine ? 0 : 1;
      for (int i = 0; mine && i < kCalls; ++i) failed += add_numbered(**mine, prefix, i) ? 0 : 1;
      ::_exit(failed == 0 ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
  check_numbered(*store, "p", kCalls);
  check_numbered(*store, "q", kCalls);
  check_no_temporary_files(folder);
}
