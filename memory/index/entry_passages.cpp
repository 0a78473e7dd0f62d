#include "memory/index/entry_passages.h"

#include <algorithm>

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

}  // namespace

PassageMap passages_of(const StoredEntry& stored) {
  std::string person;
  std::string_view bytes = stored.bytes;
  if (stored.kind == SymbolKind::kSummary) bytes = person = person_bytes(bytes);
  PassageMap map = split_passages(bytes, stored.body_offset, stored.body_line);
  return map.passages.empty() ? split_passages(bytes, 0, 1) : map;
}

}  // namespace memory
