#include "protocol/shape_writer.h"

#include <doctest/doctest.h>

#include <limits>

#include "protocol/json.h"
#include "tests/protocol/records.h"

namespace {

template <class T>
std::string written(const T& record) {
  return protocol::dump(protocol::write_record(protocol::shape_of<T>(), &record).value);
}

}  // namespace

TEST_CASE("members are written in the order of the table") {
  records::Scalars record;
  record.flag = true;
  record.maybe = 7;
  record.words = {"a"};
  record.numbers = {3, 1, 2};
  CHECK(written(record) ==
        R"({"text":"default","whole":10,"number":0.5,"flag":true,"maybe":7,"words":["a"],"numbers":[3,1,2],)"
        R"("shares":[],"choice":"both","kinds":[]})");
}

TEST_CASE("an absent optional is left out, and what is empty where the table says so") {
  records::Scalars record;
  record.text.clear();
  CHECK(written(record) == R"({"whole":10,"number":0.5,"numbers":[],"shares":[],"choice":"both","kinds":[]})");
}

TEST_CASE("records nest") {
  records::Call record;
  record.operations.push_back({.path = "a/b", .content = records::Content{.body = "x", .facts = {{"f", "s"}}}});
  record.operations.push_back({});
  CHECK(written(record) ==
        R"({"operations":[{"type":"UPSERT","path":"a/b","content":{"body":"x","tags":[],)"
        R"("facts":[{"statement":"f","subject":"s"}],"snippets":[]}},{"type":"UPSERT","path":""}],"dry_run":false})");
}

TEST_CASE("numbers are rounded to six significant digits") {
  records::Scalars record;
  record.shares = {0.1 + 0.2, 1.0 / 3.0, 1234567.0, 1e-9 / 3, -2.0 / 3.0, 5};
  const auto json = protocol::write_record(protocol::shape_of<records::Scalars>(), &record).value;
  CHECK(json.at("shares").dump() == "[0.3,0.333333,1234570.0,3.33333e-10,-0.666667,5.0]");
}

TEST_CASE("what is no number in JSON is written as zero") {
  records::Scalars record;
  record.shares = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
  const auto json = protocol::write_record(protocol::shape_of<records::Scalars>(), &record).value;
  CHECK(json.at("shares").dump() == "[0.0,0.0]");
}

TEST_CASE("whole numbers keep all their digits") {
  records::Scalars record;
  record.whole = std::numeric_limits<std::int64_t>::max();
  record.maybe = std::numeric_limits<std::int64_t>::min();
  const std::string text = written(record);
  CHECK(text.find("9223372036854775807") != std::string::npos);
  CHECK(text.find("-9223372036854775808") != std::string::npos);
}

TEST_CASE("text that is not UTF-8 is replaced, control characters are escaped") {
  records::Scalars record;
  record.text = std::string("a\xFF\x01\n\0z", 6);
  CHECK(written(record).find(R"("text":"a)"
                             "\xEF\xBF\xBD"
                             R"(\u0001\n\u0000z")") != std::string::npos);
}
