#include "memory/store/change_log.h"

#include <doctest/doctest.h>

#include "tests/support/memory_file_system.h"

using namespace memory;

namespace {

using Names = std::set<std::string>;

struct Fixture {
  Fixture() { disk.put(".state/format", "context-tree 1\n"); }
  std::unique_ptr<FileSystem> open() {
    auto files = disk.open();
    REQUIRE(files->check_root());
    return files;
  }
  tests::MemoryDisk disk;
  std::unique_ptr<FileSystem> ours = open();
  std::unique_ptr<FileSystem> theirs = open();
  ChangeLog writer{*ours};
  ChangeLog reader{*theirs};
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a change is told once to every other process, and not to its own") {
  CHECK_FALSE(reader.read_on().lost);
  writer.append({"a/b/x.md"}, {"a/b"});
  CHECK(reader.read_on().lost);  // a first epoch
  writer.append({"a/b/x.md", "a/b/y z.md"}, {"a/c"});
  writer.append({"a/b/w.md"}, {});
  const LoggedChanges news = reader.read_on();
  CHECK_FALSE(news.lost);
  CHECK(news.files == Names{"a/b/w.md", "a/b/x.md", "a/b/y z.md"});
  CHECK(news.folders == Names{"a/c"});
  CHECK(reader.read_on().files.empty());
  CHECK(writer.read_on().files.empty());
  reader.append({"a/b/back.md"}, {});
  CHECK(writer.read_on().files == Names{"a/b/back.md"});
}

TEST_CASE_FIXTURE(Fixture, "a new epoch, a gap, a file that is gone or no log mean a scan") {
  writer.append({"a.md"}, {});
  CHECK(reader.read_on().lost);
  SUBCASE("the log has become long") {
    for (int i = 0; i < 400; ++i) writer.append({std::string(4000, 'x') + ".md"}, {});
  }
  SUBCASE("one change is more than a line may tell") {
    Names many;
    for (int i = 0; i < 20'000; ++i) many.insert("a/b/entry" + std::to_string(i) + ".md");
    writer.append(many, {});
  }
  SUBCASE("a gap") {
    const std::string header = disk.get(kChangesFile)->substr(0, disk.get(kChangesFile)->find('\n') + 1);
    disk.put(kChangesFile, header + "7\ta.md\t.\n");
  }
  SUBCASE("gone") { disk.erase(kChangesFile); }
  SUBCASE("no log") { disk.put(kChangesFile, std::string(5000, '\0')); }
  CHECK(reader.read_on().lost);
  CHECK_FALSE(reader.read_on().lost);
  CHECK(disk.get(kChangesFile).value_or("").size() < (std::size_t{2} << 20));
  writer.read_on();
  writer.append({"b.md"}, {});
  const LoggedChanges news = reader.read_on();
  CHECK((news.lost || news.files == Names{"b.md"}));
}

TEST_CASE_FIXTURE(Fixture, "a line that is still being written is read when it is whole") {
  writer.append({"a.md"}, {});
  CHECK(reader.read_on().lost);
  const std::string before = *disk.get(kChangesFile);
  REQUIRE(ours->append(kChangesFile, "1\tb."));
  CHECK(reader.read_on().files.empty());
  REQUIRE(ours->append(kChangesFile, "md\t.\n"));
  const LoggedChanges news = reader.read_on();
  CHECK_FALSE(news.lost);
  CHECK(news.files == Names{"b.md"});
}

TEST_CASE("whichever call fails while a change is told, others see it or look at everything") {
  for (int at = 1;; ++at) {
    Fixture tree;
    tree.writer.append({"a.md"}, {});
    CHECK(tree.reader.read_on().lost);
    tests::FaultyFileSystem files(tree.disk.open(), at, false);
    REQUIRE(files.check_root());
    ChangeLog writer(files);
    static_cast<void>(writer.read_on());
    files.arm();
    writer.append({"b.md"}, {});
    const LoggedChanges news = tree.reader.read_on();
    CAPTURE(at);
    CHECK((news.lost || news.files.contains("b.md")));
    if (!files.failed()) break;
    REQUIRE(at < 50);
  }
}
