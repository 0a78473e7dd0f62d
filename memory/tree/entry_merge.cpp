#include <algorithm>
#include <array>
#include <unordered_map>

#include "memory/tree/content.h"
#include "memory/tree/content_unite.h"
#include "memory/tree/entry_codec.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/entry_stamp.h"
#include "memory/tree/entry_sync.h"
#include "memory/tree/fact_line.h"
#include "memory/tree/front_matter.h"
#include "memory/tree/front_matter_edit.h"
#include "memory/tree/line_splice.h"
#include "memory/tree/loose_text.h"
#include "memory/tree/section_reader.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

Error unparsable(std::string_view which, const ParseProblem& problem) {
  return {ErrorCode::kUnparsable,
          "the frontmatter of the " + std::string(which) + " cannot be read (line " + std::to_string(problem.line) +
              ": " + problem.what + ")",
          {},
          {},
          {}};
}

std::string maturity_of_both(const std::optional<std::string>& a, const std::optional<std::string>& b) {
  constexpr std::array<std::string_view, 3> kLadder = {"draft", "validated", "core"};
  const auto rank = [&](const std::optional<std::string>& m) {
    return m ? std::find(kLadder.begin(), kLadder.end(), *m) - kLadder.begin() : 0;
  };
  return std::string(kLadder[static_cast<std::size_t>(std::max(rank(a), rank(b)))]);
}

bool has_value(const FrontMatterKey& key) {
  if (key.kind == FrontMatterKind::kScalar) return !is_blank(key.text);
  if (key.kind == FrontMatterKind::kList) return !key.items.empty();
  return key.kind == FrontMatterKind::kMap;
}

// The lines of a key as they would stand in a block with other indentation and line ends.
std::string moved_lines(std::string_view lines, std::size_t from_indent, std::size_t to_indent,
                        std::string_view line_end) {
  std::string moved;
  for (std::string_view line : split_lines(lines)) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    if (from_indent > to_indent) line.remove_prefix(std::min(blanks, from_indent - to_indent));
    if (to_indent > from_indent && !line.empty()) moved.append(to_indent - from_indent, ' ');
    moved.append(line).append(line_end);
  }
  return moved;
}

// Keys that the program does not know: lists unite, others come over where the target has none.
std::string with_unknown_keys(const std::string& bytes, std::string_view source) {
  const FrontMatter front = read_front_matter(bytes);
  const FrontMatter from = read_front_matter(source);
  std::unordered_map<std::string_view, const FrontMatterKey*> present;
  for (const FrontMatterKey& key : front.items) present.emplace(key.name, &key);
  std::vector<ByteSplice> splices;
  std::string added;
  for (const FrontMatterKey& key : from.items) {
    if (!canonical_key(key.name).empty() || !has_value(key)) continue;
    const std::string_view written = source.substr(key.begin, key.end - key.begin);
    const auto found = present.find(key.name);
    const FrontMatterKey* known = found == present.end() ? nullptr : found->second;
    if (known == nullptr) {
      added += moved_lines(written, from.indent, front.indent, line_end_of(bytes));
    } else if (!has_value(*known)) {
      splices.push_back(
          {known->begin, known->end, moved_lines(written, from.indent, front.indent, line_end_of(bytes))});
    } else if (known->kind == FrontMatterKind::kList && key.kind == FrontMatterKind::kList) {
      std::vector<std::string> items = list_of(*known);
      unite(items, list_of(key));
      splices.push_back(list_splice(bytes, *known, items));
    }
  }
  if (!added.empty()) splices.push_back({front.close, front.close, std::move(added)});
  return apply_splices(bytes, std::move(splices));
}

// The target's model with what only the source has.
Entry merged_model(const Entry& target, Entry source, const std::vector<std::string>& foreign) {
  // Text under headings of its own becomes body; a section that came twice is read as one.
  EntryContent rest;
  for (const std::string& text : foreign) rest.body = rest.body ? *rest.body + "\n\n" + text : text;
  const NormalContent normal = normal_content(rest);
  merge_content(source.content, normal.content);
  merge_text(source.reason, normal.reason);
  Entry merged = target;
  merge_content(merged.content, source.content);
  merge_text(merged.reason, source.reason);
  unite(merged.content.aliases, {fold_to_line(source.title)});
  const std::string title = folded_key(target.title);
  std::erase_if(merged.content.aliases, [&](const std::string& alias) {
    if (folded_key(alias) != title) return false;
    const std::vector<std::string>& own = target.content.aliases;
    return std::find(own.begin(), own.end(), alias) == own.end();
  });
  merged.pinned = target.pinned || source.pinned;
  return merged;
}

// The target's file with what only the source has.
Result<std::string> with_knowledge(std::string_view bytes, const Entry& target, const Entry& source,
                                   const SectionContent& sections) {
  const Entry merged = merged_model(target, source, sections.foreign);
  Result<std::string> synced = sync_entry(bytes, target, merged, sections.languages);
  if (!synced || sections.loose.empty()) return synced;
  if (auto placed = file_with_loose(*synced, sections.loose)) return std::move(*placed);
  SectionContent in_body = sections;
  in_body.loose.clear();
  in_body.foreign.insert(in_body.foreign.begin(), joined_loose(sections.loose));
  return with_knowledge(bytes, target, source, in_body);
}

EntryStamp merged_stamp(const Entry& target, const Entry& source, Time now) {
  EntryStamp stamp;
  stamp.updated_at = now;
  if (source.created_at && (!target.created_at || *source.created_at < *target.created_at))
    stamp.created_at = source.created_at;
  if (source.importance && (!target.importance || *source.importance > *target.importance))
    stamp.importance = source.importance;
  if (source.maturity && maturity_of_both(target.maturity, source.maturity) != target.maturity.value_or("")) {
    stamp.maturity = maturity_of_both(target.maturity, source.maturity);
  }
  return stamp;
}

}  // namespace

Result<std::string> merge_entries(std::string_view target, std::string_view target_name, std::string_view source,
                                  std::string_view source_name, Time now) {
  const ParsedEntry into = parse_entry(target, target_name);
  const ParsedEntry from = parse_entry(source, source_name);
  if (into.problem) return unparsable("target", *into.problem);
  if (from.problem) return unparsable("source", *from.problem);
  const MarkdownBody source_body(source.substr(from.body_offset));
  const SectionContent sections = read_sections(source_body, false);
  Result<std::string> synced = with_knowledge(target, into.entry, from.entry, sections);
  if (!synced) return synced;
  // The stamp comes first: it makes the block that the source's keys go into.
  Result<std::string> stamped = stamp_entry(*synced, merged_stamp(into.entry, from.entry, now));
  if (!stamped) return stamped;
  return stamp_entry(with_unknown_keys(*stamped, source), {});
}

Result<std::string> mark_superseded(std::string_view bytes, std::string_view name, const Fact& fact,
                                    std::string_view by_path) {
  const ParsedEntry parsed = parse_entry(bytes, name);
  if (parsed.problem) return unparsable("entry", *parsed.problem);
  Entry marked = parsed.entry;
  const auto found = std::find_if(marked.content.facts.begin(), marked.content.facts.end(),
                                  [&](const Fact& known) { return normal_fact(known) == normal_fact(fact); });
  if (found == marked.content.facts.end())
    return Error{ErrorCode::kNotFound, "the entry has no such fact", "facts", fact.statement, {}};
  found->superseded_by = fold_to_line(by_path);
  return sync_entry(bytes, parsed.entry, marked, {});
}

}  // namespace memory
