#include "memory/tree/content.h"

#include <algorithm>
#include <unordered_set>

#include "memory/tree/content_unite.h"
#include "memory/tree/fact_line.h"
#include "memory/tree/fence.h"
#include "memory/tree/loose_text.h"
#include "memory/tree/pattern_line.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/section_reader.h"
#include "memory/tree/section_writer.h"
#include "memory/tree/sections.h"
#include "memory/tree/structure_text.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr int kMaxBodyRounds = 4;  // taking a section out of a body can make another one; real text needs one round

// A text without blank lines at its start and its end, closed; nothing where it is blank.
std::optional<std::string> normal_text(const std::optional<std::string>& given) {
  if (!given || is_blank(*given)) return std::nullopt;
  const std::string text = with_line_feeds(*given);
  std::size_t start = 0;
  for (std::size_t feed = text.find('\n');
       feed != std::string::npos && is_blank(std::string_view(text).substr(start, feed - start));
       feed = text.find('\n', start)) {
    start = feed + 1;
  }
  return close_open_blocks(trim_blank_lines_end(std::string_view(text).substr(start)));
}

std::optional<std::string> normal_line(const std::optional<std::string>& given) {
  if (!given || is_blank(*given)) return std::nullopt;
  return fold_to_line(*given);
}

std::string without_final_feeds(std::string_view given) {
  std::string text = with_line_feeds(given);
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

std::vector<std::string> normal_list(const std::vector<std::string>& given) {
  std::vector<std::string> list;
  for (const std::string& item : given) list.push_back(fold_to_line(item));
  std::erase_if(list, [](const std::string& item) { return item.empty(); });
  std::vector<std::string> unique;
  unite(unique, list);
  return unique;
}

// Items that are equal after `format` are one.
template <class Item, class Format>
std::vector<Item> without_repetition(std::vector<Item> items, Format format) {
  std::unordered_set<std::string> seen;
  std::erase_if(items, [&](const Item& item) { return !seen.insert(format(item)).second; });
  return items;
}

std::optional<RawConcept> normal_raw(const RawConcept& given) {
  RawConcept raw;
  raw.task = normal_text(given.task);
  raw.changes = normal_list(given.changes);
  raw.files = normal_list(given.files);
  raw.flow = normal_text(given.flow);
  raw.timestamp = normal_line(given.timestamp);
  raw.author = normal_line(given.author);
  for (const Pattern& pattern : given.patterns) {
    if (Pattern normal = normal_pattern(pattern); !normal.pattern.empty()) raw.patterns.push_back(std::move(normal));
  }
  raw.patterns = without_repetition(std::move(raw.patterns), format_pattern);
  return raw == RawConcept{} ? std::nullopt : std::optional(std::move(raw));
}

std::string diagram_key(const Diagram& diagram) { return diagram.type + '\n' + diagram.title + '\n' + diagram.content; }

std::optional<Narrative> normal_narrative(const Narrative& given) {
  Narrative narrative;
  for (const NarrativeField field : kNarrativeTexts)
    narrative_text(narrative, field) = normal_text(narrative_text(given, field));
  for (const Diagram& diagram : given.diagrams) {
    Diagram normal{fold_to_line(diagram.type), fold_to_line(diagram.title), without_final_feeds(diagram.content)};
    if (auto inside = unfenced(normal.content)) {
      normal.content = without_final_feeds(inside->text);
      if (normal.type.empty()) normal.type = std::move(inside->info);
    }
    normal.type.erase(0, std::min(normal.type.find_first_not_of("`~ \t"), normal.type.size()));
    if (!is_blank(normal.content)) narrative.diagrams.push_back(std::move(normal));
  }
  narrative.diagrams = without_repetition(std::move(narrative.diagrams), diagram_key);
  return narrative == Narrative{} ? std::nullopt : std::optional(std::move(narrative));
}

std::vector<Relation> normal_relations(const std::vector<Relation>& given) {
  std::vector<std::string> targets;
  std::vector<Relation> described;
  for (const Relation& relation : given) {
    Relation normal = normal_relation(relation);
    if (normal.target.empty()) continue;
    targets.push_back(normal.target);
    if (!normal.type.empty() || !normal.why.empty()) described.push_back(std::move(normal));
  }
  return group_relations(targets, described);
}

std::vector<Fact> normal_facts(const std::vector<Fact>& given) {
  std::vector<Fact> stated;
  for (const Fact& fact : given) {
    if (Fact normal = normal_fact(fact); !normal.statement.empty()) stated.push_back(std::move(normal));
  }
  std::vector<Fact> facts;
  merge_facts(facts, stated);
  return facts;
}

void normalise_snippets(NormalContent& normal) {
  std::vector<std::string>& snippets = normal.content.snippets;
  for (std::string& snippet : snippets) {
    snippet = without_final_feeds(snippet);
    if (auto inside = unfenced(snippet)) {
      snippet = without_final_feeds(inside->text);
      if (!inside->info.empty()) normal.languages.emplace(snippet, inside->info);
    }
  }
  std::erase_if(snippets, [](const std::string& snippet) { return is_blank(snippet); });
  snippets = without_repetition(std::move(snippets), [](const std::string& snippet) { return snippet; });
}

void append_text(std::optional<std::string>& text, const std::optional<std::string>& more) {
  if (!more || is_blank(*more)) return;
  text = text && !is_blank(*text) ? *text + "\n\n" + *more : *more;
}

template <class T>
void append_all(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

void append_raw(std::optional<RawConcept>& all, const RawConcept& more) {
  if (!all) all.emplace();
  append_text(all->task, more.task);
  append_text(all->flow, more.flow);
  if (!all->timestamp) all->timestamp = more.timestamp;
  if (!all->author) all->author = more.author;
  append_all(all->changes, more.changes);
  append_all(all->files, more.files);
  append_all(all->patterns, more.patterns);
}

void append_narrative(std::optional<Narrative>& all, const Narrative& more) {
  if (!all) all.emplace();
  for (const NarrativeField field : kNarrativeTexts)
    append_text(narrative_text(*all, field), narrative_text(more, field));
  append_all(all->diagrams, more.diagrams);
}

enum class Loose { kInPlace, kInBody };

// Moves what the sections of `text` say behind what is given as fields; returns the rest of the text.
std::string take_sections(std::string_view text, Loose place, EntryContent& content, NormalContent& normal) {
  const MarkdownBody body(text);
  SectionContent sections = read_sections(body, true);
  append_text(normal.reason, sections.reason);
  append_all(content.relations, sections.content.relations);
  append_all(content.facts, sections.content.facts);
  append_all(content.snippets, sections.content.snippets);
  normal.languages.insert(sections.languages.begin(), sections.languages.end());
  if (sections.content.raw_concept) append_raw(content.raw_concept, *sections.content.raw_concept);
  if (sections.content.narrative) append_narrative(content.narrative, *sections.content.narrative);
  if (place == Loose::kInPlace) {
    add_loose(normal.loose, sections.loose);
  } else {
    sections.foreign.insert(sections.foreign.begin(), joined_loose(sections.loose));
  }
  std::optional<std::string> rest = sections.content.body;
  for (const std::string& foreign : sections.foreign) append_text(rest, foreign);
  return rest.value_or("");
}

NormalContent normalised(const EntryContent& given, Loose place) {
  NormalContent normal;
  EntryContent content = given;
  content.body = normal_text(given.body);
  for (int round = 0; round < kMaxBodyRounds && content.body; ++round) {
    std::optional<std::string> rest = normal_text(take_sections(*content.body, place, content, normal));
    const bool settled = rest == content.body;
    content.body = std::move(rest);
    if (settled) break;
  }
  if (const auto summary = given.summary; summary && !is_blank(*summary)) {
    content.summary = std::string(trim(with_line_feeds(*summary)));
  } else {
    content.summary.reset();
  }
  content.tags = normal_list(given.tags);
  content.keywords = normal_list(given.keywords);
  content.aliases = normal_list(given.aliases);
  content.questions = normal_list(given.questions);
  content.relations = normal_relations(content.relations);
  content.facts = normal_facts(content.facts);
  content.raw_concept = content.raw_concept ? normal_raw(*content.raw_concept) : std::nullopt;
  content.narrative = content.narrative ? normal_narrative(*content.narrative) : std::nullopt;
  normal.content = std::move(content);
  normalise_snippets(normal);
  return normal;
}

}  // namespace

std::string folded_text(std::string_view text) {
  std::string folded;
  for (const char c : fold_case(text)) {
    if (!is_blank(std::string_view(&c, 1))) {
      folded.push_back(c);
    } else if (!folded.empty() && folded.back() != ' ') {
      folded.push_back(' ');
    }
  }
  if (folded.ends_with(' ')) folded.pop_back();
  return folded;
}

void unite(std::vector<std::string>& list, const std::vector<std::string>& more) {
  std::unordered_set<std::string> known;
  for (const std::string& item : list) known.insert(folded_text(item));
  for (const std::string& item : more) {
    if (known.insert(folded_text(item)).second) list.push_back(item);
  }
}

NormalContent normal_content(const EntryContent& given) {
  NormalContent normal = normalised(given, Loose::kInPlace);
  if (normal.loose.empty()) return normal;
  const std::string body = write_body(normal.content, normal.reason.value_or(""), normal.languages);
  return body_with_loose(body, normal.loose) ? normal : normal_content_without_loose(given);
}

NormalContent normal_content_without_loose(const EntryContent& given) { return normalised(given, Loose::kInBody); }

std::string normal_reason(std::string_view reason) { return normal_text(std::string(reason)).value_or(""); }

std::string normal_snippet(std::string_view snippet) {
  std::string text = without_final_feeds(snippet);
  if (const auto inside = unfenced(text)) text = without_final_feeds(inside->text);
  return text;
}

bool is_empty(const EntryContent& content) {
  const NormalContent normal = normal_content(content);
  return normal.content == EntryContent{} && normal.loose.empty();
}

}  // namespace memory
