#include "memory/store/file_placement.h"

#include <doctest/doctest.h>

#include "memory/tree/sha256.h"
#include "tests/support/memory_file_system.h"

using namespace memory;
using tests::MemoryDisk;

namespace {

FileChange created(const std::string& path, const std::string& bytes) { return {path, path + ".md", "", bytes, false}; }
FileChange replaced(const std::string& path, const std::string& before, const std::string& after) {
  return {path, path + ".md", sha256_hex(before), after, false};
}
FileChange removed(const std::string& path, const std::string& before) {
  return {path, path + ".md", sha256_hex(before), std::nullopt, false};
}

Result<> place(FileSystem& files, const std::vector<FileChange>& change, Placement& placement) {
  return place_files(files, change, placement, [](const auto&) { return Result<>(); });
}

struct Fixture {
  Fixture() {
    disk.put("a/b/one.md", "1");
    disk.put("a/b/two.md", "2");
    files = disk.open();
    REQUIRE(files->check_root());
  }
  std::set<std::string> names() const { return disk.files(); }
  MemoryDisk disk;
  std::unique_ptr<FileSystem> files;
  Placement placement;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a change of several files is put in place without leaving anything beside them") {
  REQUIRE(place(*files, {created("a/c/new", "n"), replaced("a/b/one", "1", "11"), removed("a/b/two", "2")}, placement));
  CHECK(names() == std::set<std::string>{"a/b/one.md", "a/c/new.md"});
  CHECK(disk.get("a/b/one.md") == "11");
  CHECK(placement.folders == std::vector<std::string>{"a/c"});
}

TEST_CASE_FIXTURE(Fixture, "an edit that nobody has read is not overwritten, and the whole change is undone") {
  disk.put("a/b/two.md", "edited");
  const auto result = place(
      *files, {created("a/c/new", "n"), replaced("a/b/one", "1", "11"), replaced("a/b/two", "2", "22")}, placement);
  REQUIRE_FALSE(result);
  CHECK(result.error().code == ErrorCode::kConflict);
  CHECK(disk.get("a/b/one.md") == "1");
  CHECK(disk.get("a/b/two.md") == "edited");
  CHECK(names() == std::set<std::string>{"a/b/one.md", "a/b/two.md"});
}

TEST_CASE_FIXTURE(Fixture, "a removal spares a file that was edited meanwhile") {
  disk.put("a/b/two.md", "edited");
  CHECK(place(*files, {removed("a/b/one", "1"), removed("a/b/two", "2")}, placement).error().code ==
        ErrorCode::kConflict);
  CHECK(disk.get("a/b/one.md") == "1");
  CHECK(disk.get("a/b/two.md") == "edited");
}

TEST_CASE_FIXTURE(Fixture, "a new file never replaces one that appeared meanwhile") {
  disk.put("a/b/new.md", "theirs");
  CHECK(place(*files, {created("a/b/new", "ours")}, placement).error().code == ErrorCode::kConflict);
  CHECK(disk.get("a/b/new.md") == "theirs");
}

TEST_CASE_FIXTURE(Fixture, "a file or folder that is gone fails the change") {
  disk.erase("a/b/two.md");
  CHECK(place(*files, {replaced("a/b/two", "2", "22")}, placement).error().code == ErrorCode::kConflict);
  CHECK(place(*files, {replaced("x/y/two", "2", "22")}, placement).error().code == ErrorCode::kConflict);
  CHECK(place(*files, {removed("a/b/two", "2")}, placement).error().code == ErrorCode::kConflict);
}

TEST_CASE_FIXTURE(Fixture, "folders emptied by a removal go, up to the first that is used") {
  disk.put("a/deep/er/x.md", "x");
  REQUIRE(place(*files, {removed("a/deep/er/x", "x")}, placement));
  CHECK(placement.folders == std::vector<std::string>{"a/deep/er", "a/deep"});
  CHECK_FALSE(files->stat("a/deep"));
  CHECK(files->stat("a"));
}

TEST_CASE_FIXTURE(Fixture,
                  "nothing is in place before the change was made durable, and nothing is left where it cannot be") {
  const std::vector<FileChange> change = {created("a/c/new", "n"), replaced("a/b/one", "1", "11")};
  const auto refused = place_files(*files, change, placement, [&](const auto& staged) -> Result<> {
    CHECK(staged.size() == 2);
    CHECK(disk.get("a/b/one.md") == "1");
    CHECK(names().size() == 4);
    return Error{ErrorCode::kIo, "no room"};
  });
  CHECK(refused.error().message == "no room");
  CHECK(placement.undone);
  CHECK(names() == std::set<std::string>{"a/b/one.md", "a/b/two.md"});
}

TEST_CASE("whichever call fails, every file is wholly old or new, and a single failure leaves all old") {
  const std::vector<FileChange> change = {created("a/c/new", "n"), replaced("a/b/one", "1", "11"),
                                          removed("a/b/two", "2")};
  for (const bool forever : {false, true}) {
    for (int at = 1;; ++at) {
      MemoryDisk disk;
      disk.put("a/b/one.md", "1");
      disk.put("a/b/two.md", "2");
      tests::FaultyFileSystem files(disk.open(), at, forever);
      REQUIRE(files.check_root());
      files.arm();
      Placement placement;
      const bool done = place(files, change, placement).has_value();
      CAPTURE(forever);
      CAPTURE(at);
      const auto one = disk.get("a/b/one.md");
      CHECK((one == "1" || one == "11"));
      if (done) {
        CHECK(one == "11");
        CHECK(disk.get("a/c/new.md") == "n");
        CHECK_FALSE(disk.get("a/b/two.md"));
      } else if (!forever) {
        CHECK(one == "1");
        CHECK(disk.get("a/b/two.md") == "2");
        CHECK_FALSE(disk.get("a/c/new.md"));
      }
      if (!files.failed()) break;
      REQUIRE(at < 200);
    }
  }
}

TEST_CASE("what can be made anew is no reason to refuse a change when the disk is full") {
  FileChange listing = created("a/b/context", "generated");
  MemoryDisk disk;
  disk.put("a/b/one.md", "1");
  SUBCASE("a generated file is left out") {
    listing.recomputable = true;
    Placement placement;
    // make_folder for the listing's folder is the first call, staging the second.
    tests::FaultyFileSystem staging(disk.open(), 2, false);
    REQUIRE(staging.check_root());
    staging.arm();
    REQUIRE(place(staging, {listing, removed("a/b/one", "1")}, placement));
    CHECK_FALSE(disk.get("a/b/one.md"));
    CHECK_FALSE(disk.get("a/b/context.md"));
  }
  SUBCASE("any other fails the change") {
    tests::FaultyFileSystem staging(disk.open(), 2, false);
    REQUIRE(staging.check_root());
    staging.arm();
    Placement placement;
    CHECK(place(staging, {listing, removed("a/b/one", "1")}, placement).error().code == ErrorCode::kIo);
    CHECK(disk.get("a/b/one.md") == "1");
  }
}
