#include "memory/retrieval/page_cursor.h"

#include <cstdio>

namespace memory {
namespace {

constexpr std::int64_t kMostPages = 1000;

// Tells one request from another, so that a cursor is not used with other words or limits.
std::string request_mark(const SearchRequest& request) {
  std::string all = request.query;
  for (const auto& field : {request.scope, request.since, request.until, request.min_maturity})
    all += '\0' + field.value_or("");
  for (const auto* list : {&request.tags, &request.kinds}) {
    for (const std::string& item : *list) all += '\1' + item;
  }
  all += '\2' + std::to_string(request.limit) + '\2' + std::to_string(request.max_tokens);
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
  for (const char c : all) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace

std::string page_cursor(std::string_view generation, const SearchRequest& request, std::int64_t page) {
  return std::string(generation) + "." + request_mark(request) + "." + std::to_string(page);
}

Result<std::int64_t> requested_page(std::string_view generation, const SearchRequest& request) {
  if (!request.cursor) return std::int64_t{0};
  const std::string_view cursor = *request.cursor;
  const auto invalid = [&](std::string message) {
    return Error{ErrorCode::kInvalidArgument, std::move(message), "cursor", std::string(cursor), {}};
  };
  const std::size_t last = cursor.rfind('.');
  const std::size_t first = last == std::string_view::npos || last == 0 ? last : cursor.rfind('.', last - 1);
  if (first == std::string_view::npos || first == last) return invalid("the cursor is not one of a search");
  if (cursor.substr(0, first) != generation) {
    return invalid("the tree has changed since this cursor was given; search again without it");
  }
  if (cursor.substr(first + 1, last - first - 1) != request_mark(request)) {
    return invalid("the cursor belongs to a search with other arguments; repeat those");
  }
  const std::string number(cursor.substr(last + 1));
  const bool digits =
      !number.empty() && number.size() <= 4 && number.find_first_not_of("0123456789") == std::string::npos;
  const std::int64_t page = digits ? std::stoll(number) : 0;
  if (page < 1 || page > kMostPages) return invalid("the cursor is not one of a search");
  return page;
}

}  // namespace memory
