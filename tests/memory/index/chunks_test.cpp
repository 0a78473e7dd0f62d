#include "memory/index/chunks.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace memory;

namespace {

std::vector<std::string> chunks(std::string_view text) {
  std::vector<std::string> found;
  ChunkReader reader(text);
  for (Chunk chunk; reader.next(chunk);) found.emplace_back(chunk.text);
  return found;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("words end at blanks and punctuation") {
  CHECK(chunks("Hello, world! (really)") == Words{"Hello", "world", "really"});
  CHECK(chunks("").empty());
  CHECK(chunks(" \t\n!?* ").empty());
}

TEST_CASE("connectors between letters keep an identifier together") {
  CHECK(chunks("mcp_wiring_test") == Words{"mcp_wiring_test"});
  CHECK(chunks("see ADR-0005.") == Words{"see", "ADR-0005"});
  CHECK(chunks("user@example.com,") == Words{"user@example.com"});
  CHECK(chunks("v1.2.3-rc1") == Words{"v1.2.3-rc1"});
  CHECK(chunks("std::vector x:y a::b") == Words{"std::vector", "x:y", "a::b"});
  CHECK(chunks("src/auth/middleware.ts") == Words{"src/auth/middleware.ts"});
  CHECK(chunks("12 GB/s") == Words{"12", "GB/s"});
  CHECK(chunks("1,000 and a,b") == Words{"1,000", "and", "a", "b"});
}

TEST_CASE("signs of a name belong to it") {
  CHECK(chunks("C++ and C#, F#") == Words{"C++", "and", "C#", "F#"});
  CHECK(chunks(".NET (.env)") == Words{".NET", ".env"});
  CHECK(chunks("rm -rf --force") == Words{"rm", "-rf", "--force"});
  CHECK(chunks("a-b x.y") == Words{"a-b", "x.y"});
  CHECK(chunks("end. Next -- then") == Words{"end", "Next", "then"});
}

TEST_CASE("operators of other query languages are separators") {
  CHECK(chunks("foo( a* \"unbalanced NEAR(") == Words{"foo", "a", "unbalanced", "NEAR"});
  CHECK(chunks("col:val -x") == Words{"col:val", "-x"});
}

TEST_CASE("a run ends where the script changes") {
  CHECK(chunks("成語しりとり") == Words{"成語", "しりとり"});
  CHECK(chunks("重跑gen-itgc后50条") == Words{"重跑", "gen-itgc", "后", "50", "条"});
  CHECK(chunks("メールサーバー") == Words{"メールサーバー"});
  CHECK(chunks("오늘 끝말잇기") == Words{"오늘", "끝말잇기"});
}

TEST_CASE("bytes that are no UTF-8 separate, and nothing is read behind the end") {
  CHECK(chunks("ab\xFF"
               "cd") == Words{"ab", "cd"});
  CHECK(chunks("ab\xE2\x82") == Words{"ab"});
  CHECK(chunks(std::string("a\0b", 3)) == Words{"a", "b"});
}

TEST_CASE("a word without end is cut, not dropped") {
  const auto found = chunks(std::string(1000, 'x'));
  REQUIRE(found.size() > 1);
  std::size_t length = 0;
  for (const std::string& chunk : found) {
    CHECK(chunk.size() <= kMaxChunkBytes + 4);
    length += chunk.size();
  }
  CHECK(length == 1000);
}
