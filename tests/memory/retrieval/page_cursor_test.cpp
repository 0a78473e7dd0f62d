#include "memory/retrieval/page_cursor.h"

#include <doctest/doctest.h>

using namespace memory;

namespace {

SearchRequest asking(std::string query) {
  SearchRequest request;
  request.query = std::move(query);
  return request;
}

SearchRequest with_cursor(SearchRequest request, std::string cursor) {
  request.cursor = std::move(cursor);
  return request;
}

}  // namespace

TEST_CASE("a request without a cursor asks for the first page") { CHECK(*requested_page("g1", asking("x")) == 0); }

TEST_CASE("a cursor asks for its page of the same request on the same tree") {
  const SearchRequest request = asking("x");
  const std::string cursor = page_cursor("g1", request, 3);
  CHECK(*requested_page("g1", with_cursor(request, cursor)) == 3);
  CHECK(!requested_page("g2", with_cursor(request, cursor)));
  CHECK(!requested_page("g1", with_cursor(asking("y"), cursor)));
  SearchRequest wider = request;
  wider.limit = 11;
  CHECK(!requested_page("g1", with_cursor(wider, cursor)));
  wider = request;
  wider.tags = {"a"};
  CHECK(!requested_page("g1", with_cursor(wider, cursor)));
}

TEST_CASE("what is no cursor is refused, naming the field") {
  const SearchRequest request = asking("x");
  const std::string cursor = page_cursor("g1", request, 1);
  const std::string head = cursor.substr(0, cursor.rfind('.') + 1);
  for (const std::string& wrong :
       {std::string(), std::string("."), std::string(".."), std::string("g1"), head, head + "0", head + "-1",
        head + "1x", head + "1001", head + "99999999999", "g1." + cursor}) {
    CAPTURE(wrong);
    const auto page = requested_page("g1", with_cursor(request, wrong));
    REQUIRE(!page);
    CHECK(page.error().code == ErrorCode::kInvalidArgument);
    CHECK(page.error().field == "cursor");
  }
}
