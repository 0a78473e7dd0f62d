#include "memory/retrieval/curation_relations.h"

#include <map>
#include <set>

#include "memory/index/relation_graph.h"
#include "memory/retrieval/curation_plan.h"
#include "memory/retrieval/curation_target.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr TargetFields kPathFields = {"path", "title"};

bool makes_entries(const Operation& operation) {
  const std::string type = fold_case(trim(operation.type));
  return type == "add" || type == "upsert";
}

// The tree as if the later operations had made their entries already, with nothing but their names; null where they
// make none.
TreeStatePtr with_later_entries(const TreeState& state, std::span<const Operation> later) {
  std::map<std::string, FileChange> made;
  std::set<std::string> contested;  // which of them gets the path is not settled before they are made
  for (const Operation& operation : later) {
    if (!makes_entries(operation)) continue;
    const auto target = locate(state, operation.path, operation.title, kPathFields);
    if (!target || target->entry || !check_depth(*target, kPathFields.path)) continue;
    EntryContent names;
    if (operation.content) names.aliases = operation.content->aliases;
    const std::string path = target->path();
    const bool first =
        made.emplace(path, FileChange{path, path + ".md", "", write_new_entry(target->title, names, "", {}, {}), false})
            .second;
    if (!first) contested.insert(path);
  }
  std::vector<FileChange> files;
  for (auto& [path, file] : made) {
    if (!contested.contains(path)) files.push_back(std::move(file));
  }
  return files.empty() ? nullptr : state_after(state, files);
}

EntryPtr changed_entry(const TreeState& state, const Operation& operation) {
  const auto target = locate(state, operation.path, operation.title, kPathFields);
  return target ? target->entry : nullptr;
}

// The paths that an entry links, with the spelling it has for each.
using Spellings = std::map<std::string, std::string>;
Spellings spellings_of(const TreeState& state, const StoredEntry& entry) {
  Spellings spellings;
  for (const Relation& relation : entry.entry().content.relations) {
    const auto paths = resolve_reference(state, relation.target);
    if (paths.size() == 1) spellings.emplace(paths[0], relation.target);
  }
  return spellings;
}

// A text to be removed that stands nowhere may be another name of an entry that is linked.
void name_links(const TreeState& state, const StoredEntry& entry, const Spellings& spellings,
                std::vector<std::string>& removals) {
  for (std::string& text : removals) {
    EntryChange alone;
    alone.remove = {text};
    if (change_entry(entry.bytes, last_component(entry.path), alone, {})) continue;
    const auto paths = resolve_reference(state, normal_target(text));
    const auto known = paths.size() == 1 ? spellings.find(paths[0]) : spellings.end();
    if (known != spellings.end()) text = known->second;
  }
}

// A title may hold anything, also a slash; these could only be meant as paths.
bool leads_out(std::string_view target) {
  const bool path_like = target.find_first_of("/\\") != std::string_view::npos;
  return path_like && target.find("://") == std::string_view::npos && !split_path(target);
}

}  // namespace

Result<Operation> with_known_targets(const TreeState& state, Operation operation, std::span<const Operation> later) {
  const bool relates = operation.content && !operation.content->relations.empty();
  if (!relates && operation.remove.empty()) return operation;
  const EntryPtr entry = changed_entry(state, operation);
  const Spellings spellings = entry ? spellings_of(state, *entry) : Spellings();
  if (entry) name_links(state, *entry, spellings, operation.remove);
  if (!relates) return operation;
  const TreeStatePtr ahead = with_later_entries(state, later);
  const TreeState& tree = ahead ? *ahead : state;
  std::vector<Relation>& relations = operation.content->relations;
  for (std::size_t i = 0; i < relations.size(); ++i) {
    const std::string target = normal_target(relations[i].target);
    const auto paths = resolve_reference(tree, target);
    if (paths.size() == 1) {
      const auto known = spellings.find(paths[0]);
      relations[i].target = known == spellings.end() ? paths[0] : known->second;
    } else if (paths.empty() && leads_out(target)) {
      return Error{ErrorCode::kRefusedPath, split_path(target).error().message,
                   "content.relations[" + std::to_string(i) + "].target", relations[i].target};
    }
  }
  return operation;
}

std::vector<std::string> link_warnings(const TreeState& state, const StoredEntry& entry,
                                       const std::vector<std::string>& links_before) {
  std::vector<std::string> warnings;
  std::set<std::string> seen(links_before.begin(), links_before.end());
  for (const LinkText& link : entry.links()) {
    const std::string target(link.target);
    if (!seen.insert(target).second) continue;
    const auto paths = resolve_reference(state, target);
    if (paths.empty()) {
      warnings.push_back("relation target \"" + target + "\" does not exist yet (pending)");
    } else if (paths.size() > 1) {
      std::string text = "relation target \"" + target + "\" is ambiguous:";
      for (const std::string& path : paths) text += " \"" + path + "\"";
      warnings.push_back(std::move(text));
    }
  }
  return warnings;
}

}  // namespace memory
