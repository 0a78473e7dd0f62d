#include "memory/store/text_sketch.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace memory;

namespace {

std::uint32_t skeleton(const std::string& text) { return skeleton_hash(sketch_sentences(text).at(0)); }

SketchWord::Role role(const std::string& sentence, std::size_t word) {
  return sketch_sentences(sentence).at(0).at(word).role;
}

}  // namespace

TEST_CASE("versions, dates and identifiers are one word each") {
  const auto words = sketch_sentences("Use v1.2.3-rc1 since 2026-02-03, not getUserByID.").at(0);
  REQUIRE(words.size() == 6);
  CHECK(words[1].text == "v1.2.3-rc1");
  CHECK(words[1].role == SketchWord::Role::kNumber);
  CHECK(words[3].text == "2026-02-03");
  CHECK(words[4].role == SketchWord::Role::kPolarity);
  CHECK(words[5].role == SketchWord::Role::kName);
}

TEST_CASE("a capital makes a name inside a sentence, not at its start") {
  CHECK(role("Deploys go to Berlin", 0) == SketchWord::Role::kPlain);
  CHECK(role("Deploys go to Berlin", 3) == SketchWord::Role::kName);
  CHECK(role("PostgreSQL is used", 0) == SketchWord::Role::kName);
}

TEST_CASE("sentences end at full stops and lines, not inside numbers") {
  CHECK(sketch_sentences("One is 1.5 here. Two\nthree! four").size() == 4);
  CHECK(sketch_sentences("今日は。明日も").size() == 2);
  CHECK(sketch_sentences("").empty());
  CHECK(sketch_sentences(" \n .. ;\n").empty());
}

TEST_CASE("statements that differ in number, name or polarity have one skeleton") {
  CHECK(skeleton("The port is 8080") == skeleton("the port is 8081"));
  CHECK(skeleton("I love Chinese food") == skeleton("I hate Chinese food"));
  CHECK(skeleton("Deploys are allowed on Friday") == skeleton("Deploys are not allowed on Friday"));
  CHECK(skeleton("We run on PostgreSQL here") == skeleton("We run on MySQL here"));
  CHECK(skeleton("Port 8080") == skeleton("Port 8081"));
  CHECK(skeleton("The port is 8080") != skeleton("The limit is 8080"));
  CHECK(skeleton("8080") == 0);
}

TEST_CASE("a text is similar to itself with other blanks and case, and not to another") {
  const std::string text = "Auth imports billing, which imports user management, which imports auth again and again";
  const auto a = sketch_sentences(text);
  const auto b =
      sketch_sentences("AUTH imports   billing,\nwhich imports user management, which imports auth again and again");
  const auto c =
      sketch_sentences("Something else entirely stands in this text and nothing of it is shared with the first");
  CHECK(make_text_sketch(a).whole == make_text_sketch(b).whole);
  CHECK(shingle_similarity(a, b) == 1);
  CHECK(may_be_similar(make_text_sketch(a), make_text_sketch(b)));
  CHECK(shingle_similarity(a, c) == 0);
  CHECK_FALSE(may_be_similar(make_text_sketch(a), make_text_sketch(c)));
}

TEST_CASE("a sketch never rules out a text that shares nine tenths of its shingles") {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "word" + std::to_string(i * 7919 % 1000) + " ";
  for (int at = 0; at < 400; at += 37) {
    std::string other = text;
    other.insert(other.find(' ', static_cast<std::size_t>(at) * 5) + 1, "inserted ");
    const auto a = sketch_sentences(text);
    const auto b = sketch_sentences(other);
    REQUIRE(shingle_similarity(a, b) > 0.9);
    CHECK(may_be_similar(make_text_sketch(a), make_text_sketch(b)));
  }
}

TEST_CASE("bytes that are no UTF-8 and scripts without spaces are words too") {
  CHECK(sketch_sentences("\xff\xfe\xc3").size() == 1);
  CHECK(sketch_sentences("\xe3\x81").size() == 1);
  CHECK(sketch_sentences("用户服务器部署在腾讯云").at(0).size() == 11);
}

TEST_CASE("a sketch holds the smallest hashes, each once, also of a text that repeats itself") {
  std::string long_text;
  for (int i = 0; i < 200; ++i) long_text += "word" + std::to_string(i) + " ";
  const std::string repeated = "one two three one two three ";
  for (const std::string& text : {long_text, repeated, long_text + long_text, std::string("a b"), std::string()}) {
    const auto smallest = make_text_sketch(sketch_sentences(text)).smallest;
    CHECK(smallest.size() <= 16);
    CHECK(std::is_sorted(smallest.begin(), smallest.end()));
    CHECK(std::adjacent_find(smallest.begin(), smallest.end()) == smallest.end());
  }
  std::string often;
  for (int i = 0; i < 100; ++i) often += repeated;
  CHECK(make_text_sketch(sketch_sentences(often)).smallest.size() == 3);
}
