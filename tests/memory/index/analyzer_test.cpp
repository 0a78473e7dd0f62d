#include "memory/index/analyzer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace memory;

namespace {

std::vector<std::string> terms(std::string_view word, Language language = Language::kEnglish) {
  std::vector<std::string> found;
  for (const Term& term : analyze_word(word, language).terms) found.push_back(term.text);
  return found;
}

bool has(const std::vector<std::string>& terms, const std::string& term) {
  return std::find(terms.begin(), terms.end(), term) != terms.end();
}

std::vector<std::string> bigrams(std::string_view run) {
  std::vector<std::string> found;
  for_each_bigram(run, [&](std::string_view bigram, std::uint32_t) { found.emplace_back(bigram); });
  return found;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("forms of a word share one term") {
  CHECK(terms("replies") == terms("reply"));
  CHECK(terms("Running") == terms("run"));
  CHECK(terms("went") == terms("go"));
  CHECK(terms("children") == terms("child"));
  CHECK(terms("Caroline's") == terms("caroline"));
  CHECK(terms("Caroline\xE2\x80\x99s") == terms("caroline"));
  CHECK(terms("Häuser", Language::kGerman) == Words{"haus", "häuser"});
  CHECK(terms("книги", Language::kRussian) == terms("книга", Language::kRussian));
}

TEST_CASE("accents are folded and the original stands beside") {
  CHECK(terms("café") == Words{"cafe", "café"});
  CHECK(terms("cafe\xCC\x81") == Words{"cafe", "café"});
  CHECK(terms("cafe") == Words{"cafe"});
  CHECK(terms("ＡＰＩ") == terms("api"));
  CHECK(terms("straße", Language::kGerman).front() == terms("strasse", Language::kGerman).front());
}

TEST_CASE("an identifier is one term and its parts") {
  const auto found = terms("getUserByID");
  for (const char* part : {"getuserbyid", "get", "user", "by", "id"}) CHECK(has(found, part));
  CHECK(has(terms("get_user_by_id"), "getuserbyid"));
  CHECK(has(terms("mcp_wiring_test"), "wire"));
  CHECK(has(terms("HTTPServer"), "http"));
  CHECK(has(terms("HTTPServer"), "server"));
  CHECK(has(terms("ADR-0005"), "adr0005"));
  CHECK(has(terms("ADR-0005"), "0005"));
  CHECK(has(terms("health.base"), "health.base"));
  CHECK(has(terms("user@example.com"), "user@example.com"));
  CHECK(has(terms("C++"), "c++"));
  CHECK(has(terms("C#"), "c#"));
  CHECK(has(terms(".NET"), ".net"));
  CHECK(has(terms("-rf"), "-rf"));
  CHECK_FALSE(has(terms("C++"), "c#"));
}

TEST_CASE("numbers and versions are exact and never in parts") {
  CHECK(terms("1.2.3") == Words{"1.2.3"});
  CHECK(terms("v1.2.3-rc1") == Words{"1.2.3-rc1", "v1.2.3-rc1", "1.2.3"});
  CHECK_FALSE(has(terms("1.2.4"), "1"));
  CHECK(terms("3,000") == Words{"3000"});
  CHECK(terms("2026-11-30") == Words{"2026-11-30"});
  CHECK(terms("10:30") == Words{"10:30"});
  CHECK(analyze_word("8080", Language::kEnglish).terms.front().kind == TermKind::kNumber);
}

TEST_CASE("function words are known by language") {
  CHECK(analyze_word("the", Language::kEnglish).stop_word);
  CHECK(analyze_word("Don't", Language::kEnglish).stop_word);
  CHECK(analyze_word("für", Language::kGerman).stop_word);
  CHECK_FALSE(analyze_word("für", Language::kEnglish).stop_word);
  CHECK_FALSE(analyze_word("server", Language::kEnglish).stop_word);
}

TEST_CASE("positions go on behind an identifier's parts") {
  const AnalyzedChunk chunk = analyze_word("mcp_wiring_test", Language::kEnglish);
  CHECK(chunk.width == 3);
  CHECK(chunk.terms.back().offset == 2);
}

TEST_CASE("a run of a script without spaces is its overlapping bigrams") {
  CHECK(bigrams("しりとり") == Words{"しり", "りと", "とり"});
  CHECK(bigrams("腾讯云") == Words{"腾讯", "讯云"});
  CHECK(bigrams("茶") == Words{"茶"});
  CHECK(bigrams("끝말잇기") == Words{"끝말", "말잇", "잇기"});
  CHECK(bigrams("ﾒｰﾙ") == bigrams("メール"));
}

TEST_CASE("every short byte string analyzes without harm") {
  std::string word(3, ' ');
  for (int a = 0; a < 256; ++a) {
    for (const int b : {0, 39, 43, 45, 46, 65, 97, 128, 195, 226, 255}) {
      word = {static_cast<char>(a), static_cast<char>(b), static_cast<char>(a)};
      CHECK(analyze_word(word, Language::kFrench).terms.size() <= 8);
    }
  }
}
