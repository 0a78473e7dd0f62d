#include <algorithm>

#include "memory/retrieval/curation_checks.h"
#include "memory/retrieval/curation_duplicates.h"
#include "memory/retrieval/curation_moves.h"
#include "memory/retrieval/curation_plan.h"
#include "memory/retrieval/curation_undo.h"
#include "memory/store/knowledge_text.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

constexpr TargetFields kPathFields = {"path", "title"};

bool has_text(const EntryContent& content) {
  const auto given = [](const std::optional<std::string>& text) { return is_given(text); };
  if (given(content.summary) || !content.relations.empty()) return true;
  return !trim(knowledge_text(content)).empty();
}

bool changes_something(const Operation& operation) {
  return (operation.content && *operation.content != EntryContent{}) || !operation.remove.empty() ||
         !operation.edits.empty() || operation.pinned || operation.archived || is_given(operation.target_path) ||
         is_given(operation.target_title) || is_given(operation.domain_context) || is_given(operation.topic_context) ||
         is_given(operation.subtopic_context);
}

Time time_of_creation(const PlannedCall& call) {
  return parse_time(trim(call.operation.created_at.value_or(""))).value_or(call.now);
}

// Author and time are the client's and the clock's unless given (tree.md §4).
EntryContent with_provenance(EntryContent content, const PlannedCall& call, Time created) {
  if (!content.raw_concept) content.raw_concept.emplace();
  RawConcept& raw = *content.raw_concept;
  if (!is_given(raw.author) && !call.client.empty()) raw.author = call.client;
  if (!is_given(raw.timestamp)) raw.timestamp = format_time(created);
  return content;
}

Result<std::string> new_bytes(const PlannedCall& call, const Target& target) {
  const Time created = time_of_creation(call);
  const Operation& operation = call.operation;
  std::string bytes = write_new_entry(target.title, with_provenance(*operation.content, call, created),
                                      operation.reason.value_or(""), created, created);
  if (!operation.pinned.value_or(false)) return bytes;
  EntryChange pin;
  pin.pinned = true;
  auto pinned = change_entry(bytes, target.component, pin, created);
  if (!pinned) return pinned.error();
  return std::move(pinned->bytes);
}

void warn_of_similar(const TreeState& state, const EntryContent& content, Plan& plan) {
  plan.similar = similar_texts(state, plan.path, content);
  if (plan.similar.empty()) return;
  constexpr std::size_t kMostWords = 60;  // bytes of a difference; `similar` has the whole
  std::string text = "similar to ";
  for (const SimilarText& similar : plan.similar) {
    const std::size_t end = code_point_floor(similar.differs, std::min(kMostWords, similar.differs.size()));
    text +=
        "\"" + similar.path + "\" (" + similar.differs.substr(0, end) + (end < similar.differs.size() ? "…), " : "), ");
  }
  plan.warnings.push_back(text + "where one replaces the other, correct that one with UPDATE");
}

// Names that look-up would not tell from another entry's are worth a word.
void warn_of_names(const TreeState& state, const Target& target, Plan& plan) {
  for (const EntryKey& key : state.with_name(folded_key(target.title))) {
    const bool alias = folded_key(key.entry->title) != folded_key(target.title);
    if (alias && parent_path(key.entry->path) == target.folder.path) {
      plan.warnings.push_back("\"" + key.entry->path + "\" has \"" + target.title + "\" as another name");
    }
  }
  for (const NewFolder& folder : target.folder.missing) {
    if (!folder.title.empty()) {
      plan.warnings.push_back("\"" + folder.title + "\" is the new folder \"" + folder.path + "\"");
    }
  }
}

EntryChange entry_change(const Operation& operation) {
  EntryChange change;
  change.content = operation.content.value_or(EntryContent{});
  change.remove = operation.remove;
  change.edits = operation.edits;
  change.append = operation.append;
  change.replace = operation.replace;
  change.pinned = operation.pinned;
  return change;
}

// The lifecycle is written along with the change, as of its time (lifecycle.md).
SignalKind add_lifecycle(const PlannedCall& call, const StoredEntry& entry, EntryChange& change) {
  const EntrySignals* signals = call.lifecycles.signals_of(entry);
  const bool counts = !signals || counts_again(signals->counts.last_update, call.now);
  Lifecycle lifecycle = call.lifecycles.of(entry);
  if (counts) lifecycle = after_update(lifecycle, call.now, entry.pinned);
  change.importance = lifecycle.importance;
  change.maturity = maturity_name(lifecycle.maturity);
  return counts ? SignalKind::kUpdated : SignalKind::kWrote;
}

// Where the entry goes, if it goes anywhere: to a target, aside or back.
Result<std::optional<Target>> destination(const TreeState& state, const PlannedCall& call, const StoredEntry& entry) {
  if (call.operation.archived) return archive_place(state, call.operation, entry);
  if (!is_given(call.operation.target_path) && !is_given(call.operation.target_title)) return std::optional<Target>();
  auto place = destination_of(state, call, entry);
  if (!place) return place.error();
  return std::optional(std::move(*place));
}

// An ADD onto an entry that already holds everything given is a repeat, anything else an error.
Result<Plan> plan_add_again(const PlannedCall& call, const EntryPtr& entry) {
  EntryChange same;
  same.content = *call.operation.content;
  const auto changed = change_entry(entry->bytes, last_component(entry->path), same, call.now);
  if (changed && changed->bytes == entry->bytes) {
    Plan plan;
    plan.path = entry->path;
    plan.message = "stored already with the same text";
    return plan;
  }
  return Error{ErrorCode::kAlreadyExists, "the entry exists; UPDATE changes it, UPSERT adds or changes", "path",
               entry->path};
}

}  // namespace

FileChange replaced_file(const StoredEntry& entry, std::string bytes) {
  return {entry.path, entry.file, entry.hash, std::move(bytes), false};
}

FileChange removed_file(const StoredEntry& entry) { return {entry.path, entry.file, entry.hash, std::nullopt, false}; }

Result<EntryPtr> locate_existing(const TreeState& state, const std::optional<std::string>& path,
                                 const std::optional<std::string>& title, const TargetFields& fields) {
  if (!is_given(path)) return path_missing(state, title, fields, "the exact path of the entry");
  auto target = locate(state, path, title, fields);
  if (!target) return target.error();
  if (!target->entry) return not_found(state, path, title, fields);
  return target->entry;
}

Result<Plan> plan_add(const TreeState& state, const PlannedCall& call, const Target& target) {
  const Operation& operation = call.operation;
  if (!operation.content || !has_text(*operation.content)) {
    return Error{ErrorCode::kInvalidArgument, "a new entry needs some text; give content, its body alone is enough",
                 "content", ""};
  }
  if (target.entry) return plan_add_again(call, target.entry);
  if (auto depth = check_depth(target, kPathFields.path); !depth) return depth.error();
  if (auto domain = check_domain(target, kPathFields.path); !domain) return domain.error();
  if (auto way = check_way(state, target, kPathFields.path); !way) return way.error();

  Plan plan;
  plan.path = target.path();
  if (!operation.force) {
    if (const auto known = duplicate_of(state, target.title, *operation.content)) {
      plan.duplicate_of = *known;
      plan.message = "the same text is stored in \"" + *known + "\"; force stores it again";
      return plan;
    }
  }
  auto bytes = new_bytes(call, target);
  if (!bytes) return bytes.error();
  plan.effect = Effect::kAdded;
  plan.message = "added";
  plan.new_folders = target.folder.missing;
  warn_of_names(state, target, plan);
  warn_of_similar(state, *operation.content, plan);
  plan.files.push_back({plan.path, folder_on_disk(state, target.folder.path) + "/" + target.component + ".md", "",
                        std::move(*bytes), false});
  return plan;
}

Result<Plan> plan_update(const TreeState& state, const PlannedCall& call, const EntryPtr& entry) {
  const Operation& operation = call.operation;
  if (auto hash = check_expected_hash(operation, *entry); !hash) return hash.error();
  if (operation.replace && !is_given(operation.expected_hash)) {
    return Error{
        ErrorCode::kInvalidArgument,
        "replace: true needs expected_hash, the hash of the version that it replaces (now " + entry->hash + ")",
        "expected_hash", ""};
  }
  if (!changes_something(operation)) {
    return Error{ErrorCode::kInvalidArgument, "nothing to change: give content, remove, edits or a target", "content",
                 ""};
  }
  EntryChange change = entry_change(operation);
  const auto place = destination(state, call, *entry);
  if (!place) return place.error();
  const std::optional<Target>& target = *place;
  if (target && target->title != entry->entry().title) change.title = target->title;
  std::optional<SignalKind> wrote;
  if (entry->kind == SymbolKind::kContext) wrote = add_lifecycle(call, *entry, change);
  auto changed = change_entry(entry->bytes, last_component(entry->path), change, call.now);
  if (!changed) return changed.error();

  Plan plan;
  plan.path = entry->path;
  plan.hash_before = entry->hash;
  plan.removed = std::move(changed->removed);
  plan.facts_before = entry->entry().content.facts;
  for (const LinkText& link : entry->links()) plan.links_before.emplace_back(link.target);
  const bool moves = target && target->path() != entry->path;
  if (changed->bytes != entry->bytes) plan.wrote = wrote;
  if (changed->bytes != entry->bytes || moves) {
    plan.effect = Effect::kUpdated;
    plan.message = moves ? "moved to \"" + target->path() + "\"" : "updated";
    if (operation.content) warn_of_similar(state, *operation.content, plan);
  } else {
    plan.message = "nothing to change: the entry says this already";
  }
  if (moves) {
    plan_move(state, *entry, *target, std::move(changed->bytes), plan);
  } else if (plan.effect == Effect::kUpdated) {
    plan.files.push_back(replaced_file(*entry, std::move(changed->bytes)));
    if (change.title) plan_rewrites(state, *entry, entry->path, plan);
  }
  return plan;
}

Result<Plan> plan_operation(const TreeState& state, const PlannedCall& call) {
  const Operation& operation = call.operation;
  if (auto times = check_times(operation); !times) return times.error();
  if (call.type == "MERGE") return plan_merge(state, call);
  if (call.type == "DELETE") return plan_delete(state, call);
  if (call.type == "UNDO") return plan_undo(state, call);
  if (call.type == "UPDATE") {
    auto entry = locate_existing(state, operation.path, operation.title, kPathFields);
    if (!entry) return missing_entry(operation, entry.error());
    return plan_update(state, call, *entry);
  }
  auto target = locate(state, operation.path, operation.title, kPathFields);
  if (!target) return target.error();
  if (call.type == "UPSERT" && target->entry) return plan_update(state, call, target->entry);
  if (!target->entry && is_given(operation.expected_hash)) {
    return missing_entry(operation, {ErrorCode::kNotFound, "", kPathFields.path, target->path()});
  }
  return plan_add(state, call, *target);
}

}  // namespace memory
