// What names may an entry have, and when are two names the same? (design: tree.md §2). Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"

namespace memory {

// A name component made of free text: NFC, lower case, runs of other characters to "_", at most 120 bytes
// (cut at a code point, with "_" and 8 hex digits of SHA-256(title) when cut). Never empty.
std::string component_from_title(std::string_view title);

// The component for a title whose plain component is taken by another title: "_" and the 8 hex digits.
std::string distinct_component_from_title(std::string_view title);

// NFKC, full case folding, runs of space, "_", "-" collapsed: equal keys are the same title or the same path.
// On a path every component is folded on its own.
std::string folded_key(std::string_view text);

// A path as agents and people write it, checked and split: ".md" at the end is dropped, "/" separates,
// surrounding and doubled slashes are not tolerated where they make it absolute. Components keep their
// spelling. kRefusedPath for absolute paths, "..", ".", backslash, NUL, control characters, a drive letter,
// percent-encoded separators or dots, dot-folders and node_modules. An empty text gives no components.
Result<std::vector<std::string>> split_path(std::string_view path);

// Where entries stand that were put aside: "_archived/domain/topic/entry" (design: lifecycle.md).
inline constexpr std::string_view kArchiveFolder = "_archived";
bool is_archived(std::string_view path);

std::string join_path(const std::vector<std::string>& components);

// "domain/topic" of "domain/topic/entry"; empty at the top.
std::string_view parent_path(std::string_view path);
std::string_view last_component(std::string_view path);

}  // namespace memory
