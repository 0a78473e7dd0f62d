// Brings a file from what it says to what it shall say, with as few bytes touched as that takes. The one way by
// which an existing entry is written: changes, merges and marks are differences of the model first. Pure function.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "memory/error.h"
#include "memory/tree/entry.h"

namespace memory {

// `before` is what parse_entry reads from `bytes`; the content of `after` is normal (content.h). Title, content,
// reason and pinned are brought over; times and lifecycle are not looked at. `languages`: of new snippets.
Result<std::string> sync_entry(std::string_view bytes, const Entry& before, const Entry& after,
                               const std::unordered_map<std::string, std::string>& languages);

}  // namespace memory
