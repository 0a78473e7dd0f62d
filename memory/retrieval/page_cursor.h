// Which page of which search does a cursor ask for? A cursor holds for one generation of the tree and one request.
// Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "memory/error.h"
#include "memory/retrieval/pipeline.h"

namespace memory {

std::string page_cursor(std::string_view generation, const SearchRequest& request, std::int64_t page);

// 0 without a cursor. kInvalidArgument, naming the field, for one of another generation, of other arguments, or none.
Result<std::int64_t> requested_page(std::string_view generation, const SearchRequest& request);

}  // namespace memory
