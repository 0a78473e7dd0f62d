#include "memory/store/knowledge_text.h"

namespace memory {
namespace {

void add(std::string& text, const std::optional<std::string>& part) {
  if (part && !part->empty()) text += *part + "\n";
}

}  // namespace

std::string knowledge_text(const EntryContent& content) {
  std::string text;
  add(text, content.body);
  for (const Fact& fact : content.facts) {
    text += fact.subject + (fact.subject.empty() ? "" : ": ") + fact.statement + "\n";
    add(text, fact.value);
  }
  for (const std::string& snippet : content.snippets) add(text, snippet);
  if (content.narrative) {
    const Narrative& narrative = *content.narrative;
    for (const auto* part : {&narrative.structure, &narrative.dependencies, &narrative.highlights, &narrative.rules,
                             &narrative.examples}) {
      add(text, *part);
    }
    for (const Diagram& diagram : narrative.diagrams) add(text, diagram.content);
  }
  if (content.raw_concept) {
    const RawConcept& raw = *content.raw_concept;
    add(text, raw.task);
    for (const std::string& change : raw.changes) add(text, change);
    for (const std::string& file : raw.files) add(text, file);
    add(text, raw.flow);
    for (const Pattern& pattern : raw.patterns) add(text, pattern.pattern);
  }
  add(text, content.summary);
  return text;
}

}  // namespace memory
