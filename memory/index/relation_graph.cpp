#include "memory/index/relation_graph.h"

#include <algorithm>

#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// "@domain/topic/entry.md" and "domain/topic/entry" name the same entry.
std::string_view bare_target(std::string_view target) {
  target = trim(target);
  if (target.starts_with('@')) target.remove_prefix(1);
  while (target.starts_with("./")) target.remove_prefix(2);
  const std::size_t size = target.size();
  if (size > 3 && target[size - 3] == '.' && (target[size - 2] | 0x20) == 'm' && (target[size - 1] | 0x20) == 'd') {
    target.remove_suffix(3);
  }
  return target;
}

std::vector<std::string> by_path(const TreeState& state, std::string_view target) {
  const auto exact = state.entries.find(target);
  if (exact != state.entries.end()) return {exact->first};
  std::vector<std::string> paths;
  for (const EntryKey& key : state.with_key(folded_key(target))) paths.push_back(key.entry->path);
  if (paths.empty() && state.has_folder(target)) return by_path(state, std::string(target) + "/context");
  return paths;
}

// A title outranks an alias or a file name of the same spelling.
std::vector<std::string> by_name(const TreeState& state, std::string_view target) {
  const std::string name = folded_key(target);
  std::vector<std::string> titled;
  std::vector<std::string> others;
  for (const EntryKey& key : state.with_name(name)) {
    (folded_key(key.entry->title) == name ? titled : others).push_back(key.entry->path);
  }
  return titled.empty() ? others : titled;
}

// The same pair may be named in the frontmatter and in the text: the link that says more stays.
void add_link(std::vector<Link>& links, Link link) {
  for (Link& known : links) {
    if (known.to != link.to) continue;
    if (known.type == link.type || link.type.empty() || known.type.empty()) {
      if (known.type.empty()) known.type = std::move(link.type);
      if (known.why.empty()) known.why = std::move(link.why);
      return;
    }
  }
  links.push_back(std::move(link));
}

const std::vector<Link> kNone;

}  // namespace

std::vector<std::string> resolve_reference(const TreeState& state, std::string_view target) {
  const std::string_view bare = bare_target(target);
  if (bare.empty()) return {};
  std::vector<std::string> paths = by_path(state, bare);
  if (paths.empty()) paths = by_name(state, bare);
  if (paths.empty() && bare.size() != trim(target).size()) paths = by_name(state, trim(target));  // a title "x.md"
  return paths;
}

RelationGraph::RelationGraph(const TreeState& state) {
  for (const EntryPtr& entry : state.entries.list()) {
    std::vector<Link> links;
    for (const LinkText& relation : entry->links()) {
      const std::vector<std::string> paths = resolve_reference(state, relation.target);
      add_link(links, {entry->path, paths.size() == 1 ? paths[0] : std::string(relation.target),
                       std::string(relation.type), std::string(relation.why), paths.empty(), paths.size() > 1});
    }
    for (const Link& link : links) {
      if (!link.pending && !link.ambiguous) back_[link.to].push_back(link);
    }
    if (!links.empty()) forward_.emplace(entry->path, std::move(links));
  }
}

const std::vector<Link>& RelationGraph::forward(std::string_view path) const {
  const auto at = forward_.find(path);
  return at == forward_.end() ? kNone : at->second;
}

const std::vector<Link>& RelationGraph::back(std::string_view path) const {
  const auto at = back_.find(path);
  return at == back_.end() ? kNone : at->second;
}

}  // namespace memory
