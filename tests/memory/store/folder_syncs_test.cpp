#include "memory/store/folder_syncs.h"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/support/memory_file_system.h"

using namespace memory;

TEST_CASE("names are durable when a sync returns; a folder that is gone stands for the one above") {
  tests::MemoryDisk disk;
  disk.put("a/b/x.md", "x");
  const auto files = disk.open();
  REQUIRE(files->check_root());
  REQUIRE(files->move_new("a/b/x.md", "a/y.md"));
  REQUIRE(files->remove_folder("a/b"));
  FolderSyncs syncs(*files);
  CHECK(syncs.sync({}));
  REQUIRE(syncs.sync({"a/b", "a"}));
  disk.lose_power();
  CHECK(disk.files() == std::set<std::string>{"a/y.md"});
}

TEST_CASE("a failed sync fails those who waited for it and no later one") {
  tests::MemoryDisk disk;
  disk.put("a/x.md", "x");
  tests::FaultyFileSystem files(disk.open(), 1, false);
  REQUIRE(files.check_root());
  files.arm();
  FolderSyncs syncs(files);
  CHECK(syncs.sync({"a"}).error().code == ErrorCode::kIo);
  CHECK(syncs.sync({"a"}));
}

TEST_CASE("threads that end together all have their folders synced") {
  tests::MemoryDisk disk;
  disk.put("a/x.md", "x");
  const auto files = disk.open();
  REQUIRE(files->check_root());
  FolderSyncs syncs(*files);
  std::atomic<int> failures = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 50; ++i) {
          const std::string name = "a/n" + std::to_string(t) + "_" + std::to_string(i) + ".md";
          const auto staged = files->stage(name, "text");
          if (!staged || !files->sync_file(*staged) || !files->move_new(*staged, name) || !syncs.sync({"a"}))
            ++failures;
        }
      });
    }
  }
  disk.lose_power();
  CHECK(failures == 0);
  CHECK(disk.files().size() == 401);
  CHECK(disk.get("a/n7_49.md") == "text");
}
