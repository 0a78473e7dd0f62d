// check_content: every text of an operation is walked once, with the name of its field.
#include "memory/tree/content.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

class Check {
 public:
  void text(std::string_view field, std::string_view text) {
    if (error_ || is_valid_utf8(text)) return;
    error_ = Error{ErrorCode::kInvalidArgument, "the text is not valid UTF-8", std::string(field), {}, {}};
  }
  void text(std::string_view field, const std::optional<std::string>& given) {
    if (given) text(field, std::string_view(*given));
  }
  void texts(std::string_view field, const std::vector<std::string>& list) {
    for (const std::string& item : list) text(field, std::string_view(item));
  }
  void content(const EntryContent& content);
  std::optional<Error> take() { return std::move(error_); }

 private:
  void raw_concept(const RawConcept& raw);
  void narrative(const Narrative& narrative);
  std::optional<Error> error_;
};

void Check::content(const EntryContent& given) {
  text("body", given.body);
  text("summary", given.summary);
  texts("tags", given.tags);
  texts("keywords", given.keywords);
  texts("aliases", given.aliases);
  texts("questions", given.questions);
  for (const Relation& relation : given.relations) texts("relations", {relation.target, relation.type, relation.why});
  for (const Fact& fact : given.facts) {
    texts("facts", {fact.statement, fact.subject, fact.value, fact.category, fact.valid_from, fact.valid_until,
                    fact.superseded_by});
  }
  texts("snippets", given.snippets);
  if (given.raw_concept) raw_concept(*given.raw_concept);
  if (given.narrative) narrative(*given.narrative);
}

void Check::raw_concept(const RawConcept& raw) {
  text("raw_concept.task", raw.task);
  texts("raw_concept.changes", raw.changes);
  texts("raw_concept.files", raw.files);
  text("raw_concept.flow", raw.flow);
  text("raw_concept.timestamp", raw.timestamp);
  text("raw_concept.author", raw.author);
  for (const Pattern& pattern : raw.patterns) {
    texts("raw_concept.patterns", {pattern.pattern, pattern.flags, pattern.description});
  }
}

void Check::narrative(const Narrative& narrative) {
  text("narrative.structure", narrative.structure);
  text("narrative.dependencies", narrative.dependencies);
  text("narrative.highlights", narrative.highlights);
  text("narrative.rules", narrative.rules);
  text("narrative.examples", narrative.examples);
  for (const Diagram& diagram : narrative.diagrams) {
    texts("narrative.diagrams", {diagram.type, diagram.title, diagram.content});
  }
}

}  // namespace

Result<> check_content(std::string_view title, const EntryContent& content) {
  if (is_blank(title))
    return Error{ErrorCode::kInvalidArgument, "a title needs at least one character", "title", std::string(title), {}};
  Check check;
  check.text("title", title);
  check.content(content);
  if (auto error = check.take()) return std::move(*error);
  return {};
}

}  // namespace memory
