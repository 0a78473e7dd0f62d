#include "memory/index/query.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/indexed_tree.h"

using namespace memory;

namespace {

const tests::Files kFiles = {
    {"a/b/tokens", "We rotate JWT refresh tokens every hour.\n"},
    {"a/b/talk", "Ann: I love the kids.\nBob: Me too.\nAnn: Great.\nBob: Yes.\n"},
    {"a/b/german", "Der Server mit der Datenbank steht im Keller und ist nicht erreichbar für die anderen.\n"}};

Query make(const std::string& text) { return make_query(*tests::index_of(kFiles), text, {}); }

const QueryTerm* term_of(const Query& query, const std::string& word) {
  for (const QueryTerm& term : query.terms) {
    if (query.words[term.word].text == word) return &term;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("function words are no terms, and a query of them alone is empty") {
  CHECK(make("is it the").empty());
  CHECK(make("what").empty());
  CHECK(make("").empty());
  CHECK(make("  \n\t").empty());
  CHECK(make("how do we rotate them").terms.size() == 1);
}

TEST_CASE("unknown words stand for near ones and stay unknown") {
  const Query query = make("refesh tokens");
  const QueryTerm* term = term_of(query, "refesh");
  REQUIRE(term != nullptr);
  CHECK(term->approximate);
  CHECK_FALSE(query.words[0].known);
  CHECK(query.words[1].known);
  CHECK(query.near_words == std::vector<std::string>{"refresh"});
}

TEST_CASE("a synonym stands in at a lower weight") {
  const Query query = make("children");
  REQUIRE(query.terms.size() == 1);
  REQUIRE(query.terms[0].alternatives.size() == 1);
  CHECK(query.terms[0].alternatives[0].text == "kid");
  CHECK(query.terms[0].alternatives[0].weight < 1);
}

TEST_CASE("words are looked up in every language of the index") {
  CHECK_FALSE(term_of(make("Datenbanken"), "Datenbanken")->alternatives.empty());
  const Query compound = make("Wo ist der Datenbankserver");
  CHECK(compound.terms.size() == 2);
}

TEST_CASE("speakers that are named are known") {
  const Query query = make("What does Ann's friend Bob love?");
  CHECK(query.speakers[0].size() == 2);
}

TEST_CASE("text between quotation marks is a phrase, an unbalanced mark is text") {
  CHECK(make("\"rotate the tokens\"").phrases.size() == 1);
  CHECK(make("\"rotate").phrases.empty());
  CHECK(make("\"rotate").terms.size() == 1);
  CHECK(make("\"\" \"x\"").phrases.empty());
}

TEST_CASE("repeated and countless words are bounded") {
  CHECK(make("tokens token TOKENS").terms.size() == 1);
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "word" + std::to_string(i) + " ";
  CHECK(make(text).terms.size() <= 64);
}

TEST_CASE("any bytes make a query") {
  for (const std::string& text :
       {std::string("\0\0a", 3), std::string("\xFF\xFE\x80"), std::string(100000, '"'), std::string(5000, '('),
        std::string("\xF0\x9F\x98\x80"), std::string("a\xCC\x81\xCC\x81"), std::string(40000, 'x')}) {
    CHECK(make(text).terms.size() <= 64);
  }
}

TEST_CASE("the kind of thing a question asks for tells less of an absence than what it says of it") {
  const Query query = make("what city did Ann love");
  REQUIRE(term_of(query, "city") != nullptr);
  CHECK(query.words[term_of(query, "city")->word].asked);
  CHECK_FALSE(query.words[term_of(query, "love")->word].asked);
  CHECK(term_of(query, "city")->idf < term_of(make("why did the city love Ann"), "city")->idf);
}

TEST_CASE("a capital letter makes a name, but not where every noun has one") {
  CHECK(make("where does Kermit live").words[0].name_like);
  for (const QueryWord& word : make("Wo ist der Server mit dem Schalter").words) CHECK_FALSE(word.name_like);
}
