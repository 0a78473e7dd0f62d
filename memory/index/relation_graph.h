// Who points at whom? Forward and back links, O(1) per entry; targets resolve by path, title or alias
// (design: tree.md §3 "Relations", §5). Immutable, made anew from a state.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "memory/store/tree_state.h"

namespace memory {

struct Link {
  std::string from;  // path
  std::string to;    // path; the target as written where pending or ambiguous
  std::string type;
  std::string why;
  bool pending = false;    // no such entry
  bool ambiguous = false;  // several entries have that title or alias
};

// What a reference means in a tree: a path (with or without ".md"), else a title, else an alias or file name;
// the first of these that fits. One candidate: resolved. None: pending. Several: ambiguous.
std::vector<std::string> resolve_reference(const TreeState& state, std::string_view target);

class RelationGraph {
 public:
  explicit RelationGraph(const TreeState& state);
  const std::vector<Link>& forward(std::string_view path) const;  // empty where none
  const std::vector<Link>& back(std::string_view path) const;     // resolved links only

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Links = std::unordered_map<std::string, std::vector<Link>, Hash, std::equal_to<>>;
  Links forward_;
  Links back_;
};

}  // namespace memory
