#include "memory/index/entry_passages.h"

#include <algorithm>

#include "memory/tree/entry_path.h"
#include "memory/tree/outline.h"

namespace memory {
namespace {

// The bytes with blanks for what the program generated: places stay as they are.
std::string person_bytes(std::string_view bytes) {
  std::string shown;
  shown.reserve(bytes.size());
  const auto blank_to = [&](std::size_t end) {
    while (shown.size() < end) shown += bytes[shown.size()] == '\n' ? '\n' : ' ';
  };
  for (const ByteRange& range : person_ranges(bytes)) {
    blank_to(range.begin);
    shown += bytes.substr(range.begin, range.end - range.begin);
  }
  blank_to(bytes.size());
  return shown;
}

// What stands for an entry that was put aside: its frontmatter, else the first line that says something.
std::string_view stub_of(const StoredEntry& stored) {
  if (stored.body_offset > 0) return stored.bytes.substr(0, stored.body_offset);
  const std::size_t begin = std::min(stored.bytes.find_first_not_of(" \t\r\n"), stored.bytes.size());
  return stored.bytes.substr(0, std::min(stored.bytes.find('\n', begin), stored.bytes.size()));
}

}  // namespace

PassageMap passages_of(const StoredEntry& stored) {
  if (is_archived(stored.path)) return split_passages(stub_of(stored), 0, 1);
  std::string person;
  std::string_view bytes = stored.bytes;
  if (stored.kind == SymbolKind::kSummary) bytes = person = person_bytes(bytes);
  PassageMap map = split_passages(bytes, stored.body_offset, stored.body_line);
  return map.passages.empty() ? split_passages(bytes, 0, 1) : map;
}

std::vector<std::string> sections_of(const StoredEntry& stored) {
  const std::string_view body = stored.bytes.substr(std::min<std::size_t>(stored.body_offset, stored.bytes.size()));
  // Not the file's own body, or perhaps none.
  const bool special = is_archived(stored.path) || stored.kind == SymbolKind::kSummary ||
                       body.find_first_not_of(" \t\r\n-*_") == std::string_view::npos;
  return special ? passages_of(stored).sections : split_sections(stored.bytes, stored.body_offset);
}

}  // namespace memory
