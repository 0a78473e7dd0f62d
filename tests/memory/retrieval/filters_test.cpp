#include "memory/retrieval/filters.h"

#include <doctest/doctest.h>

#include "memory/tree/time_text.h"
#include "tests/support/indexed_tree.h"

using namespace memory;

namespace {

const Time kNow = *parse_time("2026-11-30T12:00:00Z");

Filters filters(const SearchRequest& request) {
  auto made = Filters::make(request, kNow);
  REQUIRE(made);
  return *made;
}

std::string failing_field(const SearchRequest& request) {
  const auto made = Filters::make(request, kNow);
  return made ? "" : made.error().field;
}

const EntryPtr kDeploy =
    tests::entry("web/ops/deploy_notes",
                 "---\ntags: [Ops, release plan]\nupdatedAt: 2026-11-25T08:00:00Z\nmaturity: validated\n---\nText\n");
const EntryPtr kPlain = tests::entry("webshop/ops/plain", "Text\n");
const EntryPtr kContext = tests::entry("web/context", "About the web.\n");

}  // namespace

TEST_CASE("no filter accepts everything") {
  SearchRequest request;
  request.scope = "";
  request.tags = {" "};
  CHECK_FALSE(filters(request).any());
  CHECK(filters(request).accepts(*kPlain));
}

TEST_CASE("a scope is a path prefix by whole components") {
  SearchRequest request;
  for (const char* scope :
       {"web", "web/", "WEB/Ops", "web/ops/deploy_notes", "web/ops/deploy_notes.md", "web/ops/Deploy Notes"}) {
    CAPTURE(scope);
    request.scope = scope;
    CHECK(filters(request).accepts(*kDeploy));
    CHECK_FALSE(filters(request).accepts(*kPlain));
  }
  request.scope = "web/op";
  CHECK_FALSE(filters(request).accepts(*kDeploy));
}

TEST_CASE("a scope that leads out of the tree is refused and named") {
  SearchRequest request;
  for (const char* scope : {"../..", "/etc", "a/../../b", "web\\ops"}) {
    CAPTURE(scope);
    request.scope = scope;
    const auto made = memory::Filters::make(request, memory::Time{});
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().field == "scope");
    CHECK(made.error().code == memory::ErrorCode::kRefusedPath);
  }
}

TEST_CASE("all tags must be there, in any case") {
  SearchRequest request;
  request.tags = {"OPS", "Release Plan"};
  CHECK(filters(request).accepts(*kDeploy));
  request.tags.emplace_back("other");
  CHECK_FALSE(filters(request).accepts(*kDeploy));
}

TEST_CASE("times are dates, times or ages; until includes its day; no time counts as old") {
  SearchRequest request;
  request.since = "7d";
  CHECK(filters(request).accepts(*kDeploy));
  CHECK_FALSE(filters(request).accepts(*kPlain));
  request.since = "12h";
  CHECK_FALSE(filters(request).accepts(*kDeploy));
  request.since.reset();
  request.until = "2026-11-25";
  CHECK(filters(request).accepts(*kDeploy));
  CHECK(filters(request).accepts(*kPlain));
  request.until = "2026-11-25T07:59:59Z";
  CHECK_FALSE(filters(request).accepts(*kDeploy));
  CHECK(parse_filter_time("2w", kNow) == kNow - std::chrono::weeks(2));
  CHECK(parse_filter_time(" 30 min ", kNow) == kNow - std::chrono::minutes(30));
  for (const char* text : {"", "soon", "7", "d", "-3d", "99999999999999999999d", "7dd", "2026-13-01"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_filter_time(text, kNow));
  }
}

TEST_CASE("maturity and kind") {
  SearchRequest request;
  request.min_maturity = "Validated";
  CHECK(filters(request).accepts(*kDeploy));
  CHECK_FALSE(filters(request).accepts(*kPlain));
  request = {};
  request.kinds = {"summary"};
  CHECK(filters(request).accepts(*kContext));
  CHECK_FALSE(filters(request).accepts(*kDeploy));
  request.kinds = {"context", "summary"};
  CHECK(filters(request).accepts(*kDeploy));
}

TEST_CASE("what cannot be read is an error that names its field") {
  SearchRequest request;
  request.since = "soon";
  CHECK(failing_field(request) == "since");
  request = {};
  request.until = "x";
  CHECK(failing_field(request) == "until");
  request = {};
  request.min_maturity = "ripe";
  CHECK(failing_field(request) == "min_maturity");
  request = {};
  request.kinds = {"entry"};
  CHECK(failing_field(request) == "kinds");
}
