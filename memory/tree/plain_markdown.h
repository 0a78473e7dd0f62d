// Is a text so plain that a scan of its lines (block_scanner.h) finds exactly the blocks that cmark finds? Most
// entries are: text, simple headings, lists, fences closed on the top level. cmark also parses what stands inside
// paragraphs, which nobody here asks for, and takes ten times as long. Where in doubt the answer is no. Pure function.
#pragma once

#include <string_view>
#include <vector>

namespace memory {

// `lines`: those of `text` (split_lines).
bool is_plain_markdown(std::string_view text, const std::vector<std::string_view>& lines);

}  // namespace memory
