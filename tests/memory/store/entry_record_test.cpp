#include "memory/store/entry_record.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "memory/store/knowledge_text.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/time_text.h"

using namespace memory;

namespace {

const char* const kFull =
    "---\ntitle: Refresh Tokens\ntags: [auth, Security]\nimportance: 72.5\nmaturity: validated\n"
    "createdAt: 2026-01-02T03:04:05Z\nupdatedAt: 2026-02-03T04:05:06Z\naliases: [RT]\nrelated: [auth/login]\n---\n"
    "Tokens rotate, see [[Key Rotation]].\n\n## Facts\n\n- Lifetime: 30 days [project]\n";

std::vector<std::string> texts(const TextList& list) { return {list.begin(), list.end()}; }

}  // namespace

TEST_CASE("a record says what parsing the file says") {
  const EntryPtr stored = make_stored_entry("auth/jwt/refresh_tokens.md", kFull);
  const Entry& entry = stored->parsed().entry;
  CHECK(stored->path == "auth/jwt/refresh_tokens");
  CHECK(stored->file == "auth/jwt/refresh_tokens.md");
  CHECK(stored->bytes == kFull);
  CHECK(stored->title == entry.title);
  CHECK(stored->maturity == entry.maturity);
  CHECK(stored->importance == entry.importance);
  CHECK(stored->created_at == entry.created_at);
  CHECK(stored->updated_at == entry.updated_at);
  CHECK(texts(stored->tags) == entry.content.tags);
  CHECK(stored->body_offset == stored->parsed().body_offset);
  CHECK(stored->body_line == stored->parsed().body_line);
  CHECK(stored->links().size() == stored->parsed().links.size());
  CHECK(stored->links().front().target == "auth/login");
  const auto names = texts(stored->names);
  CHECK(std::find(names.begin(), names.end(), folded_key("RT")) != names.end());
  const TextSketch sketch = make_text_sketch(sketch_sentences(knowledge_text(entry.content)));
  CHECK(stored->sketch.whole == sketch.whole);
  CHECK(std::equal(sketch.smallest.begin(), sketch.smallest.end(), stored->sketch.smallest.begin(),
                   stored->sketch.smallest.end()));
  CHECK(std::equal(sketch.skeletons.begin(), sketch.skeletons.end(), stored->sketch.skeletons.begin(),
                   stored->sketch.skeletons.end()));
}

TEST_CASE("what a file does not have, its record does not invent") {
  const EntryPtr stored = make_stored_entry("a/b.md", "");
  CHECK(stored->title == "b");
  CHECK_FALSE(stored->summary.has_value());
  CHECK_FALSE(stored->maturity.has_value());
  CHECK_FALSE(stored->importance.has_value());
  CHECK_FALSE(stored->created_at.has_value());
  CHECK(stored->tags.empty());
  CHECK(stored->links().empty());
  CHECK(stored->problem_line == 0);
}

TEST_CASE("a record keeps a file name that is not the path with .md, and what could not be read") {
  const EntryPtr stored = make_stored_entry("Notes/Cafe\xCC\x81.MD", "---\ntitle: [broken\n---\nText\n");
  CHECK(stored->path == "Notes/Caf\xC3\xA9");
  CHECK(stored->file == "Notes/Cafe\xCC\x81.MD");
  CHECK(stored->key == folded_key(stored->path));
  CHECK(stored->problem_line > 0);
  CHECK_FALSE(stored->problem.empty());
}

TEST_CASE("a record that was copied elsewhere reads the same") {
  const EntryPtr stored = make_stored_entry("auth/jwt/refresh_tokens.md", kFull);
  REQUIRE(stored->record.size() % kRecordAlignment == 0);
  std::vector<std::uint64_t> elsewhere(stored->record.size() / sizeof(std::uint64_t));
  std::copy(stored->record.begin(), stored->record.end(), reinterpret_cast<char*>(elsewhere.data()));
  StoredEntry copy;
  copy.bytes = stored->bytes;
  read_record({reinterpret_cast<const char*>(elsewhere.data()), stored->record.size()}, copy);
  CHECK(copy.path == stored->path);
  CHECK(copy.hash == stored->hash);
  CHECK(copy.fingerprint == stored->fingerprint);
  CHECK(copy.title == stored->title);
  CHECK(texts(copy.names) == texts(stored->names));
  CHECK(texts(copy.link_texts) == texts(stored->link_texts));
  CHECK(copy.parsed().entry.content == stored->parsed().entry.content);
}

TEST_CASE("an entry is parsed once, whoever asks first") {
  const EntryPtr stored = make_stored_entry("auth/jwt/refresh_tokens.md", kFull);
  StoredEntry entry;
  entry.bytes = stored->bytes;
  read_record(stored->record, entry);
  std::vector<const ParsedEntry*> seen(8);
  {
    std::vector<std::jthread> threads;
    for (auto& place : seen) threads.emplace_back([&] { place = &entry.parsed(); });
  }
  CHECK(std::count(seen.begin(), seen.end(), seen.front()) == 8);
}

TEST_CASE(
    "an entry tells of its timestamp, else of when it was created; it changed when it was updated, else likewise") {
  const auto plain = make_stored_entry("a/b/c.md", "---\ncreatedAt: 2026-01-02\n---\nText\n");
  CHECK(plain->tells_of == parse_time("2026-01-02"));
  CHECK(plain->changed_at() == parse_time("2026-01-02"));
  const auto raw = make_stored_entry("a/b/d.md",
                                     "---\ncreatedAt: 2026-01-02\nupdatedAt: 2026-02-01\n---\n## Raw Concept\n"
                                     "**Timestamp:** 2025-12-24\n");
  CHECK(raw->tells_of == parse_time("2025-12-24"));
  CHECK(raw->changed_at() == parse_time("2026-02-01"));
  CHECK_FALSE(make_stored_entry("a/b/e.md", "Text\n")->tells_of.has_value());
}

TEST_CASE("keywords, aliases and questions are words to be found by") {
  const auto stored = make_stored_entry(
      "a/b/c.md", "---\nkeywords: [one]\naliases: [two]\nquestions: [\"What is three?\"]\ntags: [four]\n---\nText\n");
  CHECK(texts(stored->search_words) == std::vector<std::string>{"one", "two", "What is three?"});
  CHECK(texts(stored->tags) == std::vector<std::string>{"four"});
}
