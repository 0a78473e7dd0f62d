// How is each part of an entry written? Texts with "\n", without a line break at the end; empty where there is
// nothing to write. Content is normal (content.h). Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "memory/tree/entry.h"
#include "memory/tree/sections.h"

namespace memory {

std::string write_reason(std::string_view reason);
std::string write_relations(const std::vector<Relation>& relations);  // those with a type or a why
std::string write_raw_concept(const RawConcept& raw);
std::string write_narrative(const Narrative& narrative);
std::string write_facts(const std::vector<Fact>& facts);
std::string write_snippet(std::string_view snippet, std::string_view language);  // with its separator

// All of these and the free body, in the written order; ends with a line break unless it is empty. `languages`: of
// snippets.
std::string write_body(const EntryContent& content, std::string_view reason,
                       const std::unordered_map<std::string, std::string>& languages);

// One field with its label or heading.
std::string write_raw_field(const RawConcept& raw, RawField field);
std::string write_narrative_field(const Narrative& narrative, NarrativeField field);
std::string write_diagram(const Diagram& diagram);
std::string write_item(std::string_view text);  // "- text"

// "55", "57.25": at most four decimals.
std::string write_importance(double importance);

}  // namespace memory
