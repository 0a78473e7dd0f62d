#include "memory/retrieval/curation_moves.h"

#include <algorithm>

#include "memory/index/relation_graph.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/entry_stamp.h"

namespace memory {
namespace {

constexpr TargetFields kTargetFields = {"target_path", "target_title"};

Error taken(const StoredEntry& entry) {
  return {ErrorCode::kAlreadyExists, "\"" + entry.path + "\" exists; MERGE combines two entries", "target_path",
          entry.path};
}

// A path that names a folder moves the entry there under its own name.
Result<Target> into_folder(const TreeState& state, FolderPlace place, const StoredEntry& entry) {
  Target target{nullptr, std::move(place), std::string(last_component(entry.path)), std::string(entry.title)};
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
    if (target) target->title = entry.title;  // a path names the file; the title has its own argument
    return target;
  }
  const std::optional<std::string> folder =
      title_alone ? std::optional(std::string(parent_path(entry.path))) : operation.target_path;
  return locate(state, folder, operation.target_title, kTargetFields);
}

// Whether a reference could mean the entry; most in a tree do not.
bool may_name(const StoredEntry& entry, std::string_view target) {
  std::string key = folded_key(target);
  if (key.ends_with(".md")) key.resize(key.size() - 3);
  return key.ends_with(entry.key) || std::find(entry.names.begin(), entry.names.end(), key) != entry.names.end();
}

std::string maturity_text(const Lifecycle& lifecycle) { return std::string(maturity_name(lifecycle.maturity)); }

Lifecycle merged_lifecycle(const Lifecycles& lifecycles, const StoredEntry& a, const StoredEntry& b) {
  return merged(lifecycles.of(a), lifecycles.of(b));
}

}  // namespace

std::vector<Referrer> referrers_of(const TreeState& state, const StoredEntry& entry) {
  std::vector<Referrer> found;
  for (const EntryPtr& other : state.entries.list()) {
    std::vector<std::string> spellings;
    for (const LinkText& link : other->links()) {
      if (!may_name(entry, link.target)) continue;
      const auto paths = resolve_reference(state, link.target);
      if (paths.size() == 1 && paths[0] == entry.path) spellings.emplace_back(link.target);
    }
    if (!spellings.empty()) found.push_back({other, std::move(spellings)});
  }
  return found;
}

void plan_rewrites(const TreeState& state, const StoredEntry& entry, const std::string& path, Plan& plan) {
  const TreeStatePtr after = state_after(state, plan.files);
  const auto means_it = [&](std::string_view target) {
    const auto paths = resolve_reference(*after, target);
    return paths.size() == 1 && paths[0] == path;
  };
  const EntryPtr now = after->find(path);
  const std::string name = now && means_it(now->title) ? std::string(now->title) : "";
  for (Referrer& referrer : referrers_of(state, entry)) {
    std::erase_if(referrer.spellings, means_it);
    if (referrer.spellings.empty()) continue;
    const bool own = referrer.entry->path == entry.path || referrer.entry->path == path;
    const std::string_view bytes = own ? std::string_view(*plan.files[0].after) : referrer.entry->bytes;
    std::string rewritten = rewrite_references(bytes, referrer.spellings, path, name);
    if (own) {
      plan.files[0].after = std::move(rewritten);
    } else if (rewritten != bytes) {
      plan.files.push_back(replaced_file(*referrer.entry, std::move(rewritten)));
    }
  }
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

Result<std::optional<Target>> archive_place(const TreeState& state, const Operation& operation,
                                            const StoredEntry& entry) {
  const bool archived = *operation.archived;
  if (archived == is_archived(entry.path)) return std::optional<Target>();
  if (is_given(operation.target_path) || is_given(operation.target_title)) {
    return Error{ErrorCode::kInvalidArgument, "archived moves the entry by itself; leave the target out", "archived",
                 archived ? "true" : "false"};
  }
  if (entry.kind == SymbolKind::kSummary) {
    return Error{ErrorCode::kInvalidArgument, "a context.md stays in its folder", "archived", "true"};
  }
  if (archived && operation.pinned.value_or(entry.pinned)) {
    return Error{ErrorCode::kInvalidArgument, "the entry is pinned, which keeps it from being archived; unpin it first",
                 "archived", "true"};
  }
  const std::string path =
      archived ? std::string(kArchiveFolder) + "/" + entry.path : entry.path.substr(kArchiveFolder.size() + 1);
  if (const auto there = state.with_key(folded_key(path)); !there.empty()) return taken(*there[0].entry);
  Target target;
  target.folder.path = parent_path(path);
  target.component = last_component(path);
  target.title = entry.title;
  if (auto way = check_way(state, target, "path"); !way) return way.error();
  return std::optional(std::move(target));
}

void plan_move(const TreeState& state, const StoredEntry& entry, const Target& destination, std::string bytes,
               Plan& plan) {
  const std::string path = destination.path();
  plan.files = {{path, folder_on_disk(state, destination.folder.path) + "/" + destination.component + ".md", "",
                 std::move(bytes), false},
                removed_file(entry)};
  plan_rewrites(state, entry, path, plan);
  std::rotate(plan.files.begin() + 1, plan.files.begin() + 2, plan.files.end());  // nothing goes before its copy stands
  plan.new_folders = destination.folder.missing;
  plan.source_path = entry.path;
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
  auto merged = merge_entries(to.bytes, last_component(to.path), from.bytes, last_component(from.path), call.now);
  if (!merged) return merged.error();
  Plan plan;
  plan.source_path = from.path;
  plan.wrote = SignalKind::kWrote;
  const Lifecycle lifecycle = merged_lifecycle(call.lifecycles, to, from);
  if (operation.content && *operation.content != EntryContent{}) {
    EntryChange change;
    change.content = *operation.content;
    auto changed = change_entry(*merged, last_component(to.path), change, call.now);
    if (!changed) return changed.error();
    plan.removed = std::move(changed->removed);
    *merged = std::move(changed->bytes);
  }
  merged = stamp_entry(*merged, {.importance = lifecycle.importance, .maturity = maturity_text(lifecycle)});
  if (!merged) return merged.error();
  plan.effect = Effect::kMerged;
  plan.path = to.path;
  plan.target_path = to.path;
  plan.hash_before = to.hash;
  plan.message = "merged \"" + from.path + "\" into \"" + to.path + "\"";
  for (const StoredEntry* entry : {&from, &to}) {
    for (const LinkText& link : entry->links()) plan.links_before.emplace_back(link.target);
    if (entry == &to) plan.facts_before = to.entry().content.facts;
  }
  plan.files = {replaced_file(to, std::move(*merged)), removed_file(from)};
  plan_rewrites(state, from, to.path, plan);
  std::rotate(plan.files.begin() + 1, plan.files.begin() + 2, plan.files.end());
  return plan;
}

}  // namespace memory
