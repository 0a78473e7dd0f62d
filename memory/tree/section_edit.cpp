#include "memory/tree/section_edit.h"

#include <algorithm>
#include <unordered_set>

#include "memory/tree/line_splice.h"
#include "memory/tree/section_reader.h"
#include "memory/tree/section_writer.h"
#include "memory/tree/structure_text.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// A section on its own: the whole text is one part.
struct Section {
  Section(std::string_view text, std::string_view line_end) : body(text), splice(text, line_end) {
    const std::vector<Part> parts = split_parts(body, false);
    if (!parts.empty()) part = parts.front();
    part.last_line = static_cast<int>(body.lines.size());
  }

  // The last line from `first` to `last` that is not blank; first - 1 where there is none.
  int last_text_line(int first, int last) const {
    while (last >= first && is_blank(body.line(last))) --last;
    return last;
  }

  MarkdownBody body;
  LineSplice splice;
  Part part;
};

std::string lines_of(const std::vector<std::string>& items) {
  std::string lines;
  for (const std::string& item : items) lines.append(lines.empty() ? "" : "\n").append(write_item(item));
  return lines;
}

// Applies the edit to the items between two lines. New items follow the last one, else the last line of text.
void splice_items(Section& section, int first, int last, const ItemKey& key, const ItemEdit& edit) {
  const std::vector<ListItem> items = list_items(section.body, first, last);
  for (const ListItem& item : items) {
    const auto change = edit.changed.find(key(item.text));
    if (change == edit.changed.end()) continue;
    section.splice.remove(item.first_line, item.last_line);
    if (change->second) section.splice.insert_after(item.last_line, write_item(*change->second));
  }
  if (edit.added.empty()) return;
  if (!items.empty()) {
    section.splice.insert_after(items.back().last_line, lines_of(edit.added));
  } else {
    const int text = section.last_text_line(first, last);
    section.splice.insert_after(text, (text < first ? "" : "\n") + lines_of(edit.added));
  }
}

// Puts a new field's lines where the written order wants them.
template <class Name>
void insert_field(Section& section, const std::vector<FieldPart<Name>>& fields, Name name, const std::string& lines) {
  const FieldPart<Name>* before = nullptr;
  const FieldPart<Name>* after = nullptr;
  for (const FieldPart<Name>& field : fields) {
    if (field.name < name) before = &field;
    if (field.name > name && after == nullptr) after = &field;
  }
  if (before != nullptr) {
    section.splice.insert_after(section.last_text_line(before->first_line, before->last_line), "\n" + lines);
  } else if (after != nullptr) {
    section.splice.insert_after(after->first_line - 1, lines + "\n");
  } else {
    const int text = section.last_text_line(section.part.text_line, section.part.last_line);
    section.splice.insert_after(text, (text < section.part.text_line ? "" : "\n") + lines);
  }
}

template <class Name>
const FieldPart<Name>* find_field(const std::vector<FieldPart<Name>>& fields, Name name) {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const FieldPart<Name>& f) { return f.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

// Replaces the text of the lines first..last; those that end the old and the new text alike are left alone.
void set_text(Section& section, int first, int last, const std::string& before, const std::string& after) {
  const int start = first;
  while (first <= last && is_blank(section.body.line(first))) ++first;
  int end = section.last_text_line(first, last);
  if (first > end) return section.splice.insert_after(start - 1, after);
  if (!before.empty() && after.starts_with(before + "\n")) {
    return section.splice.insert_after(end, std::string_view(after).substr(before.size() + 1));
  }
  const std::vector<std::string_view> old_lines = split_lines(before);
  std::vector<std::string_view> lines = split_lines(after);
  if (static_cast<int>(old_lines.size()) == end - first + 1) {
    while (first <= end && !lines.empty() && lines.back() == old_lines[static_cast<std::size_t>(end - first)]) {
      lines.pop_back();
      --end;
    }
  }
  section.splice.remove(first, end);
  std::string text;
  for (const std::string_view line : lines) text.append(line).push_back('\n');
  if (!text.empty()) section.splice.insert_after(first - 1, text.substr(0, text.size() - 1));
}

}  // namespace

std::string edit_items(std::string_view text, std::string_view line_end, const ItemKey& key, const ItemEdit& edit) {
  Section section(text, line_end);
  splice_items(section, section.part.text_line, section.part.last_line, key, edit);
  return section.splice.result();
}

std::string edit_raw_items(std::string_view text, std::string_view line_end, RawField name, const ItemKey& key,
                           const ItemEdit& edit) {
  Section section(text, line_end);
  const std::vector<FieldPart<RawField>> fields = raw_fields(section.body, section.part, false);
  const FieldPart<RawField>* field = find_field(fields, name);
  const std::string label = "**" + std::string(label_of(name)) + ":**";
  if (field == nullptr) {
    if (!edit.added.empty()) insert_field(section, fields, name, label + "\n" + lines_of(edit.added));
    return section.splice.result();
  }
  std::string_view rest;
  raw_concept_label(section.body.line(field->first_line), &rest);
  bool inline_item = !rest.empty();
  if (inline_item && edit.changed.contains(key(std::string(rest)))) {
    section.splice.replace(field->first_line, field->first_line, label);
    inline_item = false;
  }
  splice_items(section, field->first_line + 1, field->last_line, key, edit);
  const std::vector<ListItem> items = list_items(section.body, field->first_line + 1, field->last_line);
  const bool all_gone =
      !inline_item && edit.added.empty() && std::all_of(items.begin(), items.end(), [&](const ListItem& item) {
        const auto change = edit.changed.find(key(item.text));
        return change != edit.changed.end() && !change->second;
      });
  const int text_end = section.last_text_line(field->first_line + 1, field->last_line);
  const bool only_items = text_end <= (items.empty() ? field->first_line : items.back().last_line);
  if (!all_gone || !only_items) return section.splice.result();
  LineSplice without(text, line_end);
  without.remove(field->first_line, field->last_line);
  return without.result();
}

std::string set_section_text(std::string_view text, std::string_view line_end, const std::string& before,
                             const std::string& after) {
  Section section(text, line_end);
  set_text(section, section.part.text_line, section.part.last_line, before, after);
  return section.splice.result();
}

std::string set_raw_text(std::string_view text, std::string_view line_end, RawField name, const std::string& before,
                         const std::string& after) {
  Section section(text, line_end);
  const std::vector<FieldPart<RawField>> fields = raw_fields(section.body, section.part, false);
  const FieldPart<RawField>* field = find_field(fields, name);
  const bool one_line = name == RawField::kTimestamp || name == RawField::kAuthor;
  const std::string label = "**" + std::string(label_of(name)) + ":**";
  if (field == nullptr) {
    if (!after.empty()) insert_field(section, fields, name, label + (one_line ? " " : "\n") + after);
    return section.splice.result();
  }
  if (after.empty()) {
    section.splice.remove(field->first_line, field->last_line);
    return section.splice.result();
  }
  std::string_view rest;
  raw_concept_label(section.body.line(field->first_line), &rest);
  const int end = section.last_text_line(field->first_line + 1, field->last_line);
  if (one_line) {
    section.splice.replace(field->first_line, end, label + " " + after);
  } else if (!rest.empty()) {
    section.splice.replace(field->first_line, end, label + "\n" + after);
  } else {
    set_text(section, field->first_line + 1, field->last_line, before, after);
  }
  return section.splice.result();
}

std::string set_narrative_text(std::string_view text, std::string_view line_end, NarrativeField name,
                               const std::string& before, const std::string& after) {
  Section section(text, line_end);
  const std::vector<FieldPart<NarrativeField>> fields = narrative_fields(section.body, section.part, false);
  const FieldPart<NarrativeField>* field = find_field(fields, name);
  if (field == nullptr) {
    if (!after.empty()) insert_field(section, fields, name, "### " + std::string(heading_of(name)) + "\n" + after);
  } else if (after.empty()) {
    section.splice.remove(field->first_line, field->last_line);
  } else {
    set_text(section, field->text_line, field->last_line, before, after);
  }
  return section.splice.result();
}

std::string edit_diagrams(std::string_view text, std::string_view line_end, const std::vector<Diagram>& removed,
                          const std::vector<Diagram>& added) {
  Section section(text, line_end);
  const std::vector<FieldPart<NarrativeField>> fields = narrative_fields(section.body, section.part, false);
  const FieldPart<NarrativeField>* field = find_field(fields, NarrativeField::kDiagrams);
  std::string lines;
  for (const Diagram& diagram : added) lines.append(lines.empty() ? "" : "\n\n").append(write_diagram(diagram));
  if (field == nullptr) {
    const std::string heading = "### " + std::string(heading_of(NarrativeField::kDiagrams)) + "\n";
    if (!lines.empty()) insert_field(section, fields, NarrativeField::kDiagrams, heading + lines);
    return section.splice.result();
  }
  std::unordered_set<std::string> gone;
  for (const Diagram& diagram : removed) gone.insert(write_diagram(diagram));
  bool rest = !lines.empty();
  int covered = field->text_line;
  for (const DiagramLines& found : diagrams_of(section.body, *field)) {
    rest = rest || !section.body.text_of(covered, found.first_line - 1).empty();
    covered = found.last_line + 1;
    if (!gone.contains(write_diagram(found.diagram))) {
      rest = true;
      continue;
    }
    section.splice.remove(found.first_line, found.last_line);
    // The blank line behind it goes too, so that removing and adding do not pile up blank lines.
    if (covered <= field->last_line && is_blank(section.body.line(covered))) section.splice.remove(covered, covered);
  }
  rest = rest || !section.body.text_of(covered, field->last_line).empty();
  if (!rest) {
    LineSplice without(text, line_end);
    without.remove(field->first_line, field->last_line);
    return without.result();
  }
  if (!lines.empty()) {
    const int end = section.last_text_line(field->text_line, field->last_line);
    section.splice.insert_after(end, (end < field->text_line ? "" : "\n") + lines);
  }
  return section.splice.result();
}

}  // namespace memory
