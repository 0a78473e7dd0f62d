// Which other entries does a text name? "@domain/topic/entry.md" and "[[wikilinks]]" outside code blocks and code
// spans (design: tree.md §3). Pure functions, linear time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "memory/tree/markdown.h"

namespace memory {

struct TextLink {
  std::size_t begin = 0;  // bytes of the target as written, with ".md", without "@", brackets, heading and label
  std::size_t end = 0;
  std::string target;  // without ".md" and escapes
  bool wikilink = false;
};

// In order of their place. `code`: the lines that are code blocks (MarkdownOutline).
std::vector<TextLink> find_links(std::string_view text, const std::vector<LineRange>& code);

}  // namespace memory
