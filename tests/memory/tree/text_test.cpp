#include "memory/tree/text.h"

#include <doctest/doctest.h>

#include <chrono>

using namespace memory;

TEST_CASE("UTF-8 is valid only in its shortest form, without surrogates and beyond no plane") {
  CHECK(is_valid_utf8(""));
  CHECK(is_valid_utf8("plain"));
  CHECK(is_valid_utf8("\xC3\xBC \xE4\xBB\xA4 \xF0\x9F\x98\x80"));
  CHECK(is_valid_utf8(std::string_view("a\0b", 3)));
  for (const std::string_view bad :
       {"\x80", "\xC3", "\xC3(", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "a\xE4\xBB"}) {
    CAPTURE(bad);
    CHECK_FALSE(is_valid_utf8(bad));
  }
}

TEST_CASE("NFC composes, and leaves what is not UTF-8 as it is") {
  CHECK(to_nfc("cafe\xCC\x81") == "caf\xC3\xA9");
  CHECK(to_nfc("caf\xC3\xA9") == "caf\xC3\xA9");
  CHECK(to_nfc("\xE1\x84\x80\xE1\x85\xA1") == "\xEA\xB0\x80");  // Hangul
  CHECK(to_nfc("e\xCC\x81\xFF") == "e\xCC\x81\xFF");
  CHECK(to_nfc("ascii") == "ascii");
}

TEST_CASE("folding makes spellings of one word equal") {
  CHECK(fold_case("STRASSE") == fold_case("stra\xC3\x9F"
                                          "e"));
  CHECK(fold_case("\xEF\xBC\xA1\xEF\xBC\xA2") == "ab");  // full width
  CHECK(fold_case("\xEF\xAC\x81ne") == "fine");          // ligature
  CHECK(fold_case("CAFE\xCC\x81") == fold_case("caf\xC3\xA9"));
  CHECK(fold_case("\xCE\xA3\xCE\xAF\xCF\x83\xCF\x85\xCF\x86\xCE\xBF\xCF\x82") ==
        fold_case("\xCF\x83\xCE\xAF\xCF\x83\xCF\x85\xCF\x86\xCE\xBF\xCF\x83"));
  CHECK(fold_case("ABC\xFF") == "abc\xFF");
}

TEST_CASE("a folded text folds to itself") {
  for (const std::string_view text : {"\xCD\x85\xCC\x81", "\xC4\xB0", "\xE1\xBE\xB4", "\xC7\xB0",
                                      "Stra\xC3\x9F"
                                      "e",
                                      "\xEF\xAC\x83"}) {
    CHECK(fold_case(fold_case(text)) == fold_case(text));
  }
}

TEST_CASE("a long run of combining marks is normalised in linear time") {
  std::string marks = "a";
  for (int i = 0; i < 100'000; ++i) marks += i % 2 == 0 ? "\xCC\x81" : "\xCC\x96";
  const auto start = std::chrono::steady_clock::now();
  CHECK(to_nfc(marks).size() > 100'000);
  CHECK(fold_case(marks).size() > 100'000);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

TEST_CASE("lines lose their endings, and a final newline opens no further line") {
  using Lines = std::vector<std::string_view>;
  CHECK(split_lines("") == Lines{});
  CHECK(split_lines("a") == Lines{"a"});
  CHECK(split_lines("a\n") == Lines{"a"});
  CHECK(split_lines("a\n\n") == Lines{"a", ""});
  CHECK(split_lines("a\r\nb\r\n") == Lines{"a", "b"});
  CHECK(split_lines("a\rb\n\r\n") == Lines{"a\rb", ""});
  CHECK(split_lines("\n") == Lines{""});
  CHECK(split_lines("a\r") == Lines{"a\r"});
}

TEST_CASE("a text on one line keeps its blanks but no line breaks and no control characters") {
  CHECK(fold_to_line("  a  b ") == "a  b");
  CHECK(fold_to_line("a\n b\r\n\r\nc") == "a b c");
  CHECK(fold_to_line("a\tb") == "a\tb");
  CHECK(fold_to_line(std::string_view("a\0b\x1B[1m", 7)) == "a b [1m");
  CHECK(fold_to_line("\n") == "");
  CHECK(fold_to_line("a\n") == "a");
}

TEST_CASE("a cut never splits a code point") {
  const std::string_view text =
      "a\xE4\xBB\xA4"
      "b";
  CHECK(code_point_floor(text, 0) == 0);
  CHECK(code_point_floor(text, 1) == 1);
  CHECK(code_point_floor(text, 2) == 1);
  CHECK(code_point_floor(text, 3) == 1);
  CHECK(code_point_floor(text, 4) == 4);
  CHECK(code_point_floor(text, 99) == text.size());
  CHECK(code_point_floor("\x80\x80\x80\x80\x80", 4) == 4);
}

TEST_CASE("characters and tokens are counted by code points, stray bytes as one each") {
  CHECK(count_code_points("") == 0);
  CHECK(count_code_points("a\xE4\xBB\xA4\xF0\x9F\x98\x80") == 3);
  CHECK(count_code_points("\xFF\xFE") == 2);
  CHECK(estimate_tokens("") == 0);
  CHECK(estimate_tokens("abcd") == 1);
  CHECK(estimate_tokens("abcde") == 2);
}

TEST_CASE("trimming cuts ASCII blanks only") {
  CHECK(trim(" \t\r\n a b \v\f") == "a b");
  CHECK(trim("") == "");
  CHECK(trim(" \n ") == "");
  CHECK(trim("\xC2\xA0x") == "\xC2\xA0x");
  CHECK(trim_end(" a ") == " a");
  CHECK(is_blank(" \n"));
  CHECK_FALSE(is_blank("."));
}

TEST_CASE("lower case goes beyond ASCII and keeps stray bytes") {
  CHECK(to_lower("ABC") == "abc");
  CHECK(to_lower("\xC3\x9C"
                 "BUNG \xD0\x96") ==
        "\xC3\xBC"
        "bung \xD0\xB6");
  CHECK(to_lower("A\xFF\xC3\x9C") == "a\xFF\xC3\xBC");
}

TEST_CASE("texts that differ in the case of ASCII letters are equal, others are not") {
  CHECK(equal_ignoring_case("Raw Concept", "raw CONCEPT"));
  CHECK(equal_ignoring_case("", ""));
  CHECK_FALSE(equal_ignoring_case("a", "ab"));
  CHECK_FALSE(equal_ignoring_case("[", "{"));
}
