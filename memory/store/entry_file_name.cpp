#include "memory/store/entry_file_name.h"

#include <algorithm>
#include <array>
#include <string>

#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

// What Syncthing, Dropbox and Nextcloud, macOS, Seafile and Resilio put into the name of the second version. A
// name made from a title never holds one of these: its dots, spaces and brackets became "_".
constexpr std::array<std::string_view, 5> kConflictMarks = {".sync-conflict-", "conflicted copy 2", "(case conflict",
                                                            "(sfconflict", ".conflict.md"};

NameUse use_of_spelling(std::string_view name) {
  if (!is_valid_utf8(name)) return NameUse::kNotUtf8;
  const auto components = split_path(name);
  return components && components->size() == 1 ? NameUse::kCandidate : NameUse::kUnaddressable;
}

}  // namespace

// Backups of editors ("notes.md~", ".#notes.md", "#notes.md#", "notes.md.bak", ".notes.md.swp") end in
// something else than ".md" or begin with a dot; "~$notes.md" is an office program's lock.
NameUse use_of_file_name(std::string_view name) {
  const std::string lower = ascii_lower(name);
  if (name.empty() || name.front() == '.' || name.front() == '#' || lower.size() <= 3 || !lower.ends_with(".md") ||
      lower.starts_with("~$")) {
    return NameUse::kIgnored;
  }
  for (const std::string_view mark : kConflictMarks) {
    if (lower.find(mark) != std::string::npos) return NameUse::kConflictCopy;
  }
  return use_of_spelling(name);
}

NameUse use_of_folder_name(std::string_view name) {
  if (name.empty() || name.front() == '.' || ascii_lower(name) == "node_modules") return NameUse::kIgnored;
  return use_of_spelling(name);
}

}  // namespace memory
