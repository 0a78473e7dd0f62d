#include "memory/tree/plain_markdown.h"

#include <algorithm>

#include "memory/tree/block_scanner.h"
#include "memory/tree/fence.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

// Not the start of a link definition: its label ends on the line, and no colon follows.
bool is_no_definition(std::string_view line) {
  const std::size_t close = line.find(']');
  return close != kNone && line.substr(0, close).find('\\') == kNone && line.substr(close + 1, 1) != ":";
}

// Whether a line, behind its indentation and list marker, can be nothing but the text of a paragraph.
bool is_text(std::string_view line) {
  if (line.empty()) return false;
  const char first = line.front();
  if (is_ascii_digit(first)) return list_marker_width(line) == 0;
  if (is_word_byte(first)) return true;
  if (first == '`' || first == '~') return line.find_first_not_of(first) < 3;
  if (first == '*' || first == '_') {
    const std::size_t emphasised = line.find_first_not_of(first);
    return emphasised <= 3 && (is_word_byte(line[emphasised]) || line[emphasised] == '`');
  }
  if (first == '[') return is_no_definition(line);
  return std::string_view("\"'(@$/.,;?|!{}").find(first) != kNone;
}

// "## Words" without anything that cmark reads as more than text.
bool is_plain_heading(std::string_view line) {
  HeadingLine heading;
  return is_heading_line(line, &heading) && !heading.text.empty() &&
         line.substr(static_cast<std::size_t>(heading.level)).find_first_of("#\\`*_[]<&\t") == kNone &&
         is_valid_utf8(heading.text);
}

class Check {
 public:
  explicit Check(const std::vector<std::string_view>& lines) : lines_(lines) {}

  bool run() {
    for (; at_ < lines_.size(); ++at_) {
      const std::string_view line = lines_[at_];
      const std::size_t indent = line.find_first_not_of(' ');
      if (indent == kNone) {
        open_ = Open::kNothing;
      } else if (indent == 0 ? !take(line) : !take_indented(line, indent)) {
        return false;
      }
    }
    return true;
  }

 private:
  // What the line before belongs to, and the next one may go on with.
  enum class Open { kNothing, kParagraph, kItem };

  bool take(std::string_view line) {
    switch (line.front()) {
      case '#':
        open_ = Open::kNothing;
        return is_plain_heading(line);
      case '`':
      case '~':
        return is_text(line) ? take_text() : skip_fence();
      case '-':
        if (line == "---") return open_ == Open::kNothing;  // else the line under a heading
        break;
      default:
        break;
    }
    const std::size_t width = list_marker_width(line);
    const bool number = is_ascii_digit(line.front());
    if (width == 0) return is_text(line) && take_text();
    // Inside a paragraph only a list that starts with 1 is one.
    if (number && open_ == Open::kParagraph && line[0] != '1') return line[0] != '0';
    if (number && open_ == Open::kParagraph && is_ascii_digit(line[1])) return true;
    open_ = Open::kItem;
    width_ = width;
    return width < line.size() && line[width - 1] == ' ' && is_text(line.substr(width));
  }

  bool take_text() {
    if (open_ == Open::kNothing) open_ = Open::kParagraph;
    return true;
  }

  // In a paragraph of a list item: more of it, or an item inside.
  bool take_indented(std::string_view line, std::size_t indent) const {
    if (open_ != Open::kItem || indent < width_) return false;
    const std::string_view text = line.substr(indent);
    return is_text(text.substr(std::min(list_marker_width(text), text.size())));
  }

  bool skip_fence() {
    const auto fence = opening_fence(lines_[at_]);
    if (!fence) return false;
    open_ = Open::kNothing;
    do {
      ++at_;
    } while (at_ < lines_.size() && !closes_fence(lines_[at_], *fence));
    return at_ < lines_.size();
  }

  const std::vector<std::string_view>& lines_;
  std::size_t at_ = 0;
  Open open_ = Open::kNothing;
  std::size_t width_ = 0;  // of the open item's marker
};

}  // namespace

bool is_plain_markdown(std::string_view text, const std::vector<std::string_view>& lines) {
  // A byte order mark that cmark skips, blanks on which readers differ, line ends that only cmark knows.
  if (text.starts_with("\xEF\xBB\xBF")) return false;
  for (const char c : {'\v', '\f', '\0'}) {
    if (text.find(c) != kNone) return false;
  }
  const bool lone_return =
      text.find('\r') != kNone &&
      std::any_of(lines.begin(), lines.end(), [](std::string_view line) { return line.find('\r') != kNone; });
  return !lone_return && Check(lines).run();
}

}  // namespace memory
