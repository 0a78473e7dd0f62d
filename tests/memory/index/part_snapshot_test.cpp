#include "memory/index/part_snapshot.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "memory/index/part_merger.h"
#include "memory/index/search_index.h"
#include "memory/store/checksum.h"
#include "tests/support/indexed_tree.h"
#include "tests/support/memory_file_system.h"

using namespace memory;

namespace {

const tests::Files kFiles = {
    {"auth/jwt/refresh",
     "---\ntitle: Refresh Tokens\ntags: [auth]\n---\nTokens rotate on 2026-02-03. See [[Login]].\n"},
    {"auth/login", "# Login\n\nUse `getUserByID` with C++ and v1.2.3-rc1.\n\n## Facts\n\n- Port: 8080 [project]\n"},
    {"chat/one", "Ann: did you like the concert?\nBob: Sehr schön, danke! Die Musik war großartig und laut.\n"},
    {"zh/notes", "今天我们讨论缓存的上限。\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"},
};

std::vector<FileStamp> stamps_of(std::size_t count) {
  std::vector<FileStamp> stamps;
  for (std::size_t i = 0; i < count; ++i) stamps.push_back({i + 1, static_cast<std::int64_t>(i) * 10, i + 100});
  return stamps;
}

// Every column's bytes, in order.
std::vector<std::string> columns(const IndexPart& part) {
  std::vector<std::string> found;
  IndexPart::for_each_column(part, [&](const auto& column) { found.emplace_back(column.bytes()); });
  return found;
}

struct Saved {
  Saved() {
    disk.put("note.md", "");  // makes the root
    REQUIRE(save_part(*files, "index", *part, stamps_of(part->stored().size())));
  }

  SearchIndexPtr index = tests::index_of(kFiles);
  IndexPartPtr part = index->merged();
  tests::MemoryDisk disk;
  std::unique_ptr<FileSystem> files = disk.open();
};

}  // namespace

TEST_CASE_FIXTURE(Saved, "a part comes back byte for byte, with its entries and their files' stamps") {
  const auto loaded = load_part(*files, "index");
  REQUIRE(loaded);
  CHECK(columns(*loaded->part) == columns(*part));
  REQUIRE(loaded->files.size() == kFiles.size());
  for (std::size_t i = 0; i < kFiles.size(); ++i) {
    const StoredEntry& entry = *loaded->files[i].entry;
    CHECK(loaded->part->stored()[i] == loaded->files[i].entry);
    CHECK(entry.path == part->stored()[i]->path);
    CHECK(entry.bytes == part->stored()[i]->bytes);
    CHECK(entry.record == part->stored()[i]->record);
    CHECK(loaded->files[i].stamp == stamps_of(kFiles.size())[i]);
  }
}

TEST_CASE_FIXTURE(Saved, "entries outlive everything else that was loaded") {
  EntryPtr kept;
  {
    const auto loaded = load_part(*files, "index");
    REQUIRE(loaded);
    kept = loaded->files[1].entry;
  }
  CHECK(kept->parsed().entry.title == part->stored()[1]->parsed().entry.title);
}

TEST_CASE_FIXTURE(Saved, "a loaded part is merged, searched and saved like any other") {
  const auto loaded = load_part(*files, "index");
  REQUIRE(loaded);
  const MergeInput inputs[] = {{loaded->part.get(), nullptr}};
  CHECK(columns(merge_parts(inputs)) == columns(*part));
  REQUIRE(save_part(*files, "again", *loaded->part, stamps_of(kFiles.size())));
  CHECK(*disk.get("again") == *disk.get("index"));
}

TEST_CASE("an empty part is kept too") {
  tests::MemoryDisk disk;
  disk.put("note.md", "");
  const auto files = disk.open();
  REQUIRE(save_part(*files, "index", *tests::index_of({})->merged(), {}));
  const auto loaded = load_part(*files, "index");
  REQUIRE(loaded);
  CHECK(loaded->files.empty());
  CHECK(loaded->part->vocabulary().size() == 0);
  CHECK_FALSE(loaded->part->vocabulary().find("word").has_value());
}

// Where this fails, entries are read, analyzed or laid out otherwise than before: raise kSnapshotVersion, so that no
// process trusts what an older one left, and put the new number here.
TEST_CASE_FIXTURE(Saved, "the version of snapshots goes with what an example comes to") {
  const std::map<std::uint32_t, std::uint64_t> known = {{4, 9585486706232879223U}};
  CHECK(known.rbegin()->first == kSnapshotVersion);
  constexpr std::size_t kHeader = 40;  // which says the version itself
  CHECK(known.rbegin()->second == checksum_of(disk.get("index")->substr(kHeader)));
}
