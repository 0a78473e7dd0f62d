#include "memory/store/change_record.h"

#include <doctest/doctest.h>

using memory::ChangeRecord;
using memory::parse_record;
using memory::record_line;

namespace {

ChangeRecord sample() {
  ChangeRecord record;
  record.id = "0123456789ab";
  record.time = memory::Time(std::chrono::seconds(1770117600));
  record.client = "tester 1.0";
  record.operation = "UPDATE";
  record.path = "a/b/c";
  record.target_path = "a/b/d";
  record.reason = "tabs\tnewlines\r\nbackslashes \\t \\ and ends\\";
  record.undoes = "ba9876543210";
  record.stored = 1234;
  record.files = {{"a/b/c", "a/b/c.md", "h1", "", "removed\tx\n", ""}, {"a/b/d", "a/b/d.md", "", "h2", "", "."}};
  return record;
}

}  // namespace

TEST_CASE("a record reads back as it was written, whatever its texts hold") {
  const std::string line = record_line(sample());
  REQUIRE(line.find('\n') == line.size() - 1);
  CHECK(parse_record(line.substr(0, line.size() - 1)) == sample());
  ChangeRecord empty;
  const std::string bare = record_line(empty);
  CHECK(parse_record(bare.substr(0, bare.size() - 1)) == empty);
}

TEST_CASE("a torn line of a record is none, wherever it was torn") {
  const std::string line = record_line(sample());
  for (std::size_t size = 0; size + 1 < line.size(); ++size) CHECK_FALSE(parse_record(line.substr(0, size)));
  CHECK_FALSE(parse_record("log\t12"));
  CHECK_FALSE(parse_record(""));
}

TEST_CASE("a record knows its files, and whether it moved an entry") {
  const ChangeRecord record = sample();
  CHECK(file_on(record, "a/b/c")->before == "h1");
  CHECK(file_on(record, "a/b") == nullptr);
  CHECK(memory::is_below("a/b/c", "a/b"));
  CHECK(memory::is_below("a/b/c", ""));
  CHECK_FALSE(memory::is_below("a/b/c", "a/b/c"));
  CHECK_FALSE(memory::is_below("a/bb/c", "a/b"));
  CHECK(is_move(record));
}

TEST_CASE("change ids are twelve hex digits and differ") {
  const std::string id = memory::new_change_id();
  CHECK(id.size() == 12);
  CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(id != memory::new_change_id());
}
