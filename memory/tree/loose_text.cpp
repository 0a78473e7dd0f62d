#include "memory/tree/loose_text.h"

#include <algorithm>

#include "memory/tree/body_text.h"
#include "memory/tree/content_unite.h"
#include "memory/tree/front_matter.h"
#include "memory/tree/line_splice.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

void append_block(std::string& text, std::string_view block) {
  if (!block.empty()) text.append(text.empty() ? "" : "\n\n").append(block);
}

// The paragraphs of a text that the other one lacks.
std::string lacking(const std::string& text, std::string_view present) {
  std::optional<std::string> all = std::string(present);
  merge_text(all, text);
  const std::string_view added = std::string_view(*all).substr(present.size());
  return std::string(added.substr(std::min(added.find_first_not_of('\n'), added.size())));
}

// The first line of the section's own form; behind the last line where there is none.
int first_form_line(const MarkdownBody& body, const Part& part) {
  int first = part.last_line + 1;
  const auto take = [&](const auto& forms) {
    if (!forms.empty()) first = forms.front().first_line;
  };
  if (part.section == SectionName::kRawConcept) {
    take(raw_fields(body, part, false));
  } else if (part.section == SectionName::kNarrative) {
    take(narrative_fields(body, part, false));
  } else {
    take(list_items(body, part.text_line, part.last_line));
  }
  return first;
}

std::string section_with_loose(const std::string& text, const std::string& line_end, LooseText loose) {
  const MarkdownBody body(text);
  const std::vector<Part> parts = split_parts(body, false);
  if (parts.empty()) return text;
  Part part = parts.front();
  part.last_line = static_cast<int>(body.lines.size());
  std::string present;
  for (const LooseText& found : read_sections(body, false).loose) {
    append_block(present, found.before);
    append_block(present, found.after);
  }
  loose.before = lacking(loose.before, present);
  loose.after = lacking(loose.after, present);
  // Behind a field text would belong to it.
  const bool fields = part.section == SectionName::kRawConcept || part.section == SectionName::kNarrative;
  if (fields) {
    append_block(loose.before, loose.after);
    loose.after.clear();
  }
  LineSplice splice(text, line_end);
  const auto last_text_line = [&](int last) {
    while (last >= part.text_line && is_blank(body.line(last))) --last;
    return last;
  };
  const int form = first_form_line(body, part);
  const int lead = last_text_line(form - 1);
  if (!loose.before.empty()) {
    const bool touches = lead + 1 == form && form <= part.last_line;
    splice.insert_after(lead, (lead < part.text_line ? "" : "\n") + loose.before + (touches ? "\n" : ""));
  }
  const int end = last_text_line(part.last_line);
  if (!loose.after.empty()) {
    const bool bare = end < part.text_line && loose.before.empty();
    splice.insert_after(end, (bare ? "" : "\n") + loose.after);
  }
  return splice.result();
}

// `body` ends with a line break unless it is empty.
std::optional<std::string> with_loose(std::string_view body, std::string_view line_end,
                                      const std::vector<LooseText>& loose) {
  if (loose.empty()) return std::string(body);
  BodyText text(body, line_end);
  for (const LooseText& lines : loose) {
    if (text.section(lines.section) == nullptr) {
      std::string whole = lines.before;
      append_block(whole, lines.after);
      text.add_section(lines.section, "## " + std::string(heading_of(lines.section)) + "\n" + whole);
    } else {
      std::string& section = *text.section(lines.section);
      section = section_with_loose(section, text.line_end(), lines);
    }
  }
  std::string result = text.result();
  const SectionContent before = read_sections(MarkdownBody(body), false);
  const SectionContent after = read_sections(MarkdownBody(result), false);
  const bool same = before.content == after.content && before.reason == after.reason;
  return same ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace

void add_loose(std::vector<LooseText>& all, const std::vector<LooseText>& more) {
  for (const LooseText& lines : more) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const LooseText& known) { return known.section == lines.section; });
    if (found == all.end()) {
      all.push_back(lines);
    } else {
      append_block(found->after, lines.before);
      append_block(found->after, lines.after);
    }
  }
}

std::string joined_loose(const std::vector<LooseText>& loose) {
  std::string text;
  for (const LooseText& lines : loose) {
    append_block(text, lines.before);
    append_block(text, lines.after);
  }
  return text;
}

std::optional<std::string> body_with_loose(std::string_view body, const std::vector<LooseText>& loose) {
  return with_loose(body, "\n", loose);
}

std::optional<std::string> file_with_loose(std::string_view bytes, const std::vector<LooseText>& loose) {
  const std::string end(line_end_of(bytes));
  const bool unfinished = !bytes.empty() && !bytes.ends_with('\n');
  const std::string text = std::string(bytes) + (unfinished ? end : "");
  const std::size_t offset = read_front_matter(text).end;
  auto body = with_loose(std::string_view(text).substr(offset), end, loose);
  if (!body) return std::nullopt;
  body->insert(0, text, 0, offset);
  if (unfinished && body->ends_with(end)) body->erase(body->size() - end.size());
  return body;
}

}  // namespace memory
