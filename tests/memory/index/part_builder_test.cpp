#include "memory/index/part_builder.h"

#include <doctest/doctest.h>

#include "tests/support/indexed_tree.h"

using namespace memory;

namespace {

EntryPosting posting_of(const IndexPart& part, const std::string& term) {
  const auto id = part.vocabulary().find(term);
  REQUIRE(id);
  PostingCursor cursor(part.postings(*id));
  REQUIRE(cursor.next());
  return cursor.posting();
}

}  // namespace

TEST_CASE("every field of the head is told from the others and from the body") {
  const IndexPart part =
      build_part(tests::entries({{"web/auth/jwt_tokens",
                                  "---\ntitle: Rotation\nsummary: Tokens rotate hourly\ntags: [security]\nkeywords: "
                                  "[renewal]\naliases: [Token Policy]\n"
                                  "questions: [How often are tokens renewed?]\ncreatedAt: "
                                  "2026-02-03T11:20:00Z\n---\n## Rules\nWe rotate on 8 May 2025.\n"}}));
  CHECK(posting_of(part, "rotat").fields == (kTitleField | kSummaryField));
  CHECK(posting_of(part, "rotat").count == 1);
  CHECK(posting_of(part, "renew").fields == kKeywordsField);
  CHECK(posting_of(part, "secur").fields == kKeywordsField);
  CHECK(posting_of(part, "polici").fields == kKeywordsField);
  CHECK(posting_of(part, "jwt").fields == kPathField);
  CHECK(posting_of(part, "rule").count == 1);
  CHECK(part.vocabulary().find(day_term(Day{std::chrono::year{2026} / 2 / 3})));
  CHECK(part.vocabulary().find(day_term(Day{std::chrono::year{2025} / 5 / 8})));
  CHECK(part.vocabulary().find(month_term(Day{std::chrono::year{2025} / 5 / 8})));
}

TEST_CASE("a term knows a word it stands for") {
  const IndexPart part = build_part(tests::entries({{"a/b/c", "The Replication of getUserById.\n"}}));
  CHECK(part.spelling(*part.vocabulary().find("replic")) == "replication");
  CHECK(part.spelling(*part.vocabulary().find("get")) == "get");
}

TEST_CASE("passages know who speaks and what they hold") {
  const IndexPart part = build_part(tests::entries(
      {{"a/b/c", "user: Shall we meet on Monday?\nassistant: Yes, at 10:30.\nuser: Fine\nassistant: Good\n"}}));
  const auto passages = part.passages(part.entries()[0]);
  REQUIRE(passages.size() == 4);
  CHECK(passages[0].role == Role::kUser);
  CHECK((passages[0].traits & kAsks) != 0);
  CHECK((passages[0].traits & kHoldsTime) != 0);
  CHECK((passages[1].traits & kHoldsNumber) != 0);
  CHECK((passages[2].traits & kAsks) == 0);
  CHECK(part.entries()[0].dialogue);
  CHECK(part.speakers().text(passages[1].speaker) == "assistant");
}
