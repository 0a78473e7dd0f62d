// What do the sections of an entry's body say? Reads parts (sections.h) into the model. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "memory/tree/entry.h"
#include "memory/tree/sections.h"

namespace memory {

// Lines of a known section that are no field, fact, relation or diagram.
struct LooseText {
  SectionName section = SectionName::kReason;
  std::string before;  // in front of the first of these
  std::string after;
  bool operator==(const LooseText&) const = default;
};

struct SectionContent {
  EntryContent content;  // body, relations (of the section only), facts, snippets, raw_concept, narrative
  std::optional<std::string> reason;
  std::unordered_map<std::string, std::string> languages;  // of snippets whose fence names one
  // Every operation keeps these where they stand.
  std::vector<std::string> foreign;  // texts under unknown headings, in order
  std::vector<LooseText> loose;      // one a section that has such lines, in order
};

// `repeats`: a name that comes twice is read twice (lists unite, texts follow one another); else the first is the
// section and the second is foreign.
SectionContent read_sections(const MarkdownBody& body, bool repeats);

// The diagrams of a narrative's field with their lines, a title's line first.
struct DiagramLines {
  Diagram diagram;
  int first_line = 1;
  int last_line = 1;
};
std::vector<DiagramLines> diagrams_of(const MarkdownBody& body, const FieldPart<NarrativeField>& field);

}  // namespace memory
