#include "memory/tree/entry_sync.h"

#include <algorithm>
#include <unordered_set>

#include "memory/tree/body_text.h"
#include "memory/tree/content.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/fact_line.h"
#include "memory/tree/front_matter.h"
#include "memory/tree/front_matter_edit.h"
#include "memory/tree/line_splice.h"
#include "memory/tree/pattern_line.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/section_edit.h"
#include "memory/tree/section_writer.h"
#include "memory/tree/structure_text.h"
#include "memory/tree/text.h"
#include "memory/tree/yaml_text.h"

namespace memory {
namespace {

// The items to take out, to rewrite (a new item of the same identity, on the old one's line) and to add.
template <class Item, class Format, class Identity>
ItemEdit item_edit(const std::vector<Item>& before, const std::vector<Item>& after, Format format, Identity identity) {
  std::unordered_set<std::string> old_lines;
  std::unordered_set<std::string> new_lines;
  for (const Item& item : before) old_lines.insert(format(item));
  for (const Item& item : after) new_lines.insert(format(item));
  ItemEdit edit;
  std::unordered_map<std::string, std::string> replaceable;  // identity → the line that goes
  for (const Item& item : before) {
    const std::string line = format(item);
    if (new_lines.contains(line)) continue;
    edit.changed[line] = std::nullopt;
    replaceable.emplace(identity(item), line);
  }
  for (const Item& item : after) {
    const std::string line = format(item);
    if (!old_lines.insert(line).second) continue;
    const auto found = replaceable.find(identity(item));
    if (found == replaceable.end()) {
      edit.added.push_back(line);
    } else {
      edit.changed[found->second] = line;
      replaceable.erase(found);
    }
  }
  return edit;
}

std::string same(const std::string& item) { return item; }

std::string fact_identity(const Fact& fact) { return folded_text(fact.statement); }
std::string relation_identity(const Relation& relation) { return folded_key(relation.target) + '\n' + relation.type; }

std::string fact_key(const std::string& item) { return format_fact(parse_fact(item)); }
std::string pattern_key(const std::string& item) { return format_pattern(parse_pattern(item)); }
std::string relation_key(const std::string& item) {
  const auto relation = parse_relation(item);
  return relation ? format_relation(*relation) : std::string();
}

void sync_reason(BodyText& body, const std::optional<std::string>& before, const std::optional<std::string>& after) {
  if (before == after) return;
  std::string* section = body.section(SectionName::kReason);
  if (!after) {
    body.remove_section(SectionName::kReason);
  } else if (section == nullptr) {
    body.add_section(SectionName::kReason, write_reason(*after));
  } else {
    *section = set_section_text(*section, body.line_end(), escape_structure(before.value_or(""), TextPlace::kSection),
                                escape_structure(*after, TextPlace::kSection));
  }
}

// Facts or relations: the items of a whole section.
void sync_items(BodyText& body, SectionName name, const ItemKey& key, const ItemEdit& edit, const std::string& fresh) {
  if (edit.empty()) return;
  if (std::string* section = body.section(name)) {
    *section = edit_items(*section, body.line_end(), key, edit);
    body.drop_if_empty(name);
  } else if (!fresh.empty() && !edit.added.empty()) {
    body.add_section(name, fresh);
  }
}

std::vector<Relation> described(const std::vector<Relation>& relations) {
  std::vector<Relation> found;
  for (const Relation& relation : relations) {
    if (!relation.type.empty() || !relation.why.empty()) found.push_back(relation);
  }
  return found;
}

void sync_relations(BodyText& body, const std::vector<Relation>& before, const std::vector<Relation>& after) {
  ItemEdit edit = item_edit(described(before), described(after), format_relation, relation_identity);
  // A plain relation may stand in the section too; it goes when nothing names its target any more.
  std::unordered_set<std::string> targets;
  for (const Relation& relation : after) targets.insert(folded_key(relation.target));
  for (const Relation& relation : before) {
    if (!targets.contains(folded_key(relation.target))) edit.changed.emplace(format_relation(relation), std::nullopt);
  }
  sync_items(body, SectionName::kRelations, relation_key, edit, write_relations(after));
}

void sync_raw_text(std::string& section, std::string_view end, RawField field, const std::optional<std::string>& before,
                   const std::optional<std::string>& after) {
  if (before == after) return;
  const bool one_line = field == RawField::kTimestamp || field == RawField::kAuthor;
  const auto written = [&](const std::optional<std::string>& text) {
    return !text || one_line ? text.value_or("") : escape_structure(*text, TextPlace::kRawConcept);
  };
  section = set_raw_text(section, end, field, written(before), written(after));
}

void sync_raw_items(std::string& section, std::string_view end, RawField field, const ItemKey& key,
                    const ItemEdit& edit) {
  if (!edit.empty()) section = edit_raw_items(section, end, field, key, edit);
}

void sync_raw(BodyText& body, const std::optional<RawConcept>& given_before,
              const std::optional<RawConcept>& given_after) {
  if (given_before == given_after) return;
  const RawConcept before = given_before.value_or(RawConcept{});
  const RawConcept after = given_after.value_or(RawConcept{});
  std::string* section = body.section(SectionName::kRawConcept);
  if (section == nullptr) {
    body.add_section(SectionName::kRawConcept, write_raw_concept(after));
    return;
  }
  const std::string& end = body.line_end();
  sync_raw_text(*section, end, RawField::kTask, before.task, after.task);
  sync_raw_items(*section, end, RawField::kChanges, same, item_edit(before.changes, after.changes, same, same));
  sync_raw_items(*section, end, RawField::kFiles, same, item_edit(before.files, after.files, same, same));
  sync_raw_text(*section, end, RawField::kFlow, before.flow, after.flow);
  sync_raw_text(*section, end, RawField::kTimestamp, before.timestamp, after.timestamp);
  sync_raw_text(*section, end, RawField::kAuthor, before.author, after.author);
  sync_raw_items(*section, end, RawField::kPatterns, pattern_key,
                 item_edit(before.patterns, after.patterns, format_pattern,
                           [](const Pattern& p) { return p.pattern + '\n' + p.flags; }));
  body.drop_if_empty(SectionName::kRawConcept);
}

template <class Item, class Key>
std::vector<Item> difference(const std::vector<Item>& all, const std::vector<Item>& without, Key key) {
  std::unordered_set<std::string> known;
  for (const Item& item : without) known.insert(key(item));
  std::vector<Item> rest;
  for (const Item& item : all) {
    if (!known.contains(key(item))) rest.push_back(item);
  }
  return rest;
}

void sync_narrative(BodyText& body, const std::optional<Narrative>& given_before,
                    const std::optional<Narrative>& given_after) {
  if (given_before == given_after) return;
  const Narrative before = given_before.value_or(Narrative{});
  const Narrative after = given_after.value_or(Narrative{});
  std::string* section = body.section(SectionName::kNarrative);
  if (section == nullptr) {
    body.add_section(SectionName::kNarrative, write_narrative(after));
    return;
  }
  for (const NarrativeField field : kNarrativeTexts) {
    const auto& old_text = narrative_text(before, field);
    const auto& new_text = narrative_text(after, field);
    if (old_text == new_text) continue;
    *section = set_narrative_text(*section, body.line_end(), field,
                                  escape_structure(old_text.value_or(""), TextPlace::kNarrative),
                                  escape_structure(new_text.value_or(""), TextPlace::kNarrative));
  }
  const std::vector<Diagram> removed = difference(before.diagrams, after.diagrams, write_diagram);
  const std::vector<Diagram> added = difference(after.diagrams, before.diagrams, write_diagram);
  if (!removed.empty() || !added.empty()) *section = edit_diagrams(*section, body.line_end(), removed, added);
  body.drop_if_empty(SectionName::kNarrative);
}

std::string with_open_block_closed(std::string_view text, std::string_view line_end) {
  if (text.empty()) return {};
  const std::string_view lines = text.substr(0, text.size() - line_end.size());
  const std::string closed = close_open_blocks(lines);
  return closed.size() == lines.size() ? std::string(text)
                                       : std::string(text).append(closed.substr(lines.size() + 1)).append(line_end);
}

std::string sync_body(std::string_view text, std::string_view line_end, const Entry& before, const Entry& after,
                      const std::unordered_map<std::string, std::string>& languages) {
  if (before.content == after.content && before.reason == after.reason) return std::string(text);
  // A fence left open at the end of the file would swallow what is added behind it.
  const std::string closed = with_open_block_closed(text, line_end);
  BodyText body(closed, line_end);
  const EntryContent& old_content = before.content;
  const EntryContent& new_content = after.content;
  sync_reason(body, before.reason, after.reason);
  sync_relations(body, old_content.relations, new_content.relations);
  sync_raw(body, old_content.raw_concept, new_content.raw_concept);
  sync_narrative(body, old_content.narrative, new_content.narrative);
  sync_items(body, SectionName::kFacts, fact_key,
             item_edit(old_content.facts, new_content.facts, format_fact, fact_identity),
             write_facts(new_content.facts));
  const std::vector<std::string> gone = difference(old_content.snippets, new_content.snippets, same);
  if (!gone.empty()) body.remove_snippets({gone.begin(), gone.end()});
  for (const std::string& snippet : difference(new_content.snippets, old_content.snippets, same)) {
    const auto language = languages.find(snippet);
    body.add_snippet(write_snippet(snippet, language == languages.end() ? "" : language->second));
  }
  if (old_content.body != new_content.body) body.set_body(old_content.body.value_or(""), new_content.body.value_or(""));
  return body.result();
}

// The items of `related:` as they stand, without the targets that went, and the new ones.
std::vector<std::string> related_after(std::string_view bytes, const std::vector<Relation>& relations) {
  const FrontMatter front = read_front_matter(bytes);
  const FrontMatterKey* key = find_key(front, "related");
  const std::vector<std::string> present = key == nullptr ? std::vector<std::string>{} : list_of(*key);
  std::unordered_set<std::string> wanted;
  for (const Relation& relation : relations) wanted.insert(folded_key(relation.target));
  std::vector<std::string> items;
  std::unordered_set<std::string> written;
  for (const std::string& item : present) {
    const std::string target = folded_key(normal_target(item));
    if (!wanted.contains(target)) continue;
    written.insert(target);
    items.push_back(item);
  }
  for (const Relation& relation : relations) {
    if (written.insert(folded_key(relation.target)).second) items.push_back(related_item(relation));
  }
  return items;
}

class FrontSync {
 public:
  explicit FrontSync(std::string bytes) : bytes_(std::move(bytes)) {}

  void text(std::string_view key, const std::optional<std::string>& before, const std::optional<std::string>& after) {
    if (before == after) return;
    if (after) {
      take(set_key(bytes_, key, yaml_text(*after)));
    } else {
      bytes_ = remove_key(bytes_, key);
    }
  }

  void list(std::string_view key, const std::vector<std::string>& before, const std::vector<std::string>& after) {
    if (before != after) take(set_list(bytes_, key, after));
  }

  void related(const std::vector<Relation>& before, const std::vector<Relation>& after) {
    if (before != after) take(set_list(bytes_, "related", related_after(bytes_, after)));
  }

  void pinned(bool before, bool after) {
    if (before == after) return;
    if (after) {
      take(set_key(bytes_, "pinned", "true"));
    } else {
      bytes_ = remove_key(bytes_, "pinned");
    }
  }

  Result<std::string> finish() {
    if (error_) return std::move(*error_);
    return std::move(bytes_);
  }

 private:
  void take(Result<std::string> changed) {
    if (changed) {
      bytes_ = std::move(*changed);
    } else if (!error_) {
      error_ = changed.error();
    }
  }

  std::string bytes_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::string> sync_entry(std::string_view bytes, const Entry& before, const Entry& after,
                               const std::unordered_map<std::string, std::string>& languages) {
  const std::string end(line_end_of(bytes));
  const bool unfinished = !bytes.empty() && !bytes.ends_with('\n');
  std::string text(bytes);
  if (unfinished) text += end;
  const std::size_t offset = read_front_matter(text).end;
  const std::string head = text.substr(0, offset);
  FrontSync front(head + sync_body(std::string_view(text).substr(offset), end, before, after, languages));
  if (after.title != before.title) front.text("title", std::nullopt, after.title);
  front.text("summary", before.content.summary, after.content.summary);
  front.list("tags", before.content.tags, after.content.tags);
  front.list("keywords", before.content.keywords, after.content.keywords);
  front.list("aliases", before.content.aliases, after.content.aliases);
  front.list("questions", before.content.questions, after.content.questions);
  front.related(before.content.relations, after.content.relations);
  front.pinned(before.pinned, after.pinned);
  Result<std::string> changed = front.finish();
  if (changed && unfinished && changed->ends_with(end)) changed->erase(changed->size() - end.size());
  return changed;
}

}  // namespace memory
