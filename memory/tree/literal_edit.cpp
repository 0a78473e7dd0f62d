#include "memory/tree/literal_edit.h"

#include <algorithm>

#include "memory/tree/line_splice.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMaxPlaces = 10;

Error edit_error(std::size_t index, const std::string& what, const EntryEdit& edit) {
  const std::string field = "edits[" + std::to_string(index) + "].find";
  return {ErrorCode::kInvalidArgument, what, field, edit.find, {}};
}

// The lines of the places, each once.
std::string lines_of(std::string_view text, const std::vector<std::size_t>& places) {
  std::string lines;
  std::size_t line = 1;
  std::size_t named = 0;
  std::size_t at = 0;
  for (const std::size_t place : places) {
    line += static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                text.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
    at = place;
    if (line == named) continue;
    named = line;
    lines.append(lines.empty() ? "" : ", ").append(std::to_string(line));
  }
  return places.size() < kMaxPlaces ? lines : lines + ", \xE2\x80\xA6";
}

}  // namespace

std::vector<std::size_t> find_all(std::string_view text, std::string_view pattern, std::size_t limit) {
  std::vector<std::size_t> places;
  if (pattern.empty() || pattern.size() > text.size()) return places;
  // Knuth, Morris, Pratt: std::string_view::find is quadratic on a pattern like "aaaa...b".
  std::vector<std::size_t> border(pattern.size(), 0);
  for (std::size_t i = 1, k = 0; i < pattern.size(); ++i) {
    while (k > 0 && pattern[i] != pattern[k]) k = border[k - 1];
    if (pattern[i] == pattern[k]) ++k;
    border[i] = k;
  }
  for (std::size_t i = 0, k = 0; i < text.size() && places.size() < limit; ++i) {
    while (k > 0 && text[i] != pattern[k]) k = border[k - 1];
    if (text[i] == pattern[k]) ++k;
    if (k == pattern.size()) {
      places.push_back(i + 1 - k);
      k = border[k - 1];
    }
  }
  return places;
}

Result<std::string> apply_edits(std::string_view bytes, const std::vector<EntryEdit>& edits,
                                std::vector<std::string>& removed) {
  std::string text(bytes);
  const std::string_view line_end = line_end_of(bytes);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const EntryEdit& edit = edits[i];
    if (edit.find.empty()) return edit_error(i, "an edit needs a text to find", edit);
    std::string find = edit.find;
    std::string replace = edit.replace;
    if (line_end == "\r\n") {
      find = with_line_end(with_line_feeds(find), line_end);
      replace = with_line_end(with_line_feeds(replace), line_end);
    }
    const std::vector<std::size_t> places = find_all(text, find, kMaxPlaces);
    if (places.empty()) return edit_error(i, "the text occurs nowhere in the file", edit);
    if (places.size() > 1) {
      return edit_error(
          i,
          "the text occurs more than once (lines " + lines_of(text, places) + "); give more of what stands around it",
          edit);
    }
    text.replace(places.front(), find.size(), replace);
    if (find_all(replace, find, 1).empty()) removed.push_back(edit.find);
  }
  return text;
}

}  // namespace memory
