#include "memory/store/root_watch.h"

#include <doctest/doctest.h>

#include "memory/store/posix_file_system.h"
#include "tests/support/lesser_user.h"
#include "tests/support/temporary_folder.h"

using namespace memory;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a root that never was there is no trouble; one that was is") {
  const tests::TemporaryFolder folder;
  const auto files = make_posix_file_system(folder.tree());
  RootWatch root(*files, true);
  CHECK(root.look() == RootStatus::kAbsent);
  CHECK_FALSE(root.trouble());
  CHECK(root.problems().empty());
  std::filesystem::create_directory(folder.tree());
  CHECK(root.look() == RootStatus::kReplaced);
  CHECK(root.look() == RootStatus::kSame);
  std::filesystem::remove(folder.tree());
  CHECK(root.look() == RootStatus::kAbsent);
  REQUIRE(root.trouble());
  CHECK(holds(*root.trouble(), "is gone"));
  CHECK(root.problems().size() == 1);
  std::filesystem::create_directory(folder.tree());
  CHECK(root.look() == RootStatus::kReplaced);
  CHECK(root.problems().empty());
}

TEST_CASE("a root in a folder that may not be entered is named with the system's reason") {
  const tests::TemporaryFolder folder;
  folder.write("tree/a/x.md", "text");
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0600));
  {
    const tests::LesserUser user;
    const auto files = make_posix_file_system(folder.tree());
    RootWatch root(*files, true);
    CHECK(root.look() == RootStatus::kAbsent);
    REQUIRE(root.trouble());
    CHECK(holds(*root.trouble(), "Permission denied"));
  }
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0700));
}

TEST_CASE("a root that takes no files is a problem for who wants to write only") {
  const tests::TemporaryFolder folder;
  std::filesystem::create_directory(folder.tree());
  std::filesystem::permissions(folder.tree(), std::filesystem::perms(0555));
  const tests::LesserUser user;
  const auto files = make_posix_file_system(folder.tree());
  for (const bool writes : {true, false}) {
    RootWatch root(*files, writes);
    CHECK(root.look() != RootStatus::kAbsent);
    CHECK(root.problems().size() == (writes ? 1U : 0U));
  }
}
