#include "memory/store/state_folder.h"

#include <doctest/doctest.h>

#include "tests/support/memory_file_system.h"

using namespace memory;

namespace {

struct Fixture {
  Fixture() {
    disk.put("a/b/x.md", "x");
    files = disk.open();
    REQUIRE(files->check_root());
  }
  tests::MemoryDisk disk;
  std::unique_ptr<FileSystem> files;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "the first write marks the folder as this machine's own and keeps an id") {
  REQUIRE(make_state_folder(*files));
  REQUIRE(make_state_folder(*files));
  const auto machine = fill_state_folder(*files);
  REQUIRE(machine);
  CHECK(machine->size() == 8);
  CHECK(disk.get(".state/.gitignore") == "*\n");
  CHECK(disk.get(".state/format") == "context-tree 1\n");
  CHECK(disk.get(".gitattributes") == "context.md merge=union\n.log/** merge=union\n");
  CHECK(fill_state_folder(*files) == *machine);
  CHECK_FALSE(unknown_format(*files));
}

TEST_CASE_FIXTURE(Fixture, "a person's own .gitattributes stays, and stays away once removed") {
  disk.put(".gitattributes", "*.md text\n");
  REQUIRE(make_state_folder(*files));
  REQUIRE(fill_state_folder(*files));
  CHECK(disk.get(".gitattributes") == "*.md text\n");
  disk.erase(".gitattributes");
  REQUIRE(fill_state_folder(*files));
  CHECK_FALSE(disk.get(".gitattributes"));
}

TEST_CASE_FIXTURE(Fixture, "a format of another version is named and never rewritten") {
  CHECK_FALSE(unknown_format(*files));
  disk.put(".state/format", "context-tree 2\nmore\n");
  REQUIRE(unknown_format(*files));
  CHECK(unknown_format(*files)->find("context-tree 2") != std::string::npos);
  disk.put(".state/format", std::string(100'000, 'x'));
  CHECK(unknown_format(*files));
  disk.put(".state/format", "");
  CHECK(unknown_format(*files));
}

TEST_CASE_FIXTURE(Fixture, "a machine id that is torn is made anew") {
  disk.put(".state/machine", "../../x");
  const auto machine = fill_state_folder(*files);
  REQUIRE(machine);
  CHECK(disk.get(".state/machine") == *machine + "\n");
}
