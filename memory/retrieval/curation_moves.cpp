#include "memory/retrieval/curation_moves.h"

#include <algorithm>

#include "memory/index/relation_graph.h"
#include "memory/tree/entry_path.h"

namespace memory {
namespace {

constexpr TargetFields kTargetFields = {"target_path", "target_title"};

std::string rewritten(std::string bytes, const std::vector<std::string>& spellings, const std::string& path) {
  for (const std::string& spelling : spellings) bytes = rewrite_references(bytes, spelling, path);
  return bytes;
}

// The references in all entries but those named, rewritten from one path to another.
void plan_rewrites(const TreeState& state, const StoredEntry& from, const std::string& to,
                   const std::set<std::string>& except, Plan& plan) {
  for (const Referrer& referrer : referrers_of(state, from)) {
    if (except.contains(referrer.entry->path)) continue;
    std::string bytes = rewritten(*referrer.entry->bytes, referrer.spellings, to);
    if (bytes != *referrer.entry->bytes) plan.files.push_back(replaced_file(*referrer.entry, std::move(bytes)));
  }
}

// What the entry itself, or a merge's target, calls the old path.
std::string with_own_references(const TreeState& state, const StoredEntry& from, const std::string& holder,
                                const std::string& to, std::string bytes) {
  for (const Referrer& referrer : referrers_of(state, from)) {
    if (referrer.entry->path == holder) bytes = rewritten(std::move(bytes), referrer.spellings, to);
  }
  return rewrite_references(bytes, from.path, to);
}

Error taken(const StoredEntry& entry) {
  return {ErrorCode::kAlreadyExists, "\"" + entry.path + "\" exists; MERGE combines two entries", "target_path",
          entry.path};
}

// A path that names a folder moves the entry there under its own name.
Result<Target> into_folder(const TreeState& state, FolderPlace place, const StoredEntry& entry) {
  Target target{nullptr, std::move(place), std::string(last_component(entry.path)), entry.entry().title};
  const auto there = state.with_key(folded_key(target.path()));
  if (!there.empty() && there[0].entry->path != entry.path) return taken(*there[0].entry);
  return target;
}

// The folder that target_path alone names, if it names one.
std::optional<FolderPlace> folder_of(const TreeState& state, const std::string& path) {
  const auto components = split_path(path);
  if (!components || components->empty()) return std::nullopt;
  auto place = locate_folder(state, *components, kTargetFields.path);
  // Two levels can only be a folder, whether it exists or not: entries stand in a topic.
  if (place && (place->missing.empty() || components->size() == 2)) return std::move(*place);
  return std::nullopt;
}

Result<Target> target_of(const TreeState& state, const Operation& operation, const StoredEntry& entry) {
  const bool title_alone = !is_given(operation.target_path);
  if (!title_alone && !is_given(operation.target_title)) {
    if (auto place = folder_of(state, *operation.target_path); place && !state.find(*operation.target_path)) {
      return into_folder(state, std::move(*place), entry);
    }
    auto target = locate(state, operation.target_path, std::nullopt, kTargetFields);
    if (target) target->title = entry.entry().title;  // a path names the file; the title has its own argument
    return target;
  }
  const std::optional<std::string> folder =
      title_alone ? std::optional(std::string(parent_path(entry.path))) : operation.target_path;
  return locate(state, folder, operation.target_title, kTargetFields);
}

}  // namespace

std::vector<Referrer> referrers_of(const TreeState& state, const StoredEntry& entry) {
  const std::string file_name = folded_key(last_component(entry.path));
  const bool only_by_file = std::find(entry.names.begin(), entry.names.end(), file_name) != entry.names.end() &&
                            folded_key(entry.entry().title) != file_name;
  std::vector<Referrer> found;
  for (const EntryPtr& other : state.entries.list()) {
    std::vector<std::string> spellings;
    for (const Relation& link : other->parsed.links) {
      const bool path_like = link.target.find('/') != std::string::npos;
      if (!path_like && !only_by_file) continue;  // a title stays, as title or as alias
      const std::string last = folded_key(last_component(link.target));
      if (!last.starts_with(file_name)) continue;  // ".md" may follow
      const auto paths = resolve_reference(state, link.target);
      if (paths.size() == 1 && paths[0] == entry.path) spellings.push_back(link.target);
    }
    if (!spellings.empty()) found.push_back({other, std::move(spellings)});
  }
  return found;
}

Result<Target> destination_of(const TreeState& state, const PlannedCall& call, const StoredEntry& entry) {
  if (entry.kind == SymbolKind::kSummary) {
    return Error{ErrorCode::kInvalidArgument, "a context.md stays in its folder", "target_path", entry.path};
  }
  auto target = target_of(state, call.operation, entry);
  if (!target) return target.error();
  if (target->entry) {
    if (target->entry->path != entry.path) return taken(*target->entry);
    if (is_given(call.operation.target_title)) target->title = *call.operation.target_title;
    return target;
  }
  // Renaming keeps the file where its component stays ("C" to "C++").
  if (is_given(call.operation.target_title) && target->folder.path == parent_path(entry.path) &&
      component_from_title(target->title) == last_component(entry.path)) {
    target->component = last_component(entry.path);
  }
  if (target->folder.path != parent_path(entry.path)) {
    if (auto depth = check_depth(*target, kTargetFields.path); !depth) return depth.error();
    if (auto domain = check_domain(*target, kTargetFields.path); !domain) return domain.error();
  }
  if (target->path() == entry.path) return target;
  if (auto way = check_way(state, *target, kTargetFields.path); !way) return way.error();
  return target;
}

void plan_move(const TreeState& state, const StoredEntry& entry, const Target& destination, std::string bytes,
               Plan& plan) {
  const std::string path = destination.path();
  bytes = with_own_references(state, entry, entry.path, path, std::move(bytes));
  plan.files.push_back({path, folder_on_disk(state, destination.folder.path) + "/" + destination.component + ".md", "",
                        std::move(bytes), false});
  plan_rewrites(state, entry, path, {entry.path}, plan);
  plan.files.push_back(removed_file(entry));  // last: nothing is gone before its copy stands
  plan.new_folders = destination.folder.missing;
  plan.path = path;
  plan.target_path = path;
}

Result<Plan> plan_merge(const TreeState& state, const PlannedCall& call) {
  const Operation& operation = call.operation;
  const auto source = locate_existing(state, operation.path, operation.title, {"path", "title"});
  if (!source) return missing_entry(operation, source.error());
  if (!is_given(operation.target_path)) {
    return Error{ErrorCode::kInvalidArgument, "MERGE needs target_path, the entry that stays", "target_path", ""};
  }
  const auto target = locate_existing(state, operation.target_path, operation.target_title, kTargetFields);
  if (!target) return missing_entry(operation, target.error());
  const StoredEntry& from = **source;
  const StoredEntry& to = **target;
  if (from.path == to.path) {
    return Error{ErrorCode::kInvalidArgument, "an entry cannot be merged into itself", "target_path", to.path};
  }
  if (from.kind == SymbolKind::kSummary || to.kind == SymbolKind::kSummary) {
    return Error{ErrorCode::kInvalidArgument, "a context.md cannot be merged; UPDATE changes its text", "path",
                 from.path};
  }
  // Either version may be the one that was read: both are at stake.
  if (auto hash = check_expected_hash(operation, from); !hash && !check_expected_hash(operation, to)) {
    return hash.error();
  }
  auto merged = merge_entries(*to.bytes, last_component(to.path), *from.bytes, last_component(from.path), call.now);
  if (!merged) return merged.error();
  Plan plan;
  if (operation.content && *operation.content != EntryContent{}) {
    EntryChange change;
    change.content = *operation.content;
    auto changed = change_entry(*merged, last_component(to.path), change, call.now);
    if (!changed) return changed.error();
    plan.removed = std::move(changed->removed);
    *merged = std::move(changed->bytes);
  }
  plan.effect = Effect::kMerged;
  plan.path = to.path;
  plan.target_path = to.path;
  plan.hash_before = to.hash;
  plan.message = "merged \"" + from.path + "\" into \"" + to.path + "\"";
  for (const StoredEntry* entry : {&from, &to}) {
    for (const Relation& link : entry->parsed.links) plan.links_before.push_back(link.target);
    if (entry == &to) plan.facts_before = to.entry().content.facts;
  }
  plan.files.push_back(replaced_file(to, with_own_references(state, from, to.path, to.path, std::move(*merged))));
  plan_rewrites(state, from, to.path, {from.path, to.path}, plan);
  plan.files.push_back(removed_file(from));
  return plan;
}

}  // namespace memory
