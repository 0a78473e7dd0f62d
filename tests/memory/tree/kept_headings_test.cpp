#include "memory/tree/kept_headings.h"

#include <doctest/doctest.h>

#include <chrono>

#include "memory/tree/text.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

namespace {
std::string kept(std::string_view before, std::string_view given, TextPlace place = TextPlace::kNarrative) {
  return with_kept_headings(before, given, place);
}
}  // namespace

TEST_CASE("only the text before the first heading is replaced") {
  CHECK(kept("old\n\n### Mine\nx\n\n#### Deeper\ny", "new") == "new\n\n### Mine\nx\n\n#### Deeper\ny");
  CHECK(kept("old\n### Mine\nx", "new") == "new\n\n### Mine\nx");
  CHECK(kept("### Mine\nx", "new\ntext") == "new\ntext\n\n### Mine\nx");
  CHECK(kept("old\n\n### Mine", "") == "### Mine");
  CHECK(kept("old", "new") == "new");
  CHECK(kept("", "### A\nx") == "### A\nx");
}

TEST_CASE("headings that the new text has are replaced, the others stay behind what they stood behind") {
  CHECK(kept("old\n\n### A\n1\n\n#### A1\nz\n\n### B\n2", "### A\n3\n\n### b\n4") ==
        "### A\n3\n\n#### A1\nz\n\n### b\n4");
  CHECK(kept("### A\n1\n### B\n2", "new\n### B\n3") == "new\n\n### A\n1\n\n### B\n3");
  CHECK(kept("### A\n1", "### A\n1\n\nx") == "### A\n1\n\nx");
}

TEST_CASE("what is no heading in the file is text") {
  CHECK(kept("a\n```\n### x\n```", "new") == "new");
  CHECK(kept("a\n\n## Facts\nb", "new") == "new");
  CHECK(kept("a\n\n### Rules\nb", "new") == "new");
  CHECK(kept("a\n\n### Rules\nb", "new", TextPlace::kRawConcept) == "new\n\n### Rules\nb");
}

TEST_CASE("giving the same text again changes nothing more") {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    testing::RandomContent random(seed);
    const auto text = [&] {
      std::string made = random.text();
      for (int i = random.below(4); i > 0; --i)
        made += std::string("\n") + (random.maybe() ? "### Mine " : "#### Deeper ") + std::to_string(random.below(3)) +
                "\n" + random.text();
      return std::string(trim(close_open_blocks(made)));
    };
    const std::string before = text();
    const std::string given = text();
    const std::string once = kept(before, given);
    CHECK(kept(once, given) == once);
  }
}

TEST_CASE("a text of nothing but headings takes time in proportion to it") {
  const auto start = std::chrono::steady_clock::now();
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "### h" + std::to_string(i) + "\n";
  CHECK(kept(text, "new").size() > text.size());
  CHECK(kept(text, text) == text);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}
