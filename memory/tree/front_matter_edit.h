// Changes single keys of a file's frontmatter and leaves every other byte alone: keys, their order, comments, BOM
// and line endings. A key is found under any of its spellings; a new one goes to its place in the written order, and
// a file without frontmatter gets a block. Pure functions on whole files whose last line has an ending.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"

namespace memory {

// One change of bytes; offsets are those of the text before every change.
struct ByteSplice {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};
// Splices that do not overlap, in any order.
std::string apply_splices(std::string_view bytes, std::vector<ByteSplice> splices);

// Sets a key to one line of YAML (yaml_text, a number, a time). kUnparsable, with the line, where the frontmatter
// cannot be read or the key holds a list or a map.
Result<std::string> set_key(std::string_view bytes, std::string_view canonical, std::string_view yaml);

// Makes the items of a list exactly these, in place: items that stay keep their bytes and their order, new ones
// come behind them in the list's own style. Without items the key goes.
Result<std::string> set_list(std::string_view bytes, std::string_view canonical, const std::vector<std::string>& items);

// set_list for a key that was read from these bytes as a list.
struct FrontMatterKey;
ByteSplice list_splice(std::string_view bytes, const FrontMatterKey& key, const std::vector<std::string>& items);

std::string remove_key(std::string_view bytes, std::string_view canonical);

}  // namespace memory
