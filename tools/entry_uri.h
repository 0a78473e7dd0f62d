// context-tree:///domain/topic/entry.md: the address of an entry as a resource, and back (RFC 3986).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tools {

inline constexpr std::string_view kUriPrefix = "context-tree:///";

// `path` without ".md"; every byte outside of RFC 3986's unreserved set and "/" is percent-encoded.
std::string entry_uri(std::string_view path);

// The path of a resource's address, ".md" kept, percent-decoded once; nothing where it is none of ours or an
// escape is broken.
std::optional<std::string> path_of_uri(std::string_view uri);

// A reference as an agent gives it: an address becomes its path, all else stays.
std::string path_of_reference(const std::string& reference);

}  // namespace tools
