#include "memory/retrieval/packing.h"

#include <doctest/doctest.h>

#include <set>

#include "memory/tree/text.h"
#include "tests/support/indexed_tree.h"

using namespace memory;

namespace {

// Passages of an index in the order of its entries, each less relevant than the one before.
struct Passages {
  explicit Passages(const tests::Files& files) : index(tests::index_of(files)) {
    const IndexPart& part = *index->parts()[0].part;
    double relevance = 0.9;
    for (std::size_t i = 0; i < part.entries().size(); ++i) {
      const IndexedEntry& entry = part.entries()[i];
      for (const IndexedPassage& passage : part.passages(entry)) {
        RankedPassage one;
        one.entry = part.stored()[i].get();
        one.passage = &passage;
        one.relevance = one.order = relevance;
        relevance *= 0.99;
        ranked.push_back(one);
      }
    }
  }
  SearchIndexPtr index;
  std::vector<RankedPassage> ranked;
};

std::string talk(int turns, const std::string& about = "") {
  std::string text;
  for (int i = 0; i < turns; ++i)
    text += std::string(i % 2 == 0 ? "Ann" : "Bob") + ": this is what turn " + std::to_string(i) + about + " says\n";
  return text;
}

// As a client counts: the text of each hit and its path, characters / 4.
std::int64_t tokens(const Packed& packed) {
  std::size_t sum = 0;
  for (const SearchHit& hit : packed.hits) sum += (count_code_points(hit.text) + hit.path.size() + 3) / 4;
  return static_cast<std::int64_t>(sum);
}

}  // namespace

TEST_CASE("passages of one entry that touch are one hit with exactly their lines") {
  Passages all(tests::Files{{"a/b/talk", talk(6)}});
  std::vector<RankedPassage> some = {all.ranked[3], all.ranked[1]};
  const Packed packed = pack(some, {10, 2000, 0});
  REQUIRE(packed.hits.size() == 1);
  CHECK(packed.hits[0].start_line == 2);
  CHECK(packed.hits[0].end_line == 4);
  CHECK(packed.hits[0].text ==
        "Bob: this is what turn 1 says\nAnn: this is what turn 2 says\nBob: this is what turn 3 says");
  CHECK(packed.hits[0].score == some[0].relevance);
}

TEST_CASE("passages further apart stay hits of their own") {
  Passages all(tests::Files{{"a/b/talk", talk(12)}});
  const Packed packed = pack({all.ranked[10], all.ranked[0]}, {10, 2000, 0});
  REQUIRE(packed.hits.size() == 2);
  CHECK(packed.hits[0].start_line == 11);
  CHECK(packed.hits[1].start_line == 1);
}

TEST_CASE("the reply keeps to its tokens and counts what it leaves out") {
  tests::Files files;
  for (int i = 0; i < 30; ++i)
    files.emplace_back("a/b/e" + std::to_string(i),
                       "Entry number " + std::to_string(i) + " says something of its own.\n");
  Passages all(files);
  for (const std::int64_t limit : {100, 150, 300, 1000}) {
    const Packed packed = pack(all.ranked, {100, limit, 0});
    CHECK(tokens(packed) <= limit);
    CHECK(packed.omitted.hits == static_cast<std::int64_t>(30 - packed.hits.size()));
    CHECK((packed.omitted.tokens > 0) == (packed.omitted.hits > 0));
  }
  CHECK(pack(all.ranked, {7, 8000, 0}).hits.size() == 7);
  CHECK(pack(all.ranked, {100, 8000, 0}).omitted.hits == 0);
}

TEST_CASE("the pages of a result hold every passage once") {
  tests::Files files;
  for (int i = 0; i < 12; ++i) files.emplace_back("a/b/e" + std::to_string(i), talk(9 + i, " of " + std::to_string(i)));
  Passages all(files);
  std::set<std::pair<std::string, std::int64_t>> lines;
  std::size_t total = 0;
  for (std::int64_t page = 0;; ++page) {
    REQUIRE(page < 100);
    const Packed packed = pack(all.ranked, {3, 400, page});
    REQUIRE_FALSE(packed.hits.empty());
    for (const SearchHit& hit : packed.hits) {
      for (std::int64_t line = hit.start_line; line <= hit.end_line; ++line) {
        lines.insert({hit.path, line});
        ++total;
      }
    }
    if (packed.omitted.hits == 0) break;
  }
  CHECK(lines.size() == all.ranked.size());
  CHECK(total < lines.size() + 60);  // lines between two passages may come twice
}

TEST_CASE("the same text comes once") {
  Passages all(
      tests::Files{{"a/b/one", "Same words.\n"}, {"a/b/two", "Same words.\n"}, {"a/b/three", "Other words.\n"}});
  const Packed packed = pack(all.ranked, {10, 2000, 0});
  CHECK(packed.hits.size() == 2);
  CHECK(packed.omitted.hits == 0);
}

TEST_CASE("a first passage longer than the reply is cut at a line, and said") {
  std::string code = "```\n";
  for (int i = 0; i < 80; ++i) code += "statement number " + std::to_string(i) + ";\n";
  Passages all(tests::Files{{"a/b/code", code + "```\n"}});
  const Packed packed = pack(all.ranked, {10, 100, 0});
  REQUIRE(packed.hits.size() == 1);
  CHECK(packed.cut);
  CHECK(tokens(packed) <= 100);
  CHECK(packed.hits[0].text.ends_with(";"));
  CHECK(packed.hits[0].end_line - packed.hits[0].start_line + 1 ==
        static_cast<std::int64_t>(split_lines(packed.hits[0].text).size()));
}

TEST_CASE("a hit tells its place, age and standing") {
  Passages all(tests::Files{{"a/b/c",
                             "---\ntitle: Ports\nupdatedAt: 2026-02-15T09:45:00Z\nmaturity: core\n---\n## "
                             "Narrative\n### Rules\nNever use 8080.\n"}});
  const SearchHit hit = pack(all.ranked, {10, 2000, 0}).hits.at(0);
  CHECK(hit.path == "a/b/c");
  CHECK(hit.title == "Ports");
  CHECK(hit.heading == "Narrative > Rules");
  CHECK(hit.start_line == 6);
  CHECK(hit.end_line == 8);
  CHECK(hit.updated_at == "2026-02-15T09:45:00Z");
  CHECK(hit.maturity == "core");
  CHECK(hit.hash.size() == 64);
  CHECK_FALSE(hit.approximate);
}
