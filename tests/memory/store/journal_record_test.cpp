#include "memory/store/journal_record.h"

#include <doctest/doctest.h>

#include "tests/support/random.h"

using namespace memory;

namespace {

JournalRecord record(const std::string& id) {
  JournalRecord made{id, 17, false, 0, {}};
  made.files.push_back({"a/b/x", "a/b/X.md", "before", "after", std::string("new\nbytes\0here", 14), false});
  made.files.push_back({"a/b/y", "a/b/y.md", "before", "", {}, false});
  made.files.push_back({"a/b/context", "a/b/context.md", "", "after", {}, true});
  return made;
}

std::string journal(std::initializer_list<const char*> ids) {
  std::string bytes = journal_header("boot");
  for (const char* id : ids) bytes += journal_record(record(id));
  return bytes;
}

std::vector<std::string> ids_of(const JournalContent& content) {
  std::vector<std::string> ids;
  for (const JournalRecord& record : content.records) ids.push_back(record.id);
  return ids;
}

}  // namespace

TEST_CASE("a record is read as it was written") {
  const std::string bytes = journal({"one", "two"});
  const JournalContent content = read_journal(bytes);
  CHECK(content.boot == "boot");
  CHECK_FALSE(content.newer);
  CHECK_FALSE(content.damaged);
  CHECK(content.end == bytes.size());
  REQUIRE(ids_of(content) == std::vector<std::string>{"one", "two"});
  const JournalRecord& read = content.records[1];
  CHECK(read.time_ns == 17);
  CHECK_FALSE(read.done);
  REQUIRE(read.files.size() == 3);
  CHECK(read.files[0].file == "a/b/X.md");
  CHECK(read.files[0].bytes == std::string("new\nbytes\0here", 14));
  CHECK(read.files[1].before == "before");
  CHECK_FALSE(read.files[1].bytes);
  CHECK(read.files[2].recomputable);
}

TEST_CASE("one byte changed in place marks a record as done, and no other") {
  std::string bytes = journal({"one", "two"});
  bytes.replace(read_journal(bytes).records[0].offset + kDoneOffset, 1, kDone);
  const JournalContent content = read_journal(bytes);
  REQUIRE(content.records.size() == 2);
  CHECK(content.records[0].done);
  CHECK_FALSE(content.records[1].done);
}

TEST_CASE("wherever the end is torn off, the whole records before it are read and the rest is cut") {
  const std::string first = journal({"one"});
  const std::string bytes = journal({"one", "two"});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const JournalContent content = read_journal(std::string_view(bytes).substr(0, size));
    CAPTURE(size);
    CHECK(content.records.size() == (size >= first.size() ? 1 : 0));
    CHECK(content.end <= size);
    CHECK_FALSE(content.damaged);
    // What a file system leaves that made room and wrote nothing into it.
    const std::string padded = bytes.substr(0, size) + std::string(bytes.size() - size, '\0');
    const std::size_t whole = (padded.starts_with(first) ? 1 : 0) + (padded == bytes ? 1 : 0);
    CHECK(read_journal(padded).records.size() == whole);
  }
}

TEST_CASE("behind a damaged record the others are found, and the damage is told") {
  std::string bytes = journal({"one", "two", "three"});
  bytes[read_journal(bytes).records[1].offset + 60] ^= 1;
  const JournalContent content = read_journal(bytes);
  CHECK(ids_of(content) == std::vector<std::string>{"one", "three"});
  CHECK(content.damaged);
  std::string headless = journal({"one"});
  headless[3] = '\0';
  CHECK(ids_of(read_journal(headless)) == std::vector<std::string>{"one"});
  CHECK(read_journal(headless).boot.empty());
}

TEST_CASE("a newer program's journal is named and not read") {
  std::string bytes = journal({"one"});
  bytes.replace(bytes.find(" 1 "), 3, " 2 ");
  CHECK(read_journal(bytes).newer == "context-tree journal 2 boot");
  CHECK(read_journal(bytes).records.empty());
}

TEST_CASE("whatever the bytes are, reading ends, and finds nothing that was not written") {
  tests::Random random(7);
  const std::string good = journal({"one", "two", "three"});
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = good;
    for (int i = 0; i < 3; ++i)
      bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<char>(random.below(256));
    for (const JournalRecord& read : read_journal(bytes).records) CHECK(read.files.size() == 3);
  }
  std::string markers;
  for (int i = 0; i < 100'000; ++i) markers += "\nchange\n-aaaaaaa\0";
  CHECK(read_journal(markers).records.empty());
}
