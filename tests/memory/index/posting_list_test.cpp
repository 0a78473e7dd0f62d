#include "memory/index/posting_list.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "tests/support/random.h"

using namespace memory;

namespace {

struct Written {
  std::uint8_t fields;
  std::vector<Occurrence> occurrences;
};
using Entries = std::map<std::uint32_t, Written>;

Entries random_entries(tests::Random& random, std::size_t count) {
  Entries entries;
  std::uint32_t entry = 0;
  for (std::size_t i = 0; i < count; ++i) {
    entry += random.below(5) == 0 ? random.below(5000) : 1;
    Written& written = entries[entry];
    written.fields = random.below(4) == 0 ? static_cast<std::uint8_t>(random.below(16)) : std::uint8_t{0};
    std::uint32_t unit = random.below(3);
    const std::size_t occurrences = 1 + random.below(6);
    std::uint32_t position = random.below(4);
    for (std::size_t o = 0; o < occurrences; ++o) {
      written.occurrences.push_back({unit, static_cast<std::uint16_t>(position)});
      if (random.below(2) == 0) {
        unit += 1 + random.below(300);
        position = random.below(60000);
      } else {
        position += 1 + random.below(200);
      }
      position = std::min(position, 65000U);
    }
    std::sort(written.occurrences.begin(), written.occurrences.end());
    const auto end = std::unique(written.occurrences.begin(), written.occurrences.end());
    written.occurrences.erase(end, written.occurrences.end());
  }
  return entries;
}

std::vector<std::uint8_t> encode(const Entries& entries) {
  PostingWriter writer;
  for (const auto& [entry, written] : entries) writer.add(entry, written.fields, written.occurrences);
  std::vector<std::uint8_t> pool = {42};
  writer.finish(pool);
  return pool;
}

}  // namespace

TEST_CASE("a list gives back what was written, walked or skipped through") {
  tests::Random random(1);
  for (const std::size_t count : {1, 2, 31, 32, 33, 64, 65, 500}) {
    CAPTURE(count);
    const Entries entries = random_entries(random, count);
    const auto pool = encode(entries);
    const PostingList list(pool.data() + 1);
    REQUIRE(list.size() == entries.size());
    PostingCursor walk(list);
    for (const auto& [entry, written] : entries) {
      REQUIRE(walk.next());
      CHECK(walk.posting().entry == entry);
      CHECK(walk.posting().fields == written.fields);
      if (entry % 3 != 0) continue;  // details may be left out
      std::vector<Occurrence> read;
      walk.read(read);
      CHECK(read == written.occurrences);
    }
    CHECK_FALSE(walk.next());
    for (int round = 0; round < 20; ++round) {
      PostingCursor cursor(list);
      for (std::uint32_t target = random.below(50);; target += 1 + random.below(2000)) {
        const auto expected = entries.lower_bound(target);
        REQUIRE(cursor.seek(target) == (expected != entries.end()));
        if (expected == entries.end()) break;
        REQUIRE(cursor.posting().entry == expected->first);
        std::vector<Occurrence> read;
        cursor.read(read);
        REQUIRE(read == expected->second.occurrences);
        target = expected->first;
      }
    }
  }
}

TEST_CASE("counts tell passages and occurrences of the text, not of the head or of headings") {
  PostingWriter writer;
  const std::vector<Occurrence> occurrences = {{0, 1}, {1, 0}, {2, 0}, {2, 7}, {2, 9}, {5, 1}};
  writer.add(3, kTitleField, occurrences);
  std::vector<std::uint8_t> pool;
  writer.finish(pool);
  const PostingList list(pool.data());
  PostingCursor cursor(list);
  REQUIRE(cursor.next());
  CHECK(cursor.posting().units == 2);
  CHECK(cursor.posting().count == 3);
  CHECK(list.units() == 3);
}

TEST_CASE("copied postings equal written ones") {
  tests::Random random(2);
  const Entries entries = random_entries(random, 100);
  const auto pool = encode(entries);
  PostingWriter writer;
  const PostingList from(pool.data() + 1);
  for (PostingCursor cursor(from); cursor.next();)
    writer.copy(cursor.posting().entry, cursor.posting(), cursor.detail_bytes());
  std::vector<std::uint8_t> copied = {42};
  writer.finish(copied);
  CHECK(copied == pool);
}
