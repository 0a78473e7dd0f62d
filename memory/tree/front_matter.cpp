#include "memory/tree/front_matter.h"

#include <algorithm>

#include "memory/tree/front_matter_plain.h"
#include "memory/tree/front_matter_yaml.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Line {
  std::size_t begin = 0;
  std::size_t end = 0;  // behind its ending
  std::string_view text;
};

Line line_at(std::string_view bytes, std::size_t begin) {
  const std::size_t feed = bytes.find('\n', begin);
  const std::size_t end = feed == std::string_view::npos ? bytes.size() : feed + 1;
  std::string_view text = bytes.substr(begin, (feed == std::string_view::npos ? end : feed) - begin);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return {begin, end, text};
}

bool looks_like_key(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > 64) return false;
  if (colon + 1 < line.size() && line[colon + 1] != ' ' && line[colon + 1] != '\t') return false;
  return line[0] != '-' && line[0] != '#' && line.substr(0, colon).find(' ') == std::string_view::npos;
}

// "---" or "+++", blanks may follow.
bool is_delimiter(std::string_view line, std::string_view delimiter) {
  return line.starts_with(delimiter) && is_blank(line.substr(delimiter.size()));
}

// A block in TOML, as Hugo and Zola write it: its keys are not read, and no second block may stand above it.
bool is_toml_block(std::string_view bytes, const Line& opening) {
  if (!is_delimiter(opening.text, "+++")) return false;
  for (Line line = line_at(bytes, opening.end); line.begin < bytes.size(); line = line_at(bytes, line.end)) {
    if (is_delimiter(line.text, "+++")) return true;
    if (line.end - opening.begin > kMaxFrontMatterBytes) break;
  }
  return false;
}

// Finds the lines of the block; `close` stays 0 where it has no end.
FrontMatter locate(std::string_view bytes) {
  FrontMatter front;
  front.begin = front.end = bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const Line opening = line_at(bytes, front.begin);
  if (is_toml_block(bytes, opening)) {
    front.problem = ParseProblem{1, "frontmatter between lines `+++` is TOML; only YAML between lines `---` is read"};
    return front;
  }
  if (!is_delimiter(opening.text, "---") || !bytes.substr(opening.begin, opening.end - opening.begin).ends_with('\n'))
    return front;
  front.keys = opening.end;
  bool keys = false;
  for (Line line = line_at(bytes, front.keys); line.begin < bytes.size(); line = line_at(bytes, line.end)) {
    if (is_delimiter(line.text, "---")) {
      front.close = line.begin;
      front.end = line.end;
      return front;
    }
    keys = keys || (line.begin == front.keys && looks_like_key(line.text));
    if (line.end - front.begin > kMaxFrontMatterBytes) break;
  }
  front.end = front.begin;
  if (keys) front.problem = ParseProblem{1, "frontmatter is not closed by a line `---` within 256 KiB"};
  return front;
}

// The bytes of every key: from its line to the last line of its value.
void set_spans(FrontMatter& front, std::string_view bytes) {
  for (std::size_t i = 0; i < front.items.size(); ++i) {
    FrontMatterKey& key = front.items[i];
    const std::size_t next = i + 1 < front.items.size() ? front.items[i + 1].begin : front.close;
    key.value = std::min(key.value, next);
    const Line first = line_at(bytes, key.begin);
    const std::string_view head = key.value < first.end && key.value >= key.begin
                                      ? trim(bytes.substr(key.value, first.end - key.value))
                                      : std::string_view{};
    const bool block = key.kind == FrontMatterKind::kScalar && (head.starts_with('|') || head.starts_with('>'));
    key.end = first.end;
    for (Line line = line_at(bytes, first.end); line.begin < next; line = line_at(bytes, line.end)) {
      const bool comment = block ? line.text.starts_with('#') : trim(line.text).starts_with('#');
      if (!is_blank(line.text) && !comment) key.end = line.end;
      if (line.end <= line.begin) break;
    }
    if (key.kind == FrontMatterKind::kAbsent) key.value = key.end;
  }
}

// YAML is valid UTF-8 without control characters; yaml-cpp guesses at other encodings and ends at U+0004.
std::optional<ParseProblem> check_characters(std::string_view text) {
  int line = 2;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const bool control = point.value < 0x20 && point.value != '\t' && point.value != '\n' && point.value != '\r';
    if (!point.valid) return ParseProblem{line, "frontmatter is not valid UTF-8"};
    if (control) return ParseProblem{line, "a control character in frontmatter"};
    if (point.value == '\n') ++line;
    at += point.length;
  }
  return std::nullopt;
}

std::optional<ParseProblem> read_keys(FrontMatter& front, std::string_view bytes) {
  const std::string_view text = bytes.substr(front.keys, front.close - front.keys);
  constexpr int kLinesBefore = 2;  // the opening line, and lines count from 1
  if (auto unreadable = check_characters(text)) return unreadable;
  if (auto plain = read_plain_keys(text)) {
    front.items = std::move(*plain);
  } else if (auto problem = read_yaml_keys(text, front.items, front.indent)) {
    problem->line += kLinesBefore;
    return problem;
  }
  for (FrontMatterKey& key : front.items) {
    key.begin += front.keys - front.indent;
    key.value += front.keys;
    key.line += kLinesBefore;
    for (FrontMatterItem& item : key.items) item.begin += front.keys;
  }
  set_spans(front, bytes);
  return std::nullopt;
}

}  // namespace

FrontMatter read_front_matter(std::string_view bytes) {
  FrontMatter front = locate(bytes);
  if (front.close == 0) return front;
  const std::string_view block = bytes.substr(front.keys, front.close - front.keys);
  front.problem = read_keys(front, bytes);
  front.present = !front.problem;
  if (front.problem) {
    front.end = front.begin;
    // Text between two thematic breaks is text, not broken frontmatter.
    const std::vector<std::string_view> lines = split_lines(block);
    if (std::none_of(lines.begin(), lines.end(), looks_like_key)) front.problem.reset();
  }
  return front;
}

}  // namespace memory
