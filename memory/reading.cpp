#include "memory/reading.h"

#include <algorithm>
#include <charconv>

#include "memory/tree/entry_path.h"
#include "memory/tree/markdown.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

constexpr std::size_t kHashDigitsInCursor = 12;

// A half-open range of bytes.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The byte offsets at which lines begin, and the end of the text as one more.
std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && i + 1 < text.size()) starts.push_back(i + 1);
  }
  starts.push_back(text.size());
  return starts;
}

std::int64_t line_of(const std::vector<std::size_t>& starts, std::size_t offset) {
  const auto after = std::upper_bound(starts.begin(), starts.end() - 1, offset);
  return after - starts.begin();
}

struct Section {
  std::string heading_path;  // "Narrative > Rules"
  int first_line = 0;        // of the file
  int last_line = 0;
};

// Every heading with the lines it governs: to the next heading of its own or a higher level.
std::vector<Section> sections_of(const StoredEntry& stored) {
  const std::string_view body = stored.bytes.substr(stored.parsed().body_offset);
  std::vector<Section> sections;
  std::vector<std::pair<int, std::size_t>> open;  // level and index of the headings around
  const int offset = stored.parsed().body_line - 1;
  const auto close_from = [&](int level, int last_line) {
    while (!open.empty() && open.back().first >= level) {
      sections[open.back().second].last_line = last_line;
      open.pop_back();
    }
  };
  for (const MarkdownBlock& block : markdown_blocks(body)) {
    if (block.kind != BlockKind::kHeading) continue;
    close_from(block.level, offset + block.first_line - 1);
    const std::string prefix = open.empty() ? "" : sections[open.back().second].heading_path + " > ";
    open.emplace_back(block.level, sections.size());
    sections.push_back({prefix + block.heading, offset + block.first_line, 0});
  }
  close_from(0, stored.parsed().lines);
  return sections;
}

Result<Range> section_range(const StoredEntry& stored, const std::vector<std::size_t>& starts,
                            const std::string& wanted) {
  const std::string key = folded_key(wanted);
  std::vector<std::string> headings;
  const Section* found = nullptr;
  const std::vector<Section> sections = sections_of(stored);
  for (const Section& section : sections) {
    const auto cut = section.heading_path.rfind(" > ");
    const std::string last = cut == std::string::npos ? section.heading_path : section.heading_path.substr(cut + 3);
    if (!found && (folded_key(section.heading_path) == key || folded_key(last) == key)) found = &section;
    headings.push_back(section.heading_path);
  }
  if (!found) {
    constexpr std::size_t kMostHeadings = 20;
    if (headings.size() > kMostHeadings) headings.resize(kMostHeadings);
    return Error{ErrorCode::kNotFound, "the entry has no such heading", "section", wanted, headings};
  }
  return Range{starts[static_cast<std::size_t>(found->first_line) - 1],
               starts[static_cast<std::size_t>(found->last_line)]};
}

Result<Range> asked_range(const StoredEntry& stored, const std::vector<std::size_t>& starts,
                          const ReadRequest& request) {
  Range range{0, stored.bytes.size()};
  if (request.section) {
    const auto section = section_range(stored, starts, *request.section);
    if (!section) return section.error();
    range = *section;
  }
  if (request.start_line) {
    const auto lines = static_cast<std::int64_t>(starts.size()) - 1;
    if (*request.start_line < 1 || *request.start_line > lines) {
      return Error{ErrorCode::kInvalidArgument, "the entry has lines 1 to " + std::to_string(lines), "start_line",
                   std::to_string(*request.start_line)};
    }
    const std::size_t begin = starts[static_cast<std::size_t>(*request.start_line) - 1];
    range.begin = std::min(std::max(range.begin, begin), range.end);
  }
  return range;
}

// A cursor is "<offset>-<end>-<hash prefix>": where the next page begins, where the asked range ends, and
// which bytes it was made for.
std::string make_cursor(const StoredEntry& stored, std::size_t offset, std::size_t end) {
  return std::to_string(offset) + "-" + std::to_string(end) + "-" + stored.hash.substr(0, kHashDigitsInCursor);
}

Result<Range> cursor_range(const StoredEntry& stored, const std::string& cursor) {
  const Error malformed{ErrorCode::kInvalidArgument, "this is not a cursor that a former page gave", "cursor", cursor};
  Range range;
  const char* const last = cursor.data() + cursor.size();
  const auto begin = std::from_chars(cursor.data(), last, range.begin);
  if (begin.ec != std::errc() || begin.ptr == last || *begin.ptr != '-') return malformed;
  const auto end = std::from_chars(begin.ptr + 1, last, range.end);
  if (end.ec != std::errc() || end.ptr == last || *end.ptr != '-') return malformed;
  if (std::string_view(end.ptr + 1, static_cast<std::size_t>(last - end.ptr - 1)) !=
      std::string_view(stored.hash).substr(0, kHashDigitsInCursor)) {
    return Error{ErrorCode::kConflict, "the entry changed since that page was read (now " + stored.hash + ")", "cursor",
                 cursor};
  }
  const std::string_view bytes = stored.bytes;
  if (range.begin > range.end || range.end > bytes.size()) return malformed;
  if (code_point_floor(bytes, range.begin) != range.begin) return malformed;
  return range;
}

// The longest beginning of `text` within `characters` code points, at a line's end where there is one.
std::size_t page_length(std::string_view text, std::size_t characters) {
  std::size_t length = 0;
  std::size_t line_end = 0;
  for (std::size_t seen = 0; length < text.size() && seen < characters; ++seen) {
    std::size_t next = length + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80U) ++next;
    length = next;
    if (text[length - 1] == '\n') line_end = length;
  }
  return length == text.size() || line_end == 0 ? length : line_end;
}

ReadPage page_of(const StoredEntry& stored, const std::vector<std::size_t>& starts, Range range,
                 std::int64_t max_tokens) {
  const std::string_view asked = stored.bytes.substr(range.begin, range.end - range.begin);
  const std::size_t length = page_length(asked, static_cast<std::size_t>(max_tokens) * 4);
  ReadPage page{.path = stored.path, .text = std::string(asked.substr(0, length)), .hash = stored.hash};
  page.lines = stored.bytes.empty() ? 0 : static_cast<std::int64_t>(starts.size()) - 1;
  page.first_line = page.lines == 0 ? 0 : line_of(starts, range.begin);
  page.last_line = page.lines == 0 ? 0 : line_of(starts, length == 0 ? range.begin : range.begin + length - 1);
  const auto updated = stored.changed_at();
  if (updated) page.updated_at = format_time(*updated);
  if (length < asked.size()) {
    page.cursor = make_cursor(stored, range.begin + length, range.end);
    page.remaining_tokens = static_cast<std::int64_t>(estimate_tokens(asked.substr(length)));
  }
  if (stored.parsed().problem) {
    page.problem = "line " + std::to_string(stored.parsed().problem->line) + ": " + stored.parsed().problem->what;
  } else if (!is_valid_utf8(stored.bytes)) {
    page.problem = "not valid UTF-8: bytes that cannot be shown appear as U+FFFD";
  }
  return page;
}

Result<ReadPage> read_stored(const StoredEntry& stored, const ReadRequest& request) {
  const std::vector<std::size_t> starts = line_starts(stored.bytes);
  const auto range = request.cursor ? cursor_range(stored, *request.cursor) : asked_range(stored, starts, request);
  if (!range) return range.error();
  return page_of(stored, starts, *range, request.max_tokens);
}

Result<ReadPage> read_folder(const TreeState& state, const std::string& folder, const ReadRequest& request,
                             const Lifecycles& lifecycles) {
  BrowseRequest listing;
  listing.path = folder;
  listing.max_tokens = request.max_tokens;
  auto children = browse(state, listing, lifecycles);
  if (!children) return children.error();
  ReadPage page{.path = folder};
  if (const EntryPtr context = state.find(folder.empty() ? "context" : folder + "/context")) {
    auto text = read_stored(*context, request);
    if (!text) return text.error();
    page = std::move(*text);
  }
  page.children = std::move(*children);
  return page;
}

}  // namespace

// An entry's own path comes first, then a folder, then names: a folder is never mistaken for an entry of its name.
Result<ReadPage> read_entry(const TreeState& state, const ReadRequest& request, const Lifecycles& lifecycles) {
  if (const auto components = split_path(request.path)) {
    const std::string path = join_path(*components);
    if (const EntryPtr entry = state.find(path)) return read_stored(*entry, request);
    if (const auto folder = find_folder(state, path)) return read_folder(state, *folder, request, lifecycles);
  }
  const auto entry = find_entry(state, request.path);
  if (!entry) return entry.error();
  return read_stored(**entry, request);
}

}  // namespace memory
