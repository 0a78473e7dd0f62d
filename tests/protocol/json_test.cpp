#include "protocol/json.h"

#include <doctest/doctest.h>

#include <string>

using namespace protocol;

namespace {

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

ErrorCode error_of(const std::string& text) {
  const ParsedJson parsed = parse_json(text);
  REQUIRE(parsed.error.has_value());
  return parsed.error->code;
}

}  // namespace

TEST_CASE("JSON is read as it stands") {
  const std::string text =
      R"({"a":[1,-2,3.5,true,false,null,"x\n\u00e9\ud83d\ude42"],"b":{"c":{}},"d":18446744073709551615})";
  const ParsedJson parsed = parse_json(text);
  CHECK_FALSE(parsed.error.has_value());
  CHECK(parsed.value == nlohmann::json::parse(text));
}

TEST_CASE("256 levels are the most, whatever they are made of") {
  CHECK_FALSE(parse_json(nested(kMaxNesting)).error.has_value());
  CHECK(error_of(nested(kMaxNesting + 1)) == ErrorCode::kInvalidRequest);
  CHECK(error_of(std::string(1'000'000, '[')) == ErrorCode::kInvalidRequest);
  CHECK_FALSE(parse_json("\"" + std::string(10'000, '[') + "\"").error.has_value());
}

TEST_CASE("a million values are the most") {
  std::string text = "[";
  for (std::size_t i = 1; i < kMaxValues - 1; ++i) text += "0,";
  CHECK_FALSE(parse_json(text + "0]").error.has_value());
  CHECK(error_of(text + "0,0]") == ErrorCode::kInvalidRequest);
}

TEST_CASE("text that only looks like JSON is none") {
  for (const char* text : {"",
                           " ",
                           "{",
                           "[1,]",
                           "{\"a\":}",
                           "{\"a\" 1}",
                           "01",
                           "1.",
                           ".5",
                           "+1",
                           "'a'",
                           "nul",
                           "\"\t\"",
                           "\"\\x\"",
                           "\"\xED\xA0\x80\"",
                           "\"\xF4\x90\x80\x80\"",
                           "/*c*/1",
                           "1 2",
                           "[1]]",
                           "Infinity"}) {
    CAPTURE(text);
    CHECK(error_of(text) == ErrorCode::kParse);
  }
}

TEST_CASE("an escaped surrogate without its partner is mended, pairs and escaped backslashes are left alone") {
  const std::string mark = "\xEF\xBF\xBD";
  CHECK(parse_json(R"("\ud800")").value == mark);
  CHECK(parse_json(R"("a\ud83dz")").value == "a" + mark + "z");
  CHECK(parse_json(R"("\udc00\ud800")").value == mark + mark);
  CHECK(parse_json(R"("\ud800\ud83d\ude00")").value == mark + "\xF0\x9F\x98\x80");
  CHECK(parse_json(R"("\ud83d\ude00")").value == "\xF0\x9F\x98\x80");
  CHECK(parse_json(R"("\\ud800")").value == "\\ud800");
  CHECK(parse_json(R"({"\uDFFF":1})").value.contains(mark));
  CHECK(error_of("\"\\ud8") == ErrorCode::kParse);
}

TEST_CASE("a NUL byte ends no text") {
  CHECK(error_of(std::string("1\0", 2)) == ErrorCode::kParse);
  CHECK(error_of(std::string("\"a\0b\"", 5)) == ErrorCode::kParse);
  CHECK(parse_json(R"("a\u0000b")").value == std::string("a\0b", 3));
}

TEST_CASE("strings are quoted with what JSON demands, and mended where they are not UTF-8") {
  CHECK(json_string("a\"\\\n\x01é") == "\"a\\\"\\\\\\n\\u0001é\"");
  CHECK(json_string("\xC3") == "\"\xEF\xBF\xBD\"");
}
