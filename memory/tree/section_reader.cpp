#include "memory/tree/section_reader.h"

#include <algorithm>
#include <span>

#include "memory/tree/fact_line.h"
#include "memory/tree/fence.h"
#include "memory/tree/pattern_line.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/structure_text.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// Adds text behind a blank line; blank text adds nothing.
void append_text(std::optional<std::string>& all, const std::string& text) {
  if (is_blank(text)) return;
  if (all) {
    all->append("\n\n").append(text);
  } else {
    all = text;
  }
}

std::string without_blank_edges(std::string_view text) {
  std::size_t start = 0;
  for (std::size_t feed = text.find('\n'); feed != std::string_view::npos && is_blank(text.substr(start, feed - start));
       feed = text.find('\n', start)) {
    start = feed + 1;
  }
  return std::string(trim_blank_lines_end(text.substr(start)));
}

// The last line of the code block that starts at `first`.
int code_end(const MarkdownBody& body, int first, int last) {
  const auto fence = opening_fence(body.line(first));
  int end = first;
  while (end < last && body.in_code(end + 1)) {
    ++end;
    if (fence && closes_fence(body.line(end), *fence)) break;
  }
  return end;
}

// The text between the fences, without line breaks at its end.
std::string code_text(const MarkdownBody& body, int first, int end) {
  const auto begin = static_cast<std::size_t>(first) - 1;
  std::string text = fence_text(std::span(body.lines).subspan(begin, static_cast<std::size_t>(end - first) + 1));
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

// The line "**Title**" before a diagram's fence, or with one blank line between; 0 where there is none.
int title_line(const MarkdownBody& body, int fence_line, int free_line) {
  int number = fence_line - 1;
  if (number >= free_line && is_blank(body.line(number))) --number;
  if (number < free_line) return 0;
  const std::string_view line = trim(body.line(number));
  const bool bold =
      line.size() >= 5 && line.starts_with("**") && line.ends_with("**") && !is_escaped(line, line.size() - 2);
  return bold ? number : 0;
}

class Reader {
 public:
  Reader(const MarkdownBody& body, bool repeats)
      : body_(body), repeats_(repeats), used_(body.lines.size() + 2, false) {}

  SectionContent run() {
    for (const Part& part : split_parts(body_, repeats_)) {
      use(part.first_line, part.text_line - 1);
      read(part);
      if (part.kind == PartKind::kSection) collect_loose(part);
    }
    return std::move(result_);
  }

 private:
  void read(const Part& part) {
    switch (part.kind) {
      case PartKind::kBody:
        append_text(result_.content.body, body_.text_of(part.first_line, part.last_line));
        break;
      case PartKind::kForeign:
        result_.foreign.push_back(body_.text_of(part.first_line, part.last_line));
        break;
      case PartKind::kSnippet:
        read_snippet(part);
        break;
      case PartKind::kSection:
        read_section(part);
        break;
    }
  }

  void read_section(const Part& part) {
    switch (part.section) {
      case SectionName::kReason:
        use(part.text_line, part.last_line);
        append_text(result_.reason, unescape_structure(body_.text_of(part.text_line, part.last_line)));
        break;
      case SectionName::kRelations:
        for (const ListItem& item : list_items(body_, part.text_line, part.last_line)) {
          if (auto relation = parse_relation(item.text)) {
            result_.content.relations.push_back(std::move(*relation));
            use(item.first_line, item.last_line);
          }
        }
        break;
      case SectionName::kRawConcept:
        read_raw_concept(part);
        break;
      case SectionName::kNarrative:
        read_narrative(part);
        break;
      case SectionName::kFacts:
        for (const ListItem& item : list_items(body_, part.text_line, part.last_line)) {
          use(item.first_line, item.last_line);
          if (!item.text.empty()) result_.content.facts.push_back(parse_fact(item.text));
        }
        break;
    }
  }

  void read_snippet(const Part& part) {
    for (int number = part.text_line; number <= part.last_line; ++number) {
      if (!body_.in_code(number)) continue;
      std::string text = code_text(body_, number, code_end(body_, number, part.last_line));
      if (is_blank(text)) return;
      if (const auto fence = opening_fence(body_.line(number)); fence && !fence->info.empty()) {
        result_.languages.emplace(text, fence->info);
      }
      result_.content.snippets.push_back(std::move(text));
      return;
    }
  }

  void read_raw_concept(const Part& part) {
    RawConcept raw;
    for (const FieldPart<RawField>& field : raw_fields(body_, part, repeats_)) {
      use(field.first_line, field.first_line);
      read_raw_field(field, raw);
    }
    if (raw == RawConcept{}) return;
    std::optional<RawConcept>& all = result_.content.raw_concept;
    if (!all) {
      all = std::move(raw);
      return;
    }
    append_text(all->task, raw.task.value_or(""));
    append_text(all->flow, raw.flow.value_or(""));
    if (!all->timestamp) all->timestamp = raw.timestamp;
    if (!all->author) all->author = raw.author;
    all->changes.insert(all->changes.end(), raw.changes.begin(), raw.changes.end());
    all->files.insert(all->files.end(), raw.files.begin(), raw.files.end());
    all->patterns.insert(all->patterns.end(), raw.patterns.begin(), raw.patterns.end());
  }

  void read_raw_field(const FieldPart<RawField>& field, RawConcept& raw) {
    switch (field.name) {
      case RawField::kTask:
        return append_text(raw.task, field_text(field));
      case RawField::kChanges:
        return append_items(raw.changes, field);
      case RawField::kFiles:
        return append_items(raw.files, field);
      case RawField::kFlow:
        return append_text(raw.flow, field_text(field));
      case RawField::kTimestamp:
        return append_text(raw.timestamp, field_text(field));
      case RawField::kAuthor:
        return append_text(raw.author, field_text(field));
      case RawField::kPatterns: {
        std::vector<std::string> items;
        append_items(items, field);
        for (const std::string& item : items) raw.patterns.push_back(parse_pattern(item));
        return;
      }
    }
  }

  std::string field_text(const FieldPart<RawField>& field) {
    use(field.first_line, field.last_line);
    std::string_view rest;
    raw_concept_label(body_.line(field.first_line), &rest);
    std::string text(rest);
    const std::string below = unescape_structure(body_.text_of(field.first_line + 1, field.last_line));
    if (!text.empty() && !below.empty()) text.push_back('\n');
    return text + below;
  }

  void append_items(std::vector<std::string>& list, const FieldPart<RawField>& field) {
    std::string_view rest;
    raw_concept_label(body_.line(field.first_line), &rest);
    if (!rest.empty()) list.emplace_back(rest);
    for (ListItem& item : list_items(body_, field.first_line + 1, field.last_line)) {
      use(item.first_line, item.last_line);
      if (!item.text.empty()) list.push_back(std::move(item.text));
    }
  }

  void read_narrative(const Part& part) {
    Narrative narrative;
    for (const FieldPart<NarrativeField>& field : narrative_fields(body_, part, repeats_)) {
      use(field.first_line, field.text_line - 1);
      if (field.name == NarrativeField::kDiagrams) {
        read_diagrams(field, narrative.diagrams);
      } else {
        use(field.text_line, field.last_line);
        append_text(narrative_text(narrative, field.name),
                    unescape_structure(body_.text_of(field.text_line, field.last_line)));
      }
    }
    if (narrative == Narrative{}) return;
    std::optional<Narrative>& all = result_.content.narrative;
    if (!all) {
      all = std::move(narrative);
      return;
    }
    for (const NarrativeField field : kNarrativeTexts) {
      append_text(narrative_text(*all, field), narrative_text(narrative, field).value_or(""));
    }
    all->diagrams.insert(all->diagrams.end(), narrative.diagrams.begin(), narrative.diagrams.end());
  }

  void read_diagrams(const FieldPart<NarrativeField>& field, std::vector<Diagram>& diagrams) {
    for (DiagramLines& found : diagrams_of(body_, field)) {
      use(found.first_line, found.last_line);
      diagrams.push_back(std::move(found.diagram));
    }
  }

  void use(int first, int last) {
    for (int number = first; number <= last; ++number) used_[static_cast<std::size_t>(number)] = true;
  }

  void collect_loose(const Part& part) {
    LooseText loose{part.section, {}, {}};
    std::string* text = &loose.before;
    bool apart = false;  // lines of the section's own form stand between
    for (int number = part.text_line; number <= part.last_line; ++number) {
      const std::string_view line = body_.line(number);
      if (used_[static_cast<std::size_t>(number)]) {
        text = &loose.after;
        apart = true;
      } else if (!apart || !is_blank(line)) {
        if (apart) text->erase(trim_blank_lines_end(*text).size());
        if (apart && !text->empty()) text->append("\n\n");
        text->append(line).push_back('\n');
        apart = false;
      }
    }
    for (std::string* lines : {&loose.before, &loose.after}) *lines = without_blank_edges(*lines);
    if (!loose.before.empty() || !loose.after.empty()) result_.loose.push_back(std::move(loose));
  }

  const MarkdownBody& body_;
  bool repeats_;
  std::vector<bool> used_;
  SectionContent result_;
};

}  // namespace

std::vector<DiagramLines> diagrams_of(const MarkdownBody& body, const FieldPart<NarrativeField>& field) {
  std::vector<DiagramLines> diagrams;
  int free_line = field.text_line;  // the first line that no code block before took
  for (int number = field.text_line; number <= field.last_line; ++number) {
    if (!body.in_code(number)) continue;
    const int end = code_end(body, number, field.last_line);
    std::string text = code_text(body, number, end);
    if (const auto fence = opening_fence(body.line(number)); fence && !is_blank(text)) {
      const int title = title_line(body, number, free_line);
      const std::string_view bold = title > 0 ? trim(body.line(title)) : std::string_view("****");
      diagrams.push_back(
          {{std::string(fence->info), unescape_characters(bold.substr(2, bold.size() - 4), "*"), std::move(text)},
           title > 0 ? title : number,
           end});
    }
    free_line = end + 1;
    number = end;
  }
  return diagrams;
}

SectionContent read_sections(const MarkdownBody& body, bool repeats) { return Reader(body, repeats).run(); }

}  // namespace memory
