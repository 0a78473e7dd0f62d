#include "memory/index/search_index.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "memory/index/query.h"
#include "tests/support/indexed_tree.h"
#include "tests/support/random.h"

using namespace memory;

namespace {

const std::vector<std::string> kWords = {"server", "token",    "refresh",  "deploy", "postgres", "mysql",   "cache",
                                         "the",    "is",       "of",       "8080",   "v1.2.3",   "getUser", "café",
                                         "腾讯云", "しりとり", "adr-0005", "love",   "hate",     "port"};

std::string random_text(tests::Random& random) {
  std::string text = "---\ntitle: " + kWords[random.below(5)] + " note\n---\n";
  const std::uint32_t lines = 1 + random.below(12);
  for (std::uint32_t l = 0; l < lines; ++l) {
    if (random.one_in(5)) text += "\n## " + kWords[random.below(8)] + "\n";
    const std::uint32_t words = 1 + random.below(20);
    for (std::uint32_t w = 0; w < words; ++w)
      text += kWords[random.below(static_cast<std::uint32_t>(kWords.size()))] + " ";
    text += random.one_in(6) ? "?\n" : "\n";
  }
  return text;
}

// What a search needs to know of a term, by entry path.
std::map<std::string, std::pair<EntryPosting, std::vector<Occurrence>>> postings_of(const SearchIndex& index,
                                                                                    const std::string& term) {
  std::map<std::string, std::pair<EntryPosting, std::vector<Occurrence>>> found;
  for (const LivePart& live : index.parts()) {
    const auto id = live.part->vocabulary().find(term);
    if (!id) continue;
    for (PostingCursor cursor(live.part->postings(*id)); cursor.next();) {
      if (!live.alive(cursor.posting().entry)) continue;
      auto& [posting, occurrences] = found[live.part->stored()[cursor.posting().entry]->path];
      posting = cursor.posting();
      posting.entry = 0;
      cursor.read(occurrences);
    }
  }
  return found;
}

void check_same(const SearchIndex& changed, const SearchIndex& fresh) {
  CHECK(changed.statistics().entries == fresh.statistics().entries);
  CHECK(changed.statistics().passages == fresh.statistics().passages);
  CHECK(changed.statistics().words == fresh.statistics().words);
  CHECK(changed.statistics().languages == fresh.statistics().languages);
  for (const LivePart& live : fresh.parts()) {
    for (std::uint32_t term = 0; term < live.part->vocabulary().size(); ++term) {
      const std::string text(live.part->vocabulary().text(term));
      const auto a = postings_of(changed, text);
      const auto b = postings_of(fresh, text);
      REQUIRE(a.size() == b.size());
      for (const auto& [path, of_a] : a) {
        const auto& of_b = b.at(path);
        REQUIRE(of_a.second == of_b.second);
        REQUIRE(of_a.first.fields == of_b.first.fields);
        REQUIRE(of_a.first.units == of_b.first.units);
        REQUIRE(of_a.first.count == of_b.first.count);
      }
    }
  }
}

}  // namespace

TEST_CASE("after any edits the index holds what one built anew holds") {
  tests::Random random(11);
  std::map<std::string, EntryPtr> tree;
  const auto list = [&] {
    std::vector<EntryPtr> entries;
    for (const auto& [path, entry] : tree) entries.push_back(entry);
    return entries;
  };
  for (int i = 0; i < 30; ++i) {
    const std::string path = "a/b/e" + std::to_string(i);
    tree[path] = tests::entry(path, random_text(random));
  }
  SearchIndexPtr index = SearchIndex::build(list(), "0");
  for (int step = 0; step < 120; ++step) {
    TreeChange change;
    const std::uint32_t edits = step % 40 == 39 ? 300 : random.below(4);  // now and then enough to merge the overlay
    for (std::uint32_t e = 0; e < edits; ++e) {
      const std::string path = "a/b/e" + std::to_string(random.below(step % 40 == 39 ? 600 : 40));
      std::erase_if(change.changed, [&](const EntryPtr& entry) { return entry->path == path; });
      std::erase(change.removed, path);
      if (random.one_in(3)) {
        change.removed.push_back(path);
        tree.erase(path);
      } else {
        change.changed.push_back(tree[path] = tests::entry(path, random_text(random)));
      }
    }
    index = index->with(change, std::to_string(step + 1));
    if (step % 8 == 7) check_same(*index, *SearchIndex::build(list(), "fresh"));
  }
  CHECK(index->generation() == "120");
}

TEST_CASE("an index that was is not touched by a change") {
  const auto before = tests::index_of({{"a/b/one", "alpha\n"}, {"a/b/two", "beta\n"}});
  TreeChange change;
  change.removed = {"a/b/one", "a/b/unknown"};
  change.changed = {tests::entry("a/b/two", "gamma\n")};
  const auto after = before->with(change, "next");
  CHECK(postings_of(*before, "alpha").size() == 1);
  CHECK(postings_of(*before, "beta").size() == 1);
  CHECK(postings_of(*after, "alpha").empty());
  CHECK(postings_of(*after, "beta").empty());
  CHECK(postings_of(*after, "gamma").size() == 1);
  CHECK(after->statistics().entries == 1);
}

TEST_CASE("an empty tree is an index, and everything may go") {
  const auto empty = SearchIndex::build({}, "none");
  CHECK(empty->statistics().entries == 0);
  TreeChange added;
  added.changed = {tests::entry("a/b/c", "text\n")};
  const auto one = empty->with(added, "one");
  CHECK(postings_of(*one, "text").size() == 1);
  TreeChange gone;
  gone.removed = {"a/b/c"};
  CHECK(one->with(gone, "gone")->statistics().entries == 0);
}

TEST_CASE("a large tree is built in slices that become one part") {
  std::vector<EntryPtr> entries;
  const std::string filler(3 << 20, '\n');
  for (int i = 0; i < 7; ++i) {
    entries.push_back(tests::entry("a/b/e" + std::to_string(i), "shared word" + std::to_string(i) + filler + "last\n"));
  }
  const auto index = SearchIndex::build(entries, "g");
  CHECK(index->parts()[0].part->entries().size() == 7);
  CHECK(postings_of(*index, "share").size() == 7);
  CHECK(postings_of(*index, "word3").count("a/b/e3") == 1);
  CHECK(index->memory_bytes() > 0);
}
