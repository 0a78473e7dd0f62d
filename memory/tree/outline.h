// How does a folder's context.md list what is in the folder? A region between two marker lines is generated, one
// line an entry or folder; every byte outside of it belongs to people and stays. Only what people wrote is indexed.
// Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace memory {

inline constexpr std::string_view kRegionBegin = "<!-- context-tree: generated list, edits inside are replaced -->";
inline constexpr std::string_view kRegionEnd = "<!-- context-tree: end of the generated list -->";

struct OutlineItem {
  std::string path;     // "domain/topic/entry", without ".md"
  std::string title;    // folders: may be empty, then the folder's name
  std::string summary;  // may be empty
  bool folder = false;
};

// The bytes of a context.md with its region made anew from `items`, sorted by path. Without a region one is
// added at the end; `person_text_if_new` goes before it where nobody has written anything yet. Titles and
// summaries are one line each and can neither open nor close the region. Line endings stay as they are.
std::string regenerate_context(std::string_view existing_bytes, std::string_view person_text_if_new,
                               const std::vector<OutlineItem>& items);

struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const ByteRange&) const = default;
};
// The bytes outside of the generated region, in order; whole lines.
std::vector<ByteRange> person_ranges(std::string_view bytes);

// The text with the lines of the region emptied, so that all others keep their line numbers.
std::string person_text(std::string_view bytes);

}  // namespace memory
