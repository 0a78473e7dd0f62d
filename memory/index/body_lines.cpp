#include "memory/index/body_lines.h"

#include <algorithm>
#include <unordered_map>

#include "memory/tree/block_scanner.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMaxLabelBytes = 40;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t count_leading(std::string_view text, char c) {
  const std::size_t end = text.find_first_not_of(c);
  return end == std::string_view::npos ? text.size() : end;
}

// "Caroline", "user" of "Caroline: Hi", "**user:** Hi"; empty where the line starts no turn.
std::string_view turn_label(std::string_view line) {
  if (line.starts_with("**")) line.remove_prefix(2);
  const std::size_t colon = line.substr(0, kMaxLabelBytes + 1).find(':');
  if (colon == std::string_view::npos || colon == 0) return {};
  std::string_view label = line.substr(0, colon);
  std::string_view rest = line.substr(colon + 1);
  if (label.ends_with("**")) label.remove_suffix(2);
  if (rest.starts_with("**")) rest.remove_prefix(2);
  if (!rest.empty() && rest.front() != ' ' && rest.front() != '\t') return {};
  if (label.empty() || std::count(label.begin(), label.end(), ' ') > 3) return {};
  for (std::size_t at = 0; at < label.size();) {
    const CodePoint c = code_point_at(label, at);
    const bool joins =
        at > 0 && (c.value == ' ' || c.value == '.' || c.value == '-' || c.value == '_' || c.value == '\'');
    if (!is_word_code_point(c.value) && !joins) return {};
    if (at == 0 && c.value < 0x80 && is_digit(label[0])) return {};
    at += c.length;
  }
  return label;
}

bool is_usual_role(std::string_view label) {
  static constexpr std::string_view kRoles[] = {"user", "assistant", "human", "ai", "system", "bot", "agent"};
  const std::string folded = fold_case(label);
  return std::find(std::begin(kRoles), std::end(kRoles), folded) != std::end(kRoles);
}

class LineClassifier {
 public:
  BodyLine next(std::string_view text, std::uint32_t begin) {
    BodyLine line;
    line.text = text;
    line.begin = begin;
    const std::string_view trimmed = trim(text);
    if (trimmed.empty() && fence_ == 0) {
      line.kind = LineKind::kBlank;
      return line;
    }
    if (inside_fence(trimmed, line)) return line;
    if (HeadingLine heading; is_heading_line(text, &heading)) {
      line.kind = LineKind::kHeading;
      line.level = static_cast<std::uint8_t>(heading.level);
      line.heading = heading.text;
    } else if (is_break_line(text)) {
      line.kind = LineKind::kBreak;
    } else if (list_marker_width(trimmed) > 0) {
      line.kind = LineKind::kItem;
    } else {
      line.speaker = turn_label(text);
    }
    return line;
  }

 private:
  bool inside_fence(std::string_view trimmed, BodyLine& line) {
    const char mark = trimmed.empty() ? ' ' : trimmed[0];
    const std::size_t run = mark == '`' || mark == '~' ? count_leading(trimmed, mark) : 0;
    if (fence_ == 0) {
      const bool opens = run >= 3 && (mark == '~' || trimmed.find('`', run) == std::string_view::npos);
      if (!opens) return false;
      fence_ = run;
      mark_ = mark;
      line.starts_block = true;
    } else if (run >= fence_ && mark == mark_ && run == trimmed.size()) {
      fence_ = 0;
    }
    line.kind = LineKind::kCode;
    return true;
  }

  std::size_t fence_ = 0;  // length of the open fence, 0 outside
  char mark_ = '`';
};

void mark_tables(std::vector<BodyLine>& lines) {
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const bool plain = lines[i].kind == LineKind::kText || lines[i].kind == LineKind::kBreak;
    if (!plain || lines[i - 1].kind != LineKind::kText || !is_table_rule(lines[i].text)) continue;
    if (lines[i - 1].text.find('|') == std::string_view::npos) continue;
    lines[i - 1].starts_block = true;
    for (std::size_t row = i - 1; row < lines.size(); ++row) {
      const bool belongs =
          row <= i || (lines[row].kind == LineKind::kText && lines[row].text.find('|') != std::string_view::npos);
      if (!belongs) break;
      lines[row].kind = LineKind::kTable;
      lines[row].speaker = {};
    }
  }
}

void keep_real_speakers(std::vector<BodyLine>& lines) {
  std::unordered_map<std::string_view, int> turns;
  for (const BodyLine& line : lines) {
    if (!line.speaker.empty()) ++turns[line.speaker];
  }
  std::size_t speakers = 0;
  for (auto& [label, count] : turns) {
    if (count == 1 && is_usual_role(label)) count = 2;
    if (count >= 2) ++speakers;
  }
  for (BodyLine& line : lines) {
    if (!line.speaker.empty() && (speakers < 2 || turns[line.speaker] < 2)) line.speaker = {};
  }
}

}  // namespace

std::vector<BodyLine> classify_lines(std::string_view bytes, std::size_t offset) {
  std::vector<BodyLine> lines;
  LineClassifier classifier;
  for (std::size_t at = offset; at < bytes.size();) {
    std::size_t end = bytes.find('\n', at);
    const std::size_t next = end == std::string_view::npos ? bytes.size() : end + 1;
    if (end == std::string_view::npos) end = bytes.size();
    if (end > at && bytes[end - 1] == '\r') --end;
    lines.push_back(classifier.next(bytes.substr(at, end - at), static_cast<std::uint32_t>(at)));
    at = next;
  }
  mark_tables(lines);
  keep_real_speakers(lines);
  return lines;
}

}  // namespace memory
