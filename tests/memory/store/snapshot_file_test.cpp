#include "memory/store/snapshot_file.h"

#include <doctest/doctest.h>

#include "tests/support/memory_file_system.h"

using namespace memory;

namespace {

struct Disk {
  Disk() { disk.put("note.md", ""); }  // makes the root

  tests::MemoryDisk disk;
  std::unique_ptr<FileSystem> files = disk.open();

  void write(std::uint32_t version = 7) {
    SnapshotWriter writer;
    writer.add("first");
    writer.add_pieces({"se", "", "cond section"});
    writer.add("");
    writer.add_owned(std::string("\0\1\2", 3));
    REQUIRE(writer.write(*files, "snapshot", version));
  }
  std::string bytes() { return *files->read("snapshot", 1 << 20); }
  void replace(const std::string& bytes) {
    const std::string_view pieces[] = {bytes};
    REQUIRE(files->replace_derived("snapshot", pieces));
  }
  Result<Snapshot> open(std::uint32_t version = 7) { return Snapshot::open(*files, "snapshot", version); }
};

}  // namespace

TEST_CASE_FIXTURE(Disk, "sections come back as they were, each at a multiple of eight bytes") {
  write();
  const auto snapshot = open();
  REQUIRE(snapshot);
  const std::vector<std::string_view> expected = {"first", "second section", "", std::string_view("\0\1\2", 3)};
  CHECK(snapshot->sections() == expected);
  for (const std::string_view section : snapshot->sections()) {
    CHECK((section.data() - snapshot->view()->bytes().data()) % 8 == 0);
  }
}

TEST_CASE_FIXTURE(Disk, "a snapshot with any byte changed is damaged") {
  write();
  const std::string whole = bytes();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string broken = whole;
    broken[i] = static_cast<char>(broken[i] ^ 0x10);
    replace(broken);
    CAPTURE(i);
    CHECK_FALSE(open());
  }
}

TEST_CASE_FIXTURE(Disk, "a snapshot cut anywhere, or with something behind it, is damaged") {
  write();
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    replace(whole.substr(0, size));
    CAPTURE(size);
    const auto cut = open();
    REQUIRE_FALSE(cut);
    CHECK(cut.error().message == "is damaged");
  }
  replace(whole + "x");
  CHECK_FALSE(open());
}

TEST_CASE_FIXTURE(Disk, "a snapshot of another version says of which") {
  write(8);
  const auto snapshot = open(7);
  REQUIRE_FALSE(snapshot);
  CHECK(snapshot.error().message == "is of version 8, this program's is 7");
}

TEST_CASE_FIXTURE(Disk, "where there is none, that is said") {
  const auto snapshot = open();
  REQUIRE_FALSE(snapshot);
  CHECK(snapshot.error().code == ErrorCode::kNotFound);
}
