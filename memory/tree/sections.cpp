#include "memory/tree/sections.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "memory/tree/block_scanner.h"
#include "memory/tree/fence.h"
#include "memory/tree/structure_text.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::array<std::string_view, 5> kSections = {"Reason", "Relations", "Raw Concept", "Narrative", "Facts"};
constexpr std::array<std::string_view, 7> kRawLabels = {"Task",      "Changes", "Files",   "Flow",
                                                        "Timestamp", "Author",  "Patterns"};
constexpr std::array<std::string_view, 6> kNarrativeHeadings = {"Structure", "Dependencies", "Highlights",
                                                                "Rules",     "Examples",     "Diagrams"};

template <class Name, std::size_t kCount>
std::optional<Name> find_name(const std::array<std::string_view, kCount>& names, std::string_view text) {
  const std::string_view trimmed = trim(text);
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](std::string_view name) { return equal_ignoring_case(name, trimmed); });
  if (found == names.end()) return std::nullopt;
  return static_cast<Name>(found - names.begin());
}

bool is_separator(const MarkdownBody& body, const MarkdownBlock& block) {
  return block.kind == BlockKind::kBreak &&
         trim(body.line(block.first_line)).find_first_not_of('-') == std::string_view::npos;
}

// Blocks [first, end): separator and fence, in pairs.
struct SnippetRun {
  std::size_t first = 0;
  std::size_t end = 0;
};

bool is_snippet(const MarkdownBody& body, std::size_t at) {
  const std::vector<MarkdownBlock>& blocks = body.outline.blocks;
  return at + 1 < blocks.size() && is_separator(body, blocks[at]) && blocks[at + 1].kind == BlockKind::kCode &&
         opening_fence(body.line(blocks[at + 1].first_line));
}

bool is_part_heading(const MarkdownBlock& block) { return block.kind == BlockKind::kHeading && block.level <= 2; }

struct KnownSection {
  std::size_t block = 0;
  SectionName name = SectionName::kReason;
};

std::vector<KnownSection> known_sections(const MarkdownBody& body, bool repeats) {
  const std::vector<MarkdownBlock>& blocks = body.outline.blocks;
  std::vector<KnownSection> known;
  std::set<SectionName> seen;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].kind != BlockKind::kHeading || blocks[i].level != 2) continue;
    const auto name = section_name(blocks[i].heading);
    if (name && (seen.insert(*name).second || repeats)) known.push_back({i, *name});
  }
  return known;
}

// The runs that are snippets: the one that ends the text, and one that somebody has put a heading behind. In a text
// that has known sections that is the first one behind them. In one that has none it is the last, but not in a given
// text, where it is part of the prose.
std::vector<SnippetRun> snippet_runs(const MarkdownBody& body, const std::vector<KnownSection>& known, bool given) {
  const std::vector<MarkdownBlock>& blocks = body.outline.blocks;
  std::vector<SnippetRun> runs;
  for (std::size_t i = known.empty() ? 0 : known.back().block; i < blocks.size(); ++i) {
    SnippetRun run{i, i};
    while (is_snippet(body, run.end)) run.end += 2;
    if (run.end == i) continue;
    const bool last = run.end == blocks.size();
    if (!last && (!is_part_heading(blocks[run.end]) || (known.empty() && given))) continue;
    if (known.empty() && !last) runs.clear();
    if (known.empty() || last || runs.empty()) runs.push_back(run);
    i = run.end - 1;
  }
  return runs;
}

// Lets every part end where the next one starts.
void close_parts(std::vector<Part>& parts, int last_line) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].last_line = i + 1 < parts.size() ? parts[i + 1].first_line - 1 : last_line;
  }
}

template <class Name>
void close_fields(std::vector<FieldPart<Name>>& fields, std::vector<int>& starts, int last_line) {
  std::sort(starts.begin(), starts.end());
  for (FieldPart<Name>& field : fields) {
    const auto next = std::upper_bound(starts.begin(), starts.end(), field.first_line);
    field.last_line = next == starts.end() ? last_line : *next - 1;
  }
}

// The text of the field is what stands behind its label, else the first line of text below.
void end_with_one_line(const MarkdownBody& body, FieldPart<RawField>& field) {
  std::string_view rest;
  raw_concept_label(body.line(field.first_line), &rest);
  int line = field.first_line;
  if (rest.empty()) {
    while (line < field.last_line && (line == field.first_line || is_blank(body.line(line)))) ++line;
    if (is_heading_line(body.line(line))) line = field.first_line;
  }
  field.last_line = line;
}

std::size_t blanks_before(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

}  // namespace

std::string_view heading_of(SectionName name) { return kSections[static_cast<std::size_t>(name)]; }
std::string_view label_of(RawField field) { return kRawLabels[static_cast<std::size_t>(field)]; }
std::string_view heading_of(NarrativeField field) { return kNarrativeHeadings[static_cast<std::size_t>(field)]; }

std::optional<SectionName> section_name(std::string_view heading) { return find_name<SectionName>(kSections, heading); }

std::optional<NarrativeField> narrative_field(std::string_view heading) {
  return find_name<NarrativeField>(kNarrativeHeadings, heading);
}

const std::optional<std::string>& narrative_text(const Narrative& narrative, NarrativeField field) {
  switch (field) {
    case NarrativeField::kStructure:
      return narrative.structure;
    case NarrativeField::kDependencies:
      return narrative.dependencies;
    case NarrativeField::kHighlights:
      return narrative.highlights;
    case NarrativeField::kRules:
      return narrative.rules;
    default:
      return narrative.examples;
  }
}

std::optional<std::string>& narrative_text(Narrative& narrative, NarrativeField field) {
  return const_cast<std::optional<std::string>&>(narrative_text(std::as_const(narrative), field));
}

std::optional<RawField> raw_concept_label(std::string_view line, std::string_view* rest) {
  if (!line.starts_with("**")) return std::nullopt;
  const std::size_t close = line.find("**", 2);
  if (close == std::string_view::npos || close < 4) return std::nullopt;
  std::string_view name = line.substr(2, close - 2);
  std::string_view behind = line.substr(close + 2);
  if (name.ends_with(':')) {
    name.remove_suffix(1);
  } else if (behind.starts_with(':')) {
    behind.remove_prefix(1);
  } else {
    return std::nullopt;
  }
  if (rest != nullptr) *rest = trim(behind);
  return find_name<RawField>(kRawLabels, name);
}

MarkdownBody::MarkdownBody(std::string_view text) : lines(split_lines(text)), outline(markdown_outline(text, lines)) {
  code.assign(lines.size() + 2, false);
  for (const MarkdownBlock& block : outline.blocks) {
    if (block.kind != BlockKind::kCode) continue;
    for (int number = block.first_line; number <= block.last_line; ++number)
      code[static_cast<std::size_t>(number)] = true;
  }
}

std::string MarkdownBody::text_of(int first, int last) const {
  while (first <= last && is_blank(line(first))) ++first;
  while (last >= first && is_blank(line(last))) --last;
  std::string text;
  for (int number = first; number <= last; ++number) {
    if (number > first) text.push_back('\n');
    text.append(line(number));
  }
  return text;
}

std::vector<Part> split_parts(const MarkdownBody& body, bool repeats) {
  const std::vector<MarkdownBlock>& blocks = body.outline.blocks;
  const std::vector<KnownSection> known = known_sections(body, repeats);
  const std::vector<SnippetRun> runs = snippet_runs(body, known, repeats);
  std::vector<Part> parts;
  const auto start = [&](PartKind kind, SectionName section, const MarkdownBlock& block) {
    if (parts.empty() && block.first_line > 1) parts.push_back({PartKind::kBody, {}, 1, 1, 0});
    parts.push_back({kind, section, block.first_line, block.last_line + 1, 0});
  };
  auto section = known.begin();
  auto run = runs.begin();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (run != runs.end() && run->first == i) {
      for (; i < run->end; i += 2) start(PartKind::kSnippet, {}, blocks[i]);
      --i;
      ++run;
    } else if (section != known.end() && section->block == i) {
      start(PartKind::kSection, section->name, blocks[i]);
      ++section;
    } else if (is_part_heading(blocks[i]) && !parts.empty()) {
      // Before the first known section everything is body.
      start(PartKind::kForeign, {}, blocks[i]);
    }
  }
  if (parts.empty() && !body.lines.empty()) parts.push_back({PartKind::kBody, {}, 1, 1, 0});
  close_parts(parts, static_cast<int>(body.lines.size()));
  return parts;
}

std::vector<FieldPart<RawField>> raw_fields(const MarkdownBody& body, const Part& part, bool repeats) {
  std::vector<FieldPart<RawField>> fields;
  std::vector<int> starts;
  std::set<RawField> seen;
  for (int number = part.text_line; number <= part.last_line; ++number) {
    if (body.in_code(number)) continue;
    const auto field = raw_concept_label(body.line(number));
    if (!field) continue;
    starts.push_back(number);
    if (repeats || seen.insert(*field).second) fields.push_back({*field, number, number, 0});
  }
  close_fields(fields, starts, part.last_line);
  for (FieldPart<RawField>& field : fields) {
    if (field.name == RawField::kTimestamp || field.name == RawField::kAuthor) end_with_one_line(body, field);
  }
  return fields;
}

std::vector<FieldPart<NarrativeField>> narrative_fields(const MarkdownBody& body, const Part& part, bool repeats) {
  std::vector<FieldPart<NarrativeField>> fields;
  std::vector<int> starts;
  std::set<NarrativeField> seen;
  const auto& blocks = body.outline.blocks;
  const auto begin = std::lower_bound(blocks.begin(), blocks.end(), part.text_line,
                                      [](const MarkdownBlock& block, int line) { return block.first_line < line; });
  for (auto block = begin; block != blocks.end() && block->first_line <= part.last_line; ++block) {
    if (block->kind != BlockKind::kHeading || block->level != 3) continue;
    const auto field = narrative_field(block->heading);
    if (!field) continue;
    starts.push_back(block->first_line);
    if (repeats || seen.insert(*field).second) fields.push_back({*field, block->first_line, block->last_line + 1, 0});
  }
  close_fields(fields, starts, part.last_line);
  return fields;
}

std::vector<ListItem> list_items(const MarkdownBody& body, int first, int last) {
  std::vector<ListItem> items;
  std::size_t width = 0;  // of the open item's marker; 0: no item is open
  bool blank = false;
  for (int number = first; number <= last; ++number) {
    const std::string_view line = body.line(number);
    if (is_blank(line)) {
      blank = true;
      continue;
    }
    const bool nested = width > 0 && blanks_before(line) >= width;
    const std::size_t marker = body.in_code(number) || is_break_line(line) ? 0 : list_marker_width(line);
    if (marker > 0 && !nested) {
      width = marker;
      items.push_back({number, number, std::string(trim(line.substr(std::min(marker, line.size()))))});
    } else if (width > 0 && !body.in_code(number) &&
               (nested || (!blank && !is_break_line(line) && !is_heading_line(line)))) {
      items.back().last_line = number;
      items.back().text.append(" ").append(trim(line));
    } else {
      width = 0;
    }
    blank = false;
  }
  for (ListItem& item : items) item.text = unescape_item(item.text);
  return items;
}

}  // namespace memory
