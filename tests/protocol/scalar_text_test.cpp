#include "protocol/scalar_text.h"

#include <doctest/doctest.h>

using namespace protocol;

TEST_CASE("spaces around a text are trimmed, those inside stay") {
  CHECK(trimmed(" \t a b\r\n") == "a b");
  CHECK(trimmed("  ").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("only a whole text is a number") {
  CHECK(to_number("1e3") == 1000);
  CHECK(to_number("+2.5") == 2.5);
  CHECK_FALSE(to_number("1,5"));
  CHECK_FALSE(to_number("+"));
  CHECK_FALSE(to_number(""));
  CHECK_FALSE(to_number("1e999"));
  CHECK(to_integer("1e3") == 1000);
  CHECK_FALSE(to_integer("9223372036854775808"));
  CHECK_FALSE(to_integer(9223372036854775808.0));
  CHECK(to_integer(-9223372036854775808.0) == INT64_MIN);
}

TEST_CASE("a list is split at commas, without empty parts, and never beyond the bound") {
  CHECK(split_list("a,, b ,", 9) == std::vector<std::string>{"a", "b"});
  CHECK(split_list("[ 'a', \"b c\" ]", 9) == std::vector<std::string>{"a", "b c"});
  CHECK(split_list("a,b,c", 2) == std::vector<std::string>{"a", "b"});
  CHECK(split_list("", 9).empty());
  CHECK(split_list("\"", 9) == std::vector<std::string>{"\""});
}

TEST_CASE("a text is shortened between code points") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcd", 3) == "abc…");
  CHECK(shortened("aäb", 2) == "a…");
  CHECK(shortened("日本", 3) == "日…");
}
