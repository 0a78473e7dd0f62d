#include "memory/tree/line_diff.h"

#include <doctest/doctest.h>

#include <chrono>
#include <vector>

#include "memory/tree/text.h"
#include "tests/support/random.h"

using memory::line_diff;

namespace {

// What `patch` makes of the old text; every line of context and every removed line must be there.
std::string patched(const std::string& before, const std::string& diff) {
  const auto old_lines = memory::split_lines(before);
  std::string after;
  std::size_t at = 0;
  for (const std::string_view line : memory::split_lines(diff)) {
    if (line.starts_with("@@")) {
      std::size_t first = std::stoul(std::string(line.substr(4)));
      const std::string_view range = line.substr(4, line.find(' ', 4) - 4);
      if (!range.ends_with(",0")) --first;
      for (; at < first; ++at) after.append(old_lines[at]).append("\n");
    } else if (line.starts_with('+')) {
      after.append(line.substr(1)).append("\n");
    } else {
      REQUIRE(at < old_lines.size());
      CHECK(line.substr(1) == old_lines[at]);
      if (line.starts_with(' ')) after.append(line.substr(1)).append("\n");
      ++at;
    }
  }
  for (; at < old_lines.size(); ++at) after.append(old_lines[at]).append("\n");
  return after;
}

}  // namespace

TEST_CASE("a diff shows the changed lines with the lines around them") {
  CHECK(line_diff("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nD\ne\nf\n") == "@@ -2,5 +2,5 @@\n b\n c\n-d\n+D\n e\n f\n");
  CHECK(line_diff("", "one\ntwo\n") == "@@ -0,0 +1,2 @@\n+one\n+two\n");
  CHECK(line_diff("one\n", "") == "@@ -1 +0,0 @@\n-one\n");
  CHECK(line_diff("same\n", "same\n").empty());
}

TEST_CASE("a missing final newline is a difference, and said") {
  CHECK(line_diff("a\n", "a") == "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n");
}

TEST_CASE("long diffs and long lines are cut, and say so") {
  std::string before;
  for (int i = 0; i < 100; ++i) before += "line " + std::to_string(i) + "\n";
  const std::string diff = line_diff(before, "", {.lines = 5});
  CHECK(memory::split_lines(diff).size() == 6);
  CHECK(diff.ends_with("(96 more lines)\n"));
  CHECK(line_diff("", std::string(1000, 'x') + "\n", {.line_bytes = 4}) == "@@ -0,0 +1 @@\n+xxxx\xE2\x80\xA6\n");
}

TEST_CASE("applied to the old text, a diff gives the new one") {
  tests::Random random(7);
  for (int round = 0; round < 300; ++round) {
    std::string before;
    std::string after;
    for (std::uint32_t i = random.below(30); i > 0; --i) {
      const std::string line(1, static_cast<char>('a' + random.below(5)));
      if (!random.one_in(4)) before += line + "\n";
      if (!random.one_in(4)) after += line + "\n";
    }
    INFO("before:\n" << before << "after:\n" << after);
    CHECK(patched(before, line_diff(before, after, {.lines = 1000})) == after);
  }
}

TEST_CASE("two large texts that have nothing in common are compared in no time") {
  std::string before;
  std::string after;
  for (int i = 0; i < 200'000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  const auto start = std::chrono::steady_clock::now();
  CHECK(line_diff(before, after).find("-a0\n") != std::string::npos);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}
