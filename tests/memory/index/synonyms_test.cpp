#include "memory/index/synonyms.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "memory/index/stemmer.h"

using namespace memory;

TEST_CASE("synonyms stand for each other, never for themselves") {
  const auto of_kid = synonym_stems(stem("kids", Language::kEnglish));
  CHECK(std::find(of_kid.begin(), of_kid.end(), stem("children", Language::kEnglish)) != of_kid.end());
  CHECK(std::find(of_kid.begin(), of_kid.end(), stem("kid", Language::kEnglish)) == of_kid.end());
  CHECK(synonym_stems("codey").empty());
  CHECK(synonym_stems("").empty());
}
