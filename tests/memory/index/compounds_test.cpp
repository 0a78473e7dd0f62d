#include "memory/index/compounds.h"

#include <doctest/doctest.h>

#include <set>

#include "memory/index/stemmer.h"

using namespace memory;

namespace {

std::vector<std::string> split(const std::string& word, const std::set<std::string>& words) {
  std::set<std::string> stems;
  for (const std::string& known : words) stems.insert(stem(known, Language::kGerman));
  return split_compound(word, Language::kGerman, [&](const std::string& s) { return stems.count(s) > 0; });
}

}  // namespace

TEST_CASE("a compound of known words is split, with what links them") {
  CHECK(split("datenbankserver", {"datenbank", "server"}).size() == 2);
  CHECK(split("verteidigungsspieler", {"verteidigung", "spieler"}).size() == 2);
  CHECK(split("datenbankserver", {"server"}).empty());
  CHECK(split("server", {"server"}).empty());
  CHECK(split("", {}).empty());
  CHECK(split(std::string(500, 'a'), {"aaaa"}).empty());
}

TEST_CASE("only languages that write compounds in one word have them") {
  CHECK(writes_compounds(Language::kGerman));
  CHECK_FALSE(writes_compounds(Language::kEnglish));
}
