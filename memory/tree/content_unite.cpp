#include "memory/tree/content_unite.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "memory/tree/block_scanner.h"
#include "memory/tree/content.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/kept_headings.h"
#include "memory/tree/pattern_line.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/sections.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

using Text = std::optional<std::string>;

void append_lines(Text& text, const std::string& given) {
  // Behind a paragraph, "---" would make a heading of it.
  const bool rule = is_setext_rule(split_lines(given).front());
  *text += rule ? "\n\n" : "\n";
  *text += given;
}

void set_text(Text& text, const Text& given, const Text& as_given, bool append) {
  if (given && append && text) {
    append_lines(text, *given);
  } else if (given) {
    text = given;
  } else if (as_given && is_blank(*as_given) && !append) {
    text.reset();
  }
}

// The text of a field inside a section, which may hold headings of a person.
void set_field_text(Text& text, const Text& given, const Text& as_given, bool append, TextPlace place) {
  const std::string before = text.value_or("");
  set_text(text, given, as_given, append);
  if (append || text == before) return;
  std::string kept = with_kept_headings(before, text.value_or(""), place);
  text = kept.empty() ? std::nullopt : std::optional(std::move(kept));
}

template <class Item, class Key>
void unite_items(std::vector<Item>& items, const std::vector<Item>& more, Key key) {
  std::unordered_set<std::string> known;
  for (const Item& item : items) known.insert(key(item));
  for (const Item& item : more) {
    if (known.insert(key(item)).second) items.push_back(item);
  }
}

std::string snippet_key(const std::string& snippet) { return snippet; }
std::string diagram_key(const Diagram& diagram) { return diagram.type + '\n' + diagram.title + '\n' + diagram.content; }

void unite_raw_lists(RawConcept& raw, const RawConcept& more) {
  unite(raw.changes, more.changes);
  unite(raw.files, more.files);
  unite_items(raw.patterns, more.patterns, format_pattern);
}

void unite_raw(std::optional<RawConcept>& content, const std::optional<RawConcept>& given,
               const std::optional<RawConcept>& as_given, bool append) {
  if (!given && !as_given) return;
  RawConcept raw = content.value_or(RawConcept{});
  const RawConcept more = given.value_or(RawConcept{});
  const RawConcept original = as_given.value_or(RawConcept{});
  set_field_text(raw.task, more.task, original.task, append, TextPlace::kRawConcept);
  set_field_text(raw.flow, more.flow, original.flow, append, TextPlace::kRawConcept);
  // One line each, which nothing can be added to.
  set_text(raw.timestamp, more.timestamp, original.timestamp, false);
  set_text(raw.author, more.author, original.author, false);
  unite_raw_lists(raw, more);
  content = raw == RawConcept{} ? std::nullopt : std::optional(std::move(raw));
}

void unite_narrative(std::optional<Narrative>& content, const std::optional<Narrative>& given,
                     const std::optional<Narrative>& as_given, bool append) {
  if (!given && !as_given) return;
  Narrative narrative = content.value_or(Narrative{});
  const Narrative more = given.value_or(Narrative{});
  const Narrative original = as_given.value_or(Narrative{});
  for (const NarrativeField field : kNarrativeTexts) {
    set_field_text(narrative_text(narrative, field), narrative_text(more, field), narrative_text(original, field),
                   append, TextPlace::kNarrative);
  }
  unite_items(narrative.diagrams, more.diagrams, diagram_key);
  content = narrative == Narrative{} ? std::nullopt : std::optional(std::move(narrative));
}

void unite_lists(EntryContent& content, const EntryContent& more) {
  unite(content.tags, more.tags);
  unite(content.keywords, more.keywords);
  unite(content.aliases, more.aliases);
  unite(content.questions, more.questions);
  unite_relations(content.relations, more.relations);
  unite_items(content.snippets, more.snippets, snippet_key);
}

constexpr std::array<std::string Fact::*, 6> kFactParts = {&Fact::subject,    &Fact::value,       &Fact::category,
                                                           &Fact::valid_from, &Fact::valid_until, &Fact::superseded_by};

// Whether two facts of one statement can be one fact.
template <std::size_t kCount>
bool agree(const Fact& a, const Fact& b, const std::array<std::string Fact::*, kCount>& parts) {
  return std::all_of(parts.begin(), parts.end(), [&](std::string Fact::*part) {
    return (a.*part).empty() || (b.*part).empty() || folded_text(a.*part) == folded_text(b.*part);
  });
}

template <class Agree, class Take>
void join_facts(std::vector<Fact>& facts, const std::vector<Fact>& more, Agree can_be_one, Take take_parts) {
  std::unordered_map<std::string, std::vector<std::size_t>> by_statement;
  for (std::size_t i = 0; i < facts.size(); ++i) by_statement[folded_text(facts[i].statement)].push_back(i);
  for (const Fact& fact : more) {
    std::vector<std::size_t>& same = by_statement[folded_text(fact.statement)];
    if (std::any_of(same.begin(), same.end(), [&](std::size_t i) { return facts[i] == fact; })) continue;
    const auto known =
        std::find_if(same.begin(), same.end(), [&](std::size_t i) { return can_be_one(facts[i], fact); });
    if (known == same.end()) {
      same.push_back(facts.size());
      facts.push_back(fact);
    } else {
      take_parts(facts[*known], fact);
    }
  }
}

// Paragraphs: runs of lines between blank ones, code with the blank lines inside it.
std::vector<std::string> paragraphs(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  std::vector<bool> in_code(lines.size(), false);
  for (const LineRange& code : markdown_outline(text).code) {
    for (int line = code.first; line <= code.last; ++line) in_code[static_cast<std::size_t>(line) - 1] = true;
  }
  std::vector<std::string> found;
  bool open = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_blank(lines[i]) && !in_code[i]) {
      open = false;
    } else if (open) {
      found.back().append("\n").append(lines[i]);
    } else {
      found.emplace_back(lines[i]);
      open = true;
    }
  }
  return found;
}

}  // namespace

void unite_facts(std::vector<Fact>& facts, const std::vector<Fact>& more) {
  constexpr std::array kDistinct = {&Fact::subject, &Fact::value, &Fact::valid_from};
  join_facts(
      facts, more, [&](const Fact& a, const Fact& b) { return agree(a, b, kDistinct); },
      [](Fact& known, const Fact& fact) {
        for (const auto part : kFactParts) {
          if (!(fact.*part).empty()) known.*part = fact.*part;
        }
      });
}

void merge_facts(std::vector<Fact>& facts, const std::vector<Fact>& more) {
  constexpr std::array kDistinct = {&Fact::subject, &Fact::value, &Fact::valid_from, &Fact::valid_until};
  join_facts(
      facts, more, [&](const Fact& a, const Fact& b) { return agree(a, b, kDistinct); },
      [](Fact& known, const Fact& fact) {
        for (const auto part : kFactParts) {
          if ((known.*part).empty()) known.*part = fact.*part;
        }
      });
}

void unite_relations(std::vector<Relation>& relations, const std::vector<Relation>& more) {
  std::unordered_map<std::string, std::size_t> known;
  const auto identity = [](const Relation& relation) {
    return folded_key(relation.target) + '\n' + fold_case(relation.type);
  };
  for (std::size_t i = 0; i < relations.size(); ++i) known.emplace(identity(relations[i]), i);
  for (const Relation& relation : more) {
    const auto [found, added] = known.emplace(identity(relation), relations.size());
    if (added) {
      relations.push_back(relation);
    } else if (!relation.why.empty()) {
      relations[found->second].why = relation.why;
    }
  }
  std::vector<std::string> targets;
  std::vector<Relation> described;
  for (const Relation& relation : relations) {
    targets.push_back(relation.target);
    if (!relation.type.empty() || !relation.why.empty()) described.push_back(relation);
  }
  relations = group_relations(targets, described);
}

void unite_content(EntryContent& content, const EntryContent& given, const EntryContent& as_given, bool append) {
  set_text(content.body, given.body, as_given.body, append);
  set_text(content.summary, given.summary, as_given.summary, append);
  unite_lists(content, given);
  unite_facts(content.facts, given.facts);
  unite_raw(content.raw_concept, given.raw_concept, as_given.raw_concept, append);
  unite_narrative(content.narrative, given.narrative, as_given.narrative, append);
}

void merge_text(Text& target, const Text& source) {
  if (!source) return;
  if (!target) {
    target = source;
    return;
  }
  std::unordered_set<std::string> known;
  for (const std::string& paragraph : paragraphs(*target)) known.insert(folded_text(paragraph));
  for (const std::string& paragraph : paragraphs(*source)) {
    if (known.insert(folded_text(paragraph)).second) target->append("\n\n").append(paragraph);
  }
}

void merge_content(EntryContent& target, const EntryContent& source) {
  merge_text(target.body, source.body);
  if (!target.summary) target.summary = source.summary;
  unite_lists(target, source);
  merge_facts(target.facts, source.facts);
  if (source.raw_concept) {
    if (!target.raw_concept) target.raw_concept.emplace();
    RawConcept& raw = *target.raw_concept;
    if (!raw.task) raw.task = source.raw_concept->task;
    if (!raw.flow) raw.flow = source.raw_concept->flow;
    if (!raw.timestamp) raw.timestamp = source.raw_concept->timestamp;
    if (!raw.author) raw.author = source.raw_concept->author;
    unite_raw_lists(raw, *source.raw_concept);
  }
  if (source.narrative) {
    if (!target.narrative) target.narrative.emplace();
    for (const NarrativeField field : kNarrativeTexts) {
      merge_text(narrative_text(*target.narrative, field), narrative_text(*source.narrative, field));
    }
    unite_items(target.narrative->diagrams, source.narrative->diagrams, diagram_key);
  }
}

}  // namespace memory
