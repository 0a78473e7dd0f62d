// One relation as the text of one list item, and back: "type @path.md — why", "type [[Title]] — why"; type and
// why optional (design: tree.md §3). parse_relation(format_relation(r)) == normal_relation(r). Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/tree/entry.h"

namespace memory {

// A target as it is written in `related:` or given by an agent, without "@", brackets, label and ".md".
std::string normal_target(std::string_view target);
Relation normal_relation(const Relation& relation);

// One list of the targets of `related:` and the described relations of the section: in the order of the targets,
// each with what is said of it; then targets that are described only. A plain mention of a described target and
// a second line that says the same go.
std::vector<Relation> group_relations(const std::vector<std::string>& targets, const std::vector<Relation>& described);

// "a/b/c.md" for a path, a title as it is: an item of `related:`.
std::string related_item(const Relation& relation);
std::vector<std::string> related_items(const std::vector<Relation>& relations);  // one a target

std::string format_relation(const Relation& relation);
std::optional<Relation> parse_relation(std::string_view item);

// What stands between "[[" and "]]": the target without heading and label.
struct Wikilink {
  std::size_t target_size = 0;  // bytes of the target as written
  std::string target;           // without escapes and ".md"; empty where only a heading is named
};
Wikilink parse_wikilink(std::string_view inside);
// The target as it stands in a wikilink.
std::string wikilink_target(std::string_view target);

}  // namespace memory
