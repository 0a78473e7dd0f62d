#include "memory/tree/outline.h"

#include <algorithm>
#include <optional>

#include "memory/tree/entry_path.h"
#include "memory/tree/line_splice.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMaxTextBytes = 400;  // of a title or summary: a list is for reading over

struct Line {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view text;
};

std::vector<Line> lines_of(std::string_view bytes) {
  std::vector<Line> lines;
  for (std::size_t start = 0; start < bytes.size();) {
    const std::size_t feed = bytes.find('\n', start);
    const std::size_t next = feed == std::string_view::npos ? bytes.size() : feed + 1;
    lines.push_back({start, next, trim(bytes.substr(start, next - start))});
    start = next;
  }
  return lines;
}

// The regions, markers included. A beginning without its end (a person's deletion, two branches merged) owns the
// generated lines right behind it and nothing else; a lone end owns its line.
std::vector<ByteRange> regions(std::string_view bytes) {
  const std::vector<Line> lines = lines_of(bytes);
  std::vector<ByteRange> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].text == kRegionEnd) found.push_back({lines[i].begin, lines[i].end});
    if (lines[i].text != kRegionBegin) continue;
    std::size_t end = i + 1;
    while (end < lines.size() && lines[end].text != kRegionEnd && lines[end].text != kRegionBegin) ++end;
    if (end == lines.size() || lines[end].text == kRegionBegin) {
      end = i + 1;
      while (end < lines.size() && lines[end].text.starts_with("- [")) ++end;
      --end;
    }
    found.push_back({lines[i].begin, lines[end].end});
    i = end;
  }
  return found;
}

// One line that markdown shows as it is: no link, no HTML, no emphasis can start in it.
std::string plain_line(std::string_view given) {
  std::string line = fold_to_line(given);
  if (line.size() > kMaxTextBytes) {
    line.resize(code_point_floor(line, kMaxTextBytes));
    line += "\xE2\x80\xA6";
  }
  std::string out;
  for (const char c : line) {
    if (std::string_view("\\[]<>`*").find(c) != std::string_view::npos) out.push_back('\\');
    out.push_back(c);
  }
  return out;
}

// The target of a markdown link; names made by hand can hold blanks and brackets.
std::string link_target(std::string_view target) {
  const bool plain = std::none_of(target.begin(), target.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || std::string_view("()<>\\").find(c) != std::string_view::npos;
  });
  if (plain) return std::string(target);
  std::string out = "<";
  for (const char c : fold_to_line(target)) {
    if (c == '<' || c == '>' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return out + ">";
}

std::string region(std::vector<OutlineItem> items) {
  std::sort(items.begin(), items.end(), [](const OutlineItem& a, const OutlineItem& b) { return a.path < b.path; });
  std::string text = std::string(kRegionBegin) + "\n";
  for (const OutlineItem& item : items) {
    const std::string name(last_component(item.path));
    const std::string title = plain_line(is_blank(item.title) ? name : item.title);
    const std::string target = link_target(item.folder ? name + "/context.md" : name + ".md");
    text += "- [" + title + (item.folder ? "/" : "") + "](" + target + ")";
    if (const std::string summary = plain_line(item.summary); !summary.empty()) text += " \xE2\x80\x94 " + summary;
    text += "\n";
  }
  return text + std::string(kRegionEnd) + "\n";
}

// A given text, without lines that are markers, ending with a line break; empty where it is blank.
std::string given_text(std::string_view text) {
  std::string out;
  for (const std::string_view line : split_lines(trim_end(text))) {
    if (trim(line) != kRegionBegin && trim(line) != kRegionEnd) out.append(line).append("\n");
  }
  return is_blank(out) ? std::string() : out;
}

}  // namespace

std::vector<ByteRange> person_ranges(std::string_view bytes) {
  std::vector<ByteRange> ranges;
  std::size_t at = 0;
  for (const ByteRange& generated : regions(bytes)) {
    if (generated.begin > at) ranges.push_back({at, generated.begin});
    at = generated.end;
  }
  if (at < bytes.size()) ranges.push_back({at, bytes.size()});
  return ranges;
}

std::string person_text(std::string_view bytes) {
  std::string text;
  std::size_t at = 0;
  for (const ByteRange& generated : regions(bytes)) {
    text.append(bytes.substr(at, generated.begin - at));
    const std::string_view gone = bytes.substr(generated.begin, generated.end - generated.begin);
    text.append(static_cast<std::size_t>(std::count(gone.begin(), gone.end(), '\n')), '\n');
    at = generated.end;
  }
  return text.append(bytes.substr(at));
}

std::string regenerate_context(std::string_view existing, std::string_view person_text_if_new,
                               const std::vector<OutlineItem>& items) {
  const std::string end(line_end_of(existing));
  const std::vector<ByteRange> old = regions(existing);
  const std::vector<ByteRange> people = person_ranges(existing);
  const bool untouched = std::all_of(people.begin(), people.end(), [&](const ByteRange& range) {
    return is_blank(existing.substr(range.begin, range.end - range.begin));
  });
  const std::string intro = untouched ? given_text(person_text_if_new) : std::string();
  const std::string before = intro.empty() ? std::string() : with_line_end(intro + "\n", end);
  const std::string made = with_line_end(region(items), end);
  if (old.empty()) {
    std::string text(existing);
    if (untouched) return text + before + made;
    if (!text.ends_with('\n')) text += end;
    const std::vector<Line> lines = lines_of(text);
    return text + (lines.back().text.empty() ? "" : end) + made;
  }
  std::string text;
  std::size_t at = 0;
  for (std::size_t i = 0; i < old.size(); ++i) {
    text.append(existing.substr(at, old[i].begin - at));
    if (i == 0) text.append(before).append(made);
    at = old[i].end;
  }
  // A region that ended the file without a line break leaves it so.
  if (at == existing.size() && !existing.ends_with('\n') && text.ends_with(end)) text.erase(text.size() - end.size());
  return text.append(existing.substr(at));
}

}  // namespace memory
