#include "memory/index/stemmer.h"

#include <doctest/doctest.h>

#include "memory/index/irregular_forms.h"

using namespace memory;

TEST_CASE("each language has its stemmer") {
  CHECK(stem("replication", Language::kEnglish) == stem("replicate", Language::kEnglish));
  CHECK(stem("punkten", Language::kGerman) == stem("punkte", Language::kGerman));
  CHECK(stem("машины", Language::kRussian) == stem("машина", Language::kRussian));
  for (std::size_t i = 0; i < kLanguages; ++i) {
    CHECK_FALSE(stem("test", static_cast<Language>(i)).empty());
    CHECK(stem("", static_cast<Language>(i)).empty());
  }
}

TEST_CASE("irregular forms go to their base") {
  CHECK(regular_form("went") == "go");
  CHECK(regular_form("written") == "write");
  CHECK(regular_form("matrices") == "matrix");
  CHECK(regular_form("better") == "good");
  CHECK(regular_form("server") == "server");
  CHECK(regular_form("").empty());
}
