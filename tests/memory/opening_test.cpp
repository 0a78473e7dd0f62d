#include "memory/opening.h"

#include <doctest/doctest.h>

#include <thread>

#include "memory/memory.h"
#include "memory/retrieval/pipeline.h"
#include "tests/support/temporary_folder.h"

using namespace memory;

namespace {

constexpr std::size_t kEntries = 100;

Time now() { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); }

struct Tree {
  Tree() {
    for (std::size_t i = 0; i < kEntries; ++i) write(i, "Entry " + std::to_string(i) + " tells of subject" + word(i));
    age();
  }
  static std::string word(std::size_t i) { return std::string(1 + i % 7, static_cast<char>('a' + i % 26)); }
  static std::string name(std::size_t i) { return "domain/topic/entry_" + std::to_string(i) + ".md"; }
  void write(std::size_t i, const std::string& text) const { folder.write("tree/" + name(i), text + "\n"); }
  // Stamps of the last two seconds are not trusted.
  void age() const {
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder.tree())) {
      if (!file.is_regular_file() || file.path().extension() != ".md") continue;
      std::filesystem::last_write_time(file.path(), file.last_write_time() - std::chrono::seconds(10));
    }
  }
  OpenedTree open(StoreOptions options = {}) const {
    auto opened = open_tree(folder.tree(), options, now);
    REQUIRE(opened);
    return std::move(*opened);
  }
  std::string snapshot() const { return folder.read("tree/.state/index"); }
  bool has_snapshot() const { return folder.exists("tree/.state/index"); }

  tests::TemporaryFolder folder;
};

// What the index answers to many questions, with every score.
std::string answers(const OpenedTree& tree) {
  std::string all;
  for (std::size_t i = 0; i < kEntries; ++i) {
    SearchRequest request;
    request.query = "entry " + std::to_string(i) + " subject" + Tree::word(i);
    const auto result = search(*tree.index, request, Time{});
    REQUIRE(result);
    all += result->verdict;
    for (const SearchHit& hit : result->hits) all += " " + hit.path + " " + std::to_string(hit.score) + " " + hit.hash;
    all += "\n";
  }
  return all + tree.store->state()->generation;
}

// Without any snapshot.
std::string fresh_answers(const Tree& tree) {
  const auto store = EntryStore::open(tree.folder.tree(), {}, now);
  REQUIRE(store);
  const TreeStatePtr state = (*store)->state();
  OpenedTree opened;
  opened.index = SearchIndex::build(state->entries.list(), state->generation);
  opened.store = EntryStore::open(tree.folder.tree(), {}, now).value();
  return answers(opened);
}

}  // namespace

TEST_CASE_FIXTURE(Tree, "the first process leaves a snapshot, the next one loads it and answers the same") {
  const std::string fresh = fresh_answers(*this);
  const OpenedTree first = open();
  CHECK(first.snapshot == "made: there was none");
  CHECK(answers(first) == fresh);
  CHECK(folder.read("tree/.state/.gitignore") == "*\n");
  const OpenedTree second = open();
  CHECK(second.snapshot == "loaded");
  CHECK(answers(second) == fresh);
}

TEST_CASE_FIXTURE(Tree, "what changed, came or went meanwhile is seen, and nothing else is read") {
  open();
  write(3, "Entry 3 tells of another subjectxyz");
  folder.write("tree/domain/new.md", "A new entry 3\n");
  std::filesystem::remove(folder.tree() + "/" + name(4));
  std::filesystem::rename(folder.tree() + "/" + name(5), folder.tree() + "/domain/moved.md");
  const OpenedTree opened = open();
  CHECK(opened.snapshot == "loaded");
  CHECK(opened.index->changes() == 6);  // 3, 4 and 5 as they were gone, 3 as it is and two more new
  CHECK(answers(opened) == fresh_answers(*this));
}

TEST_CASE_FIXTURE(Tree, "a file that changed under the same size within two seconds is read again") {
  write(7, "Entry 7 tells of subjectold");
  open();
  write(7, "Entry 7 tells of subjectnew");
  const OpenedTree opened = open();
  CHECK(opened.store->state()->find("domain/topic/entry_7")->bytes == "Entry 7 tells of subjectnew\n");
  CHECK(answers(opened) == fresh_answers(*this));
}

TEST_CASE_FIXTURE(Tree, "many changes are put into a new snapshot") {
  open();
  for (std::size_t i = 0; i < 60; ++i) write(i, "Entry " + std::to_string(i) + " was changed");
  age();
  CHECK(open().snapshot.starts_with("made: "));
  CHECK(open().snapshot == "loaded");
}

TEST_CASE_FIXTURE(Tree, "a damaged, cut, foreign or missing snapshot is made anew, and that is said") {
  const std::string fresh = fresh_answers(*this);
  open();
  const std::string whole = snapshot();
  std::string flipped = whole;
  flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 1);
  std::string newer = whole;
  newer[12] = static_cast<char>(newer[12] + 1);
  const std::vector<std::pair<std::string, std::string>> cases = {
      {flipped, "made: the last one is damaged"},
      {whole.substr(0, whole.size() / 3), "made: the last one is damaged"},
      {"", "made: the last one is damaged"},
      {"something else entirely, long enough to have had a header", "made: the last one is damaged"},
      {newer, "made: the last one is of version"},
  };
  for (const auto& [bytes, said] : cases) {
    std::filesystem::remove(folder.tree() + "/.state/index");
    folder.write("tree/.state/index", bytes);
    const OpenedTree opened = open();
    CHECK(opened.snapshot.starts_with(said));
    CHECK(answers(opened) == fresh);
    CHECK(snapshot() == whole);
  }
  std::filesystem::remove_all(folder.tree() + "/.state");
  CHECK(open().snapshot == "made: there was none");
}

TEST_CASE_FIXTURE(Tree, "a read-only server loads a snapshot, and leaves none") {
  const StoreOptions read_only{.read_only = true};
  const OpenedTree without = open(read_only);
  CHECK(without.snapshot.starts_with("none: there was none"));
  CHECK_FALSE(folder.exists("tree/.state"));
  open();
  CHECK(open(read_only).snapshot == "loaded");
}

TEST_CASE("a small tree that is only read is left as it is") {
  tests::TemporaryFolder folder;
  folder.write("tree/a/b.md", "text\n");
  const auto opened = open_tree(folder.tree(), {}, now);
  REQUIRE(opened);
  CHECK(opened->snapshot == "none: there was none");
  CHECK_FALSE(folder.exists("tree/.state"));
}

TEST_CASE_FIXTURE(Tree, "a snapshot that another process is writing is left to it") {
  std::filesystem::create_directories(folder.tree() + "/.state");
  folder.write("tree/.state/index.new", "left by one that was killed");
  CHECK(open().snapshot.starts_with("made: "));
  CHECK_FALSE(folder.exists("tree/.state/index.new"));
}

TEST_CASE_FIXTURE(Tree, "processes that start at once all answer right") {
  const std::string fresh = fresh_answers(*this);
  std::vector<std::string> answered(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& own : answered) {
      threads.emplace_back([&] {
        auto opened = open_tree(folder.tree(), {}, now);
        if (opened) own = answers(*opened);
      });
    }
  }
  for (const std::string& own : answered) CHECK(own == fresh);
  CHECK(open().snapshot == "loaded");
}

TEST_CASE("a server that wrote more than a few entries leaves a snapshot when it ends") {
  tests::TemporaryFolder folder;
  MemoryOptions options;
  options.root.path = folder.tree();
  options.clock = now;
  {
    Memory memory(options);
    CurateRequest request;
    request.reason = "test";
    for (int i = 0; i < 40; ++i) {
      Operation operation;
      operation.type = "ADD";
      operation.path = "a/b";
      operation.title = "Entry " + std::to_string(i);
      operation.content.emplace();
      operation.content->body = "Text of number " + std::to_string(i);
      request.operations.push_back(std::move(operation));
    }
    REQUIRE(memory.curate(request));
  }
  CHECK(folder.exists("tree/.state/index"));
  Memory memory(options);
  const auto status = memory.status();
  REQUIRE(status);
  CHECK(status->entries == 40);
  CHECK(status->index.snapshot == "loaded");
}
