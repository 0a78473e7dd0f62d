#include "memory/tree/body_text.h"

#include <algorithm>

#include "memory/tree/line_splice.h"
#include "memory/tree/section_reader.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// Byte offsets of the lines of a text; one more for its end.
std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n' && at + 1 < text.size()) starts.push_back(at + 1);
  }
  if (!text.empty()) starts.push_back(text.size());
  return starts;
}

// The range of lines from the first to the last that is not blank; first > last where all are.
LineRange text_range(const std::vector<std::string_view>& lines) {
  LineRange range{1, static_cast<int>(lines.size())};
  while (range.first <= range.last && is_blank(lines[static_cast<std::size_t>(range.first) - 1])) ++range.first;
  while (range.last >= range.first && is_blank(lines[static_cast<std::size_t>(range.last) - 1])) --range.last;
  return range;
}

}  // namespace

BodyText::BodyText(std::string_view body, std::string_view line_end) : line_end_(line_end) {
  const std::vector<std::size_t> starts = line_starts(body);
  for (const Part& part : split_parts(MarkdownBody(body), false)) {
    const std::size_t begin = starts[static_cast<std::size_t>(part.first_line) - 1];
    const std::size_t end = starts[static_cast<std::size_t>(part.last_line)];
    segments_.push_back({part.kind, part.section, std::string(body.substr(begin, end - begin))});
  }
}

std::vector<BodyText::Segment>::iterator BodyText::find(SectionName name) {
  return std::find_if(segments_.begin(), segments_.end(), [&](const Segment& segment) {
    return segment.kind == PartKind::kSection && segment.section == name;
  });
}

std::string* BodyText::section(SectionName name) {
  const auto found = find(name);
  return found == segments_.end() ? nullptr : &found->text;
}

void BodyText::remove_section(SectionName name) {
  if (const auto found = find(name); found != segments_.end()) segments_.erase(found);
}

void BodyText::drop_if_empty(SectionName name) {
  const auto found = find(name);
  if (found == segments_.end()) return;
  const MarkdownBody body(found->text);
  const std::vector<Part> parts = split_parts(body, false);
  const bool empty =
      parts.empty() || body.text_of(parts.front().text_line, static_cast<int>(body.lines.size())).empty();
  if (empty) segments_.erase(found);
}

void BodyText::add_section(SectionName name, std::string_view text) {
  // Behind the last section that comes before it, else in front of the first that comes after it, else in front of
  // the snippets, else at the end.
  const auto snippets = std::find_if(segments_.begin(), segments_.end(), is_snippet);
  auto place = static_cast<std::size_t>(snippets - segments_.begin());
  for (std::size_t i = segments_.size(); i > 0; --i) {
    const Segment& segment = segments_[i - 1];
    if (segment.kind != PartKind::kSection) continue;
    if (segment.section < name) {
      place = i;
      break;
    }
    place = i - 1;
  }
  insert(place, {PartKind::kSection, name, with_line_end(text, line_end_) + line_end_});
}

void BodyText::set_body(const std::string& before, const std::string& after) {
  const bool exists = !segments_.empty() && segments_.front().kind == PartKind::kBody;
  if (!exists) {
    if (!after.empty()) insert(0, {PartKind::kBody, {}, with_line_end(after, line_end_) + line_end_});
    return;
  }
  std::string& text = segments_.front().text;
  const LineRange range = text_range(split_lines(text));
  LineSplice splice(text, line_end_);
  if (after.empty()) {
    segments_.erase(segments_.begin());
    return;
  }
  if (!before.empty() && after.starts_with(before + "\n")) {
    splice.insert_after(range.last, std::string_view(after).substr(before.size() + 1));
  } else if (range.first > range.last) {
    splice.insert_after(0, after);
  } else {
    splice.replace(range.first, range.last, after);
  }
  text = splice.result();
}

void BodyText::add_snippet(std::string_view text) {
  const auto last = std::find_if(segments_.rbegin(), segments_.rend(), is_snippet);
  const bool first = last == segments_.rend();
  insert(first ? segments_.size() : static_cast<std::size_t>(last.base() - segments_.begin()),
         {PartKind::kSnippet, {}, with_line_end(text, line_end_) + line_end_});
}

void BodyText::remove_snippets(const std::unordered_set<std::string>& texts) {
  std::erase_if(segments_, [&](const Segment& segment) {
    if (segment.kind != PartKind::kSnippet) return false;
    const SectionContent read = read_sections(MarkdownBody(segment.text), false);
    return read.content.snippets.size() == 1 && texts.contains(read.content.snippets.front());
  });
}

void BodyText::insert(std::size_t index, Segment segment) {
  if (index > 0) end_with_blank_line(segments_[index - 1].text);
  if (index < segments_.size()) end_with_blank_line(segment.text);
  segments_.insert(segments_.begin() + static_cast<std::ptrdiff_t>(index), std::move(segment));
}

void BodyText::end_with_blank_line(std::string& text) const {
  if (text.empty()) return;
  const std::vector<std::string_view> lines = split_lines(text);
  if (!is_blank(lines.back())) text += line_end_;
}

std::string BodyText::result() const {
  std::string text;
  for (const Segment& segment : segments_) text += segment.text;
  return text;
}

}  // namespace memory
