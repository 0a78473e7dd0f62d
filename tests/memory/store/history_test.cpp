#include "memory/store/history.h"

#include <doctest/doctest.h>

#include "memory/tree/sha256.h"
#include "tests/support/memory_file_system.h"

using memory::ChangeRecord;
using memory::ErrorCode;
using memory::History;
using memory::sha256_hex;
using memory::Time;

namespace {

constexpr const char* kLog = ".state/history/changes";

struct Kept {
  Kept() { disk.put(".state/format", "context-tree 1\n"); }

  History open(memory::HistoryLimits limits = {}) { return History(disk.open(), limits); }

  // One change of one entry from one text to another.
  static ChangeRecord change(History& history, const std::string& id, const std::string& path,
                             const std::string& before, const std::string& after, Time time = {}) {
    ChangeRecord record;
    record.id = id;
    record.time = time;
    record.operation = "UPDATE";
    record.path = path;
    for (const std::string& bytes : {before, after}) {
      if (bytes.empty()) continue;
      const auto stored = history.keep(sha256_hex(bytes), bytes);
      REQUIRE(stored);
      record.stored += *stored;
    }
    record.files.push_back(
        {path, path + ".md", before.empty() ? "" : sha256_hex(before), after.empty() ? "" : sha256_hex(after), "", ""});
    REQUIRE(history.add(record));
    return record;
  }

  static std::vector<std::string> ids(History& history) {
    std::vector<std::string> found;
    for (const auto& record : *history.records()) found.push_back(record->id);
    return found;
  }

  tests::MemoryDisk disk;
};

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("history gives back records and contents, to this process and to others") {
  Kept kept;
  History writer = kept.open();
  History reader = kept.open();
  const ChangeRecord first = Kept::change(writer, "1", "a/b/c", "", "one\n");
  CHECK(Kept::ids(reader) == Ids{"1"});
  Kept::change(writer, "2", "a/b/c", "one\n", "two\n");
  CHECK(Kept::ids(reader) == Ids{"1", "2"});
  CHECK(*reader.find("1") == first);
  CHECK(reader.find("3") == nullptr);
  CHECK(reader.content(sha256_hex("one\n")).value() == "one\n");
  CHECK(reader.content(sha256_hex("three\n")).error().code == ErrorCode::kNotFound);
}

TEST_CASE("the same content is kept once") {
  Kept kept;
  History history = kept.open();
  CHECK(history.keep(sha256_hex("text"), "text").value() > 0);
  CHECK(history.keep(sha256_hex("text"), "text").value() == 0);
}

TEST_CASE("a damaged content is none, and torn or foreign lines of the log are skipped") {
  Kept kept;
  History history = kept.open();
  Kept::change(history, "1", "a/b/c", "", "one\n");
  const std::string hash = sha256_hex("one\n");
  const std::string file = ".state/history/" + hash.substr(0, 2) + "/" + hash.substr(2);
  std::string bytes = *kept.disk.get(file);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  kept.disk.put(file, bytes);
  CHECK(history.content(hash).error().code == ErrorCode::kIo);
  kept.disk.put(file, std::string(100, '\xff'));
  CHECK(history.content(hash).error().code == ErrorCode::kIo);

  kept.disk.put(kLog, *kept.disk.get(kLog) + "no record\nchange\t2\t2026\n");
  CHECK(Kept::ids(history) == Ids{"1"});
  Kept::change(history, "3", "a/b/c", "one\n", "three\n");
  CHECK(Kept::ids(history) == Ids{"1", "3"});
  kept.disk.erase(kLog);
  CHECK(Kept::ids(history).empty());
}

TEST_CASE("what is too old goes, but never an entry's last change") {
  Kept kept;
  History history = kept.open({.age = std::chrono::hours(24)});
  const Time start{std::chrono::hours(1000)};
  Kept::change(history, "1", "a/b/c", "", "c1", start);
  Kept::change(history, "2", "a/b/c", "c1", "c2", start);
  Kept::change(history, "3", "a/b/d", "", "d1", start);
  Kept::change(history, "4", "a/b/e", "", "e1", start + std::chrono::hours(30));
  Kept::change(history, "5", "a/b/e", "e1", "e2", start + std::chrono::hours(31));
  history.trim(start + std::chrono::hours(31));
  CHECK(Kept::ids(history) == Ids{"2", "3", "4", "5"});
  CHECK(history.content(sha256_hex("c1")).value() == "c1");
  Kept::change(history, "6", "a/b/c", "c2", "c3", start + std::chrono::hours(32));
  history.trim(start + std::chrono::hours(33));
  CHECK(Kept::ids(history) == Ids{"3", "4", "5", "6"});
  CHECK_FALSE(history.content(sha256_hex("c1")));
  CHECK(history.content(sha256_hex("c2")).value() == "c2");
}

TEST_CASE("where contents take too much room the oldest go") {
  Kept kept;
  History history = kept.open({.bytes = 200});
  std::string before;
  for (int i = 0; i < 20; ++i) {
    const std::string after = "text " + std::to_string(i) + "\n";
    Kept::change(history, std::to_string(i), "a/b/c", before, after);
    before = after;
  }
  history.trim(Time());
  const Ids ids = Kept::ids(history);
  CHECK(ids.size() < 12);
  CHECK(ids.size() > 3);
  CHECK(ids.back() == "19");
}

TEST_CASE("rewriting changes and drops records, and the contents that nobody names or that are to be forgotten") {
  Kept kept;
  History history = kept.open();
  Kept::change(history, "1", "a/b/c", "", "c1");
  Kept::change(history, "2", "a/b/d", "d1", "d2");
  Kept::change(history, "3", "a/b/e", "", "e1");
  const auto change = [](ChangeRecord& record) {
    if (record.id == "2") record.reason.clear();
    return record.id != "1";
  };
  REQUIRE(history.rewrite(change, [](const std::string& hash) { return hash == sha256_hex("d1"); }));
  CHECK(Kept::ids(history) == Ids{"2", "3"});
  CHECK_FALSE(history.content(sha256_hex("c1")));
  CHECK_FALSE(history.content(sha256_hex("d1")));
  CHECK(history.content(sha256_hex("d2")).value() == "d2");
  std::size_t contents = 0;
  history.for_each_content([&](const std::string&, std::string_view) { ++contents; });
  CHECK(contents == 2);
}
