// DELETE: one entry, or a folder with everything below it as one change.
#include <algorithm>

#include "memory/index/relation_graph.h"
#include "memory/retrieval/curation_checks.h"
#include "memory/retrieval/curation_moves.h"
#include "memory/retrieval/curation_plan.h"
#include "memory/tree/entry_path.h"

namespace memory {
namespace {

constexpr TargetFields kPathFields = {"path", "title"};

void warn_of_referrers(const std::vector<std::string>& paths, Plan& plan) {
  constexpr std::size_t kNamed = 5;
  if (paths.empty()) return;
  std::string text = "still pointed to by ";
  for (std::size_t i = 0; i < std::min(kNamed, paths.size()); ++i) text += (i == 0 ? "\"" : ", \"") + paths[i] + "\"";
  if (paths.size() > kNamed) text += " and " + std::to_string(paths.size() - kNamed) + " more";
  plan.warnings.push_back(text);
}

std::vector<std::string> referrers_of_entry(const TreeState& state, const StoredEntry& entry) {
  std::vector<std::string> paths;
  for (const Referrer& referrer : referrers_of(state, entry)) {
    if (referrer.entry->path != entry.path) paths.push_back(referrer.entry->path);
  }
  return paths;
}

// The entries outside of a folder that name one inside.
std::vector<std::string> referrers_of_folder(const TreeState& state, const std::string& folder) {
  const std::string inside = folder + "/";
  std::vector<std::string> paths;
  for (const EntryPtr& entry : state.entries.list()) {
    if (entry->path.starts_with(inside)) continue;
    const auto links = entry->links();
    const bool refers = std::any_of(links.begin(), links.end(), [&](const LinkText& link) {
      const auto named = resolve_reference(state, link.target);
      return named.size() == 1 && named[0].starts_with(inside);
    });
    if (refers) paths.push_back(entry->path);
  }
  return paths;
}

Result<Plan> plan_removal_of_folder(const TreeState& state, const PlannedCall& call, const std::string& folder) {
  if (call.operation.expected_hash) {
    return Error{ErrorCode::kInvalidArgument, "a folder has no hash; leave expected_hash out", "expected_hash",
                 *call.operation.expected_hash};
  }
  Plan plan;
  plan.effect = Effect::kDeleted;
  plan.path = folder;
  std::size_t entries = 0;
  for (const EntryPtr& entry : state.below(folder)) {
    plan.files.push_back(removed_file(*entry));
    if (entry->kind == SymbolKind::kContext) ++entries;
  }
  plan.message = "deleted the folder with " + std::to_string(entries) + (entries == 1 ? " entry" : " entries");
  if (plan.files.empty()) {
    return Error{ErrorCode::kNotFound, "the folder holds no entries", "path", folder};
  }
  warn_of_referrers(referrers_of_folder(state, folder), plan);
  return plan;
}

// The folder that a DELETE's path names: exactly, or alone on its folded key.
std::string folder_named(const TreeState& state, const std::optional<std::string>& path) {
  const auto components = split_path(path.value_or(""));
  if (!components || components->empty()) return {};
  const auto place = locate_folder(state, *components, kPathFields.path);
  return place && place->missing.empty() ? place->path : "";
}

}  // namespace

Result<Plan> plan_delete(const TreeState& state, const PlannedCall& call) {
  const Operation& operation = call.operation;
  const std::string folder = is_given(operation.title) ? "" : folder_named(state, operation.path);
  if (operation.recursive && !folder.empty()) return plan_removal_of_folder(state, call, folder);
  auto entry = locate_existing(state, operation.path, operation.title, kPathFields);
  if (!entry) {
    if (folder.empty()) return missing_entry(operation, entry.error());
    return Error{ErrorCode::kInvalidArgument,
                 "\"" + folder + "\" is a folder; recursive: true deletes it with everything below", "recursive",
                 "false"};
  }
  if ((*entry)->kind == SymbolKind::kSummary) {
    return Error{ErrorCode::kInvalidArgument, "a context.md goes with its folder; UPDATE changes its text", "path",
                 (*entry)->path};
  }
  if (auto hash = check_expected_hash(operation, **entry); !hash) return hash.error();
  Plan plan;
  plan.effect = Effect::kDeleted;
  plan.path = (*entry)->path;
  plan.hash_before = (*entry)->hash;
  plan.message = "deleted";
  plan.files.push_back(removed_file(**entry));
  warn_of_referrers(referrers_of_entry(state, **entry), plan);
  return plan;
}

}  // namespace memory
