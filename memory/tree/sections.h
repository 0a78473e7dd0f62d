// Which lines of an entry's body are which part of it? Every line belongs to exactly one part: the free body,
// a known section, text under a heading the program does not know, or a snippet at the end or in front of a heading
// that was put behind it (design: tree.md §3). Headings inside quotes, lists, code and HTML are never structure. Pure
// functions.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/tree/entry.h"
#include "memory/tree/markdown.h"

namespace memory {

enum class SectionName { kReason, kRelations, kRawConcept, kNarrative, kFacts };  // in the order they are written
enum class RawField { kTask, kChanges, kFiles, kFlow, kTimestamp, kAuthor, kPatterns };
enum class NarrativeField { kStructure, kDependencies, kHighlights, kRules, kExamples, kDiagrams };

std::string_view heading_of(SectionName name);      // "Raw Concept"
std::string_view label_of(RawField field);          // "Task"
std::string_view heading_of(NarrativeField field);  // "Structure"

// The narrative's fields that are text: all but the diagrams, in order.
inline constexpr std::array<NarrativeField, 5> kNarrativeTexts = {
    NarrativeField::kStructure, NarrativeField::kDependencies, NarrativeField::kHighlights, NarrativeField::kRules,
    NarrativeField::kExamples};
std::optional<std::string>& narrative_text(Narrative& narrative, NarrativeField field);
const std::optional<std::string>& narrative_text(const Narrative& narrative, NarrativeField field);

// Names match in any case.
std::optional<SectionName> section_name(std::string_view heading);
std::optional<NarrativeField> narrative_field(std::string_view heading);
// The field whose label starts the line: "**Task:**", text may follow; `rest` receives it.
std::optional<RawField> raw_concept_label(std::string_view line, std::string_view* rest = nullptr);

// A body with its lines and blocks; the views point into the text given.
struct MarkdownBody {
  explicit MarkdownBody(std::string_view text);
  std::string_view line(int number) const { return lines[static_cast<std::size_t>(number) - 1]; }
  bool in_code(int number) const { return code[static_cast<std::size_t>(number)]; }
  // Lines joined by "\n", without blank lines at the ends.
  std::string text_of(int first, int last) const;

  std::vector<std::string_view> lines;
  MarkdownOutline outline;
  std::vector<bool> code;  // by line number: inside a top-level code block
};

enum class PartKind { kBody, kSection, kForeign, kSnippet };

struct Part {
  PartKind kind = PartKind::kBody;
  SectionName section = SectionName::kReason;  // kSection
  int first_line = 1;
  int text_line = 1;  // the first line behind the heading, the separator
  int last_line = 0;
};

// `repeats`: whether the second section of one name is a section too; else it is foreign text.
std::vector<Part> split_parts(const MarkdownBody& body, bool repeats);

template <class Name>
struct FieldPart {
  Name name{};
  int first_line = 1;  // the heading or label
  int text_line = 1;   // raw concepts: the label's own line, whose rest belongs to the text
  int last_line = 0;
};
// Fields of one part, in order; of a name that comes twice (without `repeats`) the first. Lines of no field
// are foreign.
std::vector<FieldPart<RawField>> raw_fields(const MarkdownBody& body, const Part& part, bool repeats);
std::vector<FieldPart<NarrativeField>> narrative_fields(const MarkdownBody& body, const Part& part, bool repeats);

struct ListItem {
  int first_line = 1;
  int last_line = 1;
  std::string text;  // one line, without the marker
};
std::vector<ListItem> list_items(const MarkdownBody& body, int first, int last);

}  // namespace memory
