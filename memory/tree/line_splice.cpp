#include "memory/tree/line_splice.h"

namespace memory {

LineSplice::LineSplice(std::string_view text, std::string_view line_end) : line_end_(line_end) {
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t feed = text.find('\n', start);
    const std::size_t next = feed == std::string_view::npos ? text.size() : feed + 1;
    lines_.push_back(text.substr(start, next - start));
    start = next;
  }
  removed_.assign(lines_.size(), false);
}

void LineSplice::remove(int first, int last) {
  for (int line = first; line <= last; ++line) removed_[static_cast<std::size_t>(line) - 1] = true;
}

void LineSplice::insert_after(int line, std::string_view lines) {
  inserted_[line] += with_line_end(lines, line_end_) + line_end_;
}

void LineSplice::replace(int first, int last, std::string_view lines) {
  remove(first, last);
  insert_after(first - 1, lines);
}

std::string LineSplice::result() const {
  std::string text;
  auto insertion = inserted_.begin();
  for (std::size_t line = 0; line <= lines_.size(); ++line) {
    if (line > 0 && !removed_[line - 1]) text += lines_[line - 1];
    if (insertion != inserted_.end() && insertion->first == static_cast<int>(line)) {
      text += insertion->second;
      ++insertion;
    }
  }
  return text;
}

std::string_view line_end_of(std::string_view bytes) {
  const std::size_t feed = bytes.find('\n');
  return feed != std::string_view::npos && feed > 0 && bytes[feed - 1] == '\r' ? "\r\n" : "\n";
}

std::string with_line_end(std::string_view text, std::string_view line_end) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += line_end;
    } else {
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace memory
