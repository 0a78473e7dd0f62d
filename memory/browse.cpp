#include "memory/browse.h"

#include <algorithm>

#include "memory/index/relation_graph.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

constexpr std::size_t kSuggestions = 5;
// What a row costs beside its words: member names, and an entry's hash and times.
constexpr std::int64_t kTokensPerFolder = 20;
constexpr std::int64_t kTokensPerEntry = 48;

// How many levels `path` stands below `folder`; 1 is a direct child, 0 is not below.
std::size_t levels_below(std::string_view path, std::string_view folder) {
  if (folder.empty()) return static_cast<std::size_t>(std::count(path.begin(), path.end(), '/')) + 1;
  if (path.size() <= folder.size() || path[folder.size()] != '/' || path.substr(0, folder.size()) != folder) return 0;
  const std::string_view rest = path.substr(folder.size() + 1);
  return static_cast<std::size_t>(std::count(rest.begin(), rest.end(), '/')) + 1;
}

std::string folder_kind(std::string_view folder) {
  if (folder.empty()) return "root";
  const auto level = std::count(folder.begin(), folder.end(), '/');
  return level == 0 ? "domain" : level == 1 ? "topic" : "subtopic";
}

Symbol folder_symbol(const TreeState& state, const std::string& folder) {
  Symbol symbol{.path = folder, .name = std::string(last_component(folder)), .kind = folder_kind(folder)};
  symbol.entries = static_cast<std::int64_t>(entry_count(state, folder));
  return symbol;
}

std::int64_t row_tokens(const Symbol& symbol) {
  const std::size_t text =
      symbol.path.size() + symbol.name.size() + symbol.title.value_or("").size() + symbol.summary.value_or("").size();
  return (symbol.entries ? kTokensPerFolder : kTokensPerEntry) + static_cast<std::int64_t>(text / 4);
}

// Folders before entries at each level, and a folder right before what stands in it.
std::vector<Symbol> list_folder(const TreeState& state, const std::string& folder, std::size_t depth,
                                const Lifecycles& lifecycles) {
  std::vector<Symbol> symbols;
  for (const std::string& other : state.folders) {
    if (levels_below(other, folder) == 1) {
      symbols.push_back(folder_symbol(state, other));
      if (depth > 1) {
        auto below = list_folder(state, other, depth - 1, lifecycles);
        std::move(below.begin(), below.end(), std::back_inserter(symbols));
      }
    }
  }
  for (const EntryPtr& entry : state.below(folder)) {
    if (entry->kind == SymbolKind::kContext && levels_below(entry->path, folder) == 1) {
      symbols.push_back(entry_symbol(*entry, lifecycles));
    }
  }
  return symbols;
}

// What names a row in a cursor; a folder and an entry may share a path.
std::string row_key(const Symbol& symbol) { return symbol.entries ? symbol.path + "/" : symbol.path; }

Result<std::size_t> page_start(const std::vector<Symbol>& symbols, const std::optional<std::string>& cursor) {
  if (!cursor) return std::size_t{0};
  const auto at = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& s) { return row_key(s) == *cursor; });
  if (at == symbols.end()) {
    return Error{ErrorCode::kInvalidArgument, "no listing continues there (the folder may have changed)", "cursor",
                 *cursor};
  }
  return static_cast<std::size_t>(at - symbols.begin());
}

}  // namespace

std::size_t entry_count(const TreeState& state, std::string_view folder) {
  const auto below = state.below(folder);
  return static_cast<std::size_t>(std::count_if(
      below.begin(), below.end(), [](const EntryPtr& entry) { return entry->kind == SymbolKind::kContext; }));
}

Symbol entry_symbol(const StoredEntry& stored, const Lifecycles& lifecycles) {
  Symbol symbol{.path = stored.path, .name = std::string(last_component(stored.path))};
  symbol.kind = stored.kind == SymbolKind::kSummary ? "summary" : "context";
  symbol.title = stored.title;
  symbol.summary = stored.summary;
  symbol.hash = stored.hash;
  const Maturity maturity = lifecycles.of(stored).maturity;
  if (stored.maturity || maturity != Maturity::kDraft) symbol.maturity = maturity_name(maturity);
  if (const auto updated = stored.changed_at()) symbol.updated_at = format_time(*updated);
  symbol.tokens = static_cast<std::int64_t>(estimate_tokens(stored.bytes));
  return symbol;
}

std::optional<std::string> find_folder(const TreeState& state, std::string_view path) {
  if (path.empty()) return std::string();
  const auto at = std::lower_bound(state.folders.begin(), state.folders.end(), path);
  if (at != state.folders.end() && *at == path) return *at;
  const std::string key = folded_key(path);
  std::optional<std::string> found;
  for (const std::string& folder : state.folders) {
    if (folded_key(folder) != key) continue;
    if (found) return std::nullopt;  // two folders on one key need the exact name
    found = folder;
  }
  return found;
}

Result<EntryPtr> find_entry(const TreeState& state, std::string_view reference, const std::string& field) {
  const auto components = split_path(reference);
  if (components && !components->empty()) {
    if (EntryPtr entry = state.find(join_path(*components))) return entry;
  }
  const std::vector<std::string> candidates = resolve_reference(state, reference);
  if (candidates.size() == 1) {
    if (EntryPtr entry = state.find(candidates.front())) return entry;
  }
  if (candidates.size() > 1) {
    return Error{ErrorCode::kAmbiguous, "several entries have that name", field, std::string(reference), candidates};
  }
  if (!components) {
    Error refused = components.error();
    refused.field = field;
    return refused;
  }
  if (const Problem* unread = state.unread_at(join_path(*components))) {
    return unread_error(*unread, field, std::string(reference));
  }
  return Error{ErrorCode::kNotFound, "no entry has that path or title", field, std::string(reference),
               closest_paths(state, reference, kSuggestions)};
}

Result<BrowseResult> browse(const TreeState& state, const BrowseRequest& request, const Lifecycles& lifecycles) {
  const auto components = split_path(request.path.value_or(""));
  if (!components) {
    Error refused = components.error();
    refused.field = "path";
    return refused;
  }
  const std::string wanted = join_path(*components);
  const auto folder = find_folder(state, wanted);
  if (!folder) {
    auto entry = find_entry(state, *request.path);
    if (!entry) {
      if (entry.error().code == ErrorCode::kNotFound) entry.error().message = "no folder or entry has that path";
      return entry.error();
    }
    Symbol symbol = entry_symbol(**entry, lifecycles);
    BrowseResult result{.path = symbol.path, .kind = symbol.kind};
    result.entry = std::move(symbol);
    return result;
  }
  std::vector<Symbol> symbols = list_folder(state, *folder, static_cast<std::size_t>(request.depth), lifecycles);
  const auto start = page_start(symbols, request.cursor);
  if (!start) return start.error();

  BrowseResult result{.path = *folder, .kind = folder_kind(*folder)};
  result.total = static_cast<std::int64_t>(symbols.size());
  result.lifecycle = count_lifecycles(lifecycles, state.below(*folder));
  std::int64_t spent = 0;
  for (std::size_t i = *start; i < symbols.size(); ++i) {
    spent += row_tokens(symbols[i]);
    const bool full = static_cast<std::int64_t>(i - *start) >= request.limit || spent > request.max_tokens;
    if (full && i > *start) {  // one row is always given, so that paging gets on
      result.cursor = row_key(symbols[i]);
      break;
    }
    result.children.push_back(std::move(symbols[i]));
  }
  return result;
}

}  // namespace memory
