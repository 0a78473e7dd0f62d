#include "memory/tree/section_writer.h"

#include <array>
#include <cstdio>

#include "memory/tree/fact_line.h"
#include "memory/tree/fence.h"
#include "memory/tree/pattern_line.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/structure_text.h"

namespace memory {
namespace {

std::string heading(SectionName name) { return "## " + std::string(heading_of(name)); }
std::string label(RawField field) { return "**" + std::string(label_of(field)) + ":**"; }

void append_block(std::string& text, const std::string& block, std::string_view separator) {
  if (!block.empty()) text.append(text.empty() ? "" : separator).append(block);
}

std::string items(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& item : list) append_block(text, write_item(item), "\n");
  return text;
}

std::string labelled(RawField field, const std::string& text, std::string_view separator) {
  return text.empty() ? std::string() : label(field).append(separator).append(text);
}

std::string under_heading(std::string_view head, const std::string& text) {
  return text.empty() ? std::string() : std::string(head).append("\n").append(text);
}

}  // namespace

std::string write_item(std::string_view text) { return "- " + escape_item(text); }

std::string write_reason(std::string_view reason) {
  return under_heading(heading(SectionName::kReason), escape_structure(reason, TextPlace::kSection));
}

std::string write_relations(const std::vector<Relation>& relations) {
  std::vector<std::string> lines;
  for (const Relation& relation : relations) {
    if (!relation.type.empty() || !relation.why.empty()) lines.push_back(format_relation(relation));
  }
  return under_heading(heading(SectionName::kRelations), items(lines));
}

std::string write_raw_field(const RawConcept& raw, RawField field) {
  const auto text = [](const std::optional<std::string>& given) {
    return given ? escape_structure(*given, TextPlace::kRawConcept) : std::string();
  };
  switch (field) {
    case RawField::kTask:
      return labelled(field, text(raw.task), "\n");
    case RawField::kChanges:
      return labelled(field, items(raw.changes), "\n");
    case RawField::kFiles:
      return labelled(field, items(raw.files), "\n");
    case RawField::kFlow:
      return labelled(field, text(raw.flow), "\n");
    case RawField::kTimestamp:
      return labelled(field, raw.timestamp.value_or(""), " ");
    case RawField::kAuthor:
      return labelled(field, raw.author.value_or(""), " ");
    case RawField::kPatterns: {
      std::vector<std::string> lines;
      for (const Pattern& pattern : raw.patterns) lines.push_back(format_pattern(pattern));
      return labelled(field, items(lines), "\n");
    }
  }
  return {};
}

std::string write_raw_concept(const RawConcept& raw) {
  std::string text;
  for (int field = 0; field <= static_cast<int>(RawField::kPatterns); ++field) {
    append_block(text, write_raw_field(raw, static_cast<RawField>(field)), "\n\n");
  }
  return under_heading(heading(SectionName::kRawConcept), text);
}

std::string write_diagram(const Diagram& diagram) {
  const std::string title = diagram.title.empty() ? "" : "**" + escape_characters(diagram.title, "*", "*") + "**\n";
  return title + fenced(diagram.content, diagram.type);
}

std::string write_narrative_field(const Narrative& narrative, NarrativeField field) {
  std::string text;
  if (field == NarrativeField::kDiagrams) {
    for (const Diagram& diagram : narrative.diagrams) append_block(text, write_diagram(diagram), "\n\n");
  } else if (const auto& given = narrative_text(narrative, field)) {
    text = escape_structure(*given, TextPlace::kNarrative);
  }
  return under_heading("### " + std::string(heading_of(field)), text);
}

std::string write_narrative(const Narrative& narrative) {
  std::string text;
  for (int field = 0; field <= static_cast<int>(NarrativeField::kDiagrams); ++field) {
    append_block(text, write_narrative_field(narrative, static_cast<NarrativeField>(field)), "\n\n");
  }
  return under_heading(heading(SectionName::kNarrative), text);
}

std::string write_facts(const std::vector<Fact>& facts) {
  std::vector<std::string> lines;
  for (const Fact& fact : facts) lines.push_back(format_fact(fact));
  return under_heading(heading(SectionName::kFacts), items(lines));
}

std::string write_snippet(std::string_view snippet, std::string_view language) {
  return "---\n\n" + fenced(snippet, language);
}

std::string write_importance(double importance) {
  std::array<char, 48> buffer{};
  const int size = std::snprintf(buffer.data(), buffer.size(), "%.4f", importance);
  std::string text(buffer.data(), static_cast<std::size_t>(size));
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string write_body(const EntryContent& content, std::string_view reason,
                       const std::unordered_map<std::string, std::string>& languages) {
  std::string body = content.body.value_or("");
  append_block(body, write_reason(reason), "\n\n");
  append_block(body, write_relations(content.relations), "\n\n");
  if (content.raw_concept) append_block(body, write_raw_concept(*content.raw_concept), "\n\n");
  if (content.narrative) append_block(body, write_narrative(*content.narrative), "\n\n");
  append_block(body, write_facts(content.facts), "\n\n");
  for (const std::string& snippet : content.snippets) {
    const auto language = languages.find(snippet);
    append_block(body, write_snippet(snippet, language == languages.end() ? "" : language->second), "\n\n");
  }
  if (!body.empty()) body.push_back('\n');
  return body;
}

}  // namespace memory
