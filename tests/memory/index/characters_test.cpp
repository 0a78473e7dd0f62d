#include "memory/index/characters.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("characters know their script") {
  CHECK(script_of(U'a') == Script::kLatin);
  CHECK(script_of(U'é') == Script::kLatin);
  CHECK(script_of(U'й') == Script::kCyrillic);
  CHECK(script_of(U'腾') == Script::kHan);
  CHECK(script_of(U'り') == Script::kHiragana);
  CHECK(script_of(U'ー') == Script::kKatakana);
  CHECK(script_of(U'끝') == Script::kHangul);
  CHECK(script_of(U'ก') == Script::kThai);
  CHECK(script_of(U'5') == Script::kOther);
  CHECK(script_of(0x10FFFF) == Script::kOther);
  CHECK(script_of(0) == Script::kOther);
}

TEST_CASE("accents go where they are accents, not where they make another letter") {
  CHECK(fold_accents("café") == "cafe");
  CHECK(fold_accents("übung") == "ubung");
  CHECK(fold_accents("søren łódź") == "soren lodz");
  CHECK(fold_accents("τεύχος") == "τευχος");
  CHECK(fold_accents("ёлка") == "елка");
  CHECK(fold_accents("йод") == "йод");
  CHECK(fold_accents("ガ") == "ガ");
  CHECK(fold_accents("") == "");
}
