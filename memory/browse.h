// What stands where in the tree? Listings of folders, look-up of one path, and the outline of the whole.
// Pure functions over one immutable state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"
#include "memory/retrieval/lifecycles.h"
#include "memory/store/entry_store.h"

namespace memory {

struct BrowseRequest {
  std::optional<std::string> path;  // a folder, or an entry; absent: the top
  std::int64_t depth = 1;           // levels of folders to list, 1..4
  std::int64_t limit = 100;         // children, 1..1000
  std::int64_t max_tokens = 2000;
  std::optional<std::string> cursor;
};

// A folder or an entry; fields that do not apply are absent.
struct Symbol {
  std::string path;
  std::string name;  // last component
  std::string kind;  // domain | topic | subtopic | context (an entry) | summary (a folder's context.md)
  std::optional<std::string> title;
  std::optional<std::string> summary;
  std::optional<std::string> hash;
  std::optional<std::int64_t> entries;  // of a folder: entries below it
  std::optional<std::string> maturity;
  std::optional<std::string> updated_at;
  std::optional<std::int64_t> tokens;  // of an entry: size by the rule characters / 4
};

struct BrowseResult {
  std::string path;  // "" at the top
  std::string kind;  // "root" at the top
  std::vector<Symbol> children;
  std::int64_t total = 0;             // children of all pages
  std::optional<std::string> cursor;  // where the next page starts
  LifecycleCounts lifecycle;          // of the entries below the folder
  std::optional<Symbol> entry;        // where `path` names an entry
};

// kRefusedPath, kNotFound (nearest paths), kInvalidArgument (cursor).
Result<BrowseResult> browse(const TreeState& state, const BrowseRequest& request, const Lifecycles& lifecycles = {});

// The one entry that `reference` means: path (any spelling that folds to it), else a unique title, alias or
// file name. kNotFound with the nearest paths, kAmbiguous with the candidates, kRefusedPath.
// `field` names the argument in the error.
Result<EntryPtr> find_entry(const TreeState& state, std::string_view reference, const std::string& field = "path");

// The folder a path names, spelled as on disk; nothing where there is none. "" is the top.
std::optional<std::string> find_folder(const TreeState& state, std::string_view path);

// Domains, topics, counts and entries, as much as fits into `max_tokens`: core entries first, then by importance;
// nothing that is archived.
std::string outline(const TreeState& state, std::int64_t max_tokens, const Lifecycles& lifecycles = {});

Symbol entry_symbol(const StoredEntry& stored, const Lifecycles& lifecycles);
std::size_t entry_count(const TreeState& state, std::string_view folder);  // below a folder; "": all

}  // namespace memory
