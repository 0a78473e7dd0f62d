#include "memory/tree/links.h"

#include <algorithm>
#include <unordered_map>

#include "memory/tree/relation_line.h"
#include "memory/tree/structure_text.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMaxLinkBytes = 1024;  // a longer target is no name of anything

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// What a code span, a link or an escape starts with.
bool is_mark(char c) { return c == '\\' || c == '`' || c == '[' || c == '@'; }

// A run of lines without a blank line or a code block between: code spans and links never leave it.
class Paragraph {
 public:
  Paragraph(std::string_view text, std::size_t begin, std::size_t end, std::vector<TextLink>& found)
      : text_(text.substr(0, end)), begin_(begin), end_(end), found_(found) {}

  void scan() {
    index_ticks();
    for (std::size_t at = begin_; at < end_;) at = step(at);
  }

 private:
  // The starts of the runs of backticks, by their length.
  void index_ticks() {
    for (std::size_t at = text_.find('`', begin_); at < end_;) {
      const std::size_t stop = std::min(text_.find_first_not_of('`', at), end_);
      ticks_[stop - at].starts.push_back(at);
      at = text_.find('`', stop);
    }
  }

  std::size_t step(std::size_t at) {
    switch (text_[at]) {
      case '\\':
        return at + 2;
      case '`':
        return behind_code_span(at);
      case '[':
        return text_.substr(at, 2) == "[[" ? wikilink(at) : at + 1;
      case '@':
        return annotation(at);
      default:
        while (++at < end_ && !is_mark(text_[at])) {
        }
        return at;
    }
  }

  std::size_t behind_code_span(std::size_t at) {
    const std::size_t stop = std::min(text_.find_first_not_of('`', at), end_);
    Ticks& same = ticks_[stop - at];
    while (same.next < same.starts.size() && same.starts[same.next] <= at) ++same.next;
    if (same.next == same.starts.size()) return stop;  // no closing run: the backticks are text
    return same.starts[same.next] + (stop - at);
  }

  std::size_t wikilink(std::size_t at) {
    const std::size_t limit = std::min(end_, at + kMaxLinkBytes);
    for (std::size_t i = at + 2; i + 1 < limit && text_[i] != '\n'; ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == '[' && text_[i + 1] == '[') {
        return i;  // the inner brackets may be a link
      } else if (text_[i] == ']' && text_[i + 1] == ']') {
        const Wikilink link = parse_wikilink(text_.substr(at + 2, i - at - 2));
        if (!link.target.empty()) found_.push_back({at + 2, at + 2 + link.target_size, link.target, true});
        return i + 2;
      }
    }
    return at + 1;
  }

  std::size_t annotation(std::size_t at) {
    const std::size_t start = at + 1;
    if (at > begin_ && (is_word_byte(text_[at - 1]) || text_[at - 1] == '@' || text_[at - 1] == '/')) return start;
    const std::size_t limit = std::min(end_, start + kMaxLinkBytes);
    std::size_t stop = start;
    while (stop<limit&& static_cast<unsigned char>(text_[stop])> 0x20 &&
           std::string_view("()[]{}<>\"'`,;|\\@").find(text_[stop]) == std::string_view::npos) {
      ++stop;
    }
    const std::string_view word = text_.substr(start, stop - start);
    for (std::size_t dot = word.rfind(".md"); dot != std::string_view::npos && dot > 0;
         dot = word.rfind(".md", dot - 1)) {
      if (dot + 3 < word.size() && is_word_byte(word[dot + 3])) continue;
      if (word.substr(0, dot).find('/') != std::string_view::npos) {
        found_.push_back({start, start + dot + 3, std::string(word.substr(0, dot)), false});
      }
      break;
    }
    return std::max(stop, start);
  }

  struct Ticks {
    std::vector<std::size_t> starts;
    std::size_t next = 0;
  };

  std::string_view text_;
  std::size_t begin_;
  std::size_t end_;
  std::vector<TextLink>& found_;
  std::unordered_map<std::size_t, Ticks> ticks_;
};

}  // namespace

std::vector<TextLink> find_links(std::string_view text, const std::vector<LineRange>& code) {
  std::vector<TextLink> found;
  if (text.find('[') == std::string_view::npos && text.find('@') == std::string_view::npos) return found;
  auto block = code.begin();
  std::size_t paragraph = 0;
  int number = 1;
  const auto close = [&](std::size_t end) {
    if (end > paragraph) Paragraph(text, paragraph, end, found).scan();
  };
  for (std::size_t start = 0; start < text.size(); ++number) {
    const std::size_t feed = text.find('\n', start);
    const std::size_t next = feed == std::string_view::npos ? text.size() : feed + 1;
    while (block != code.end() && block->last < number) ++block;
    const bool in_code = block != code.end() && block->first <= number;
    if (in_code || is_blank(text.substr(start, next - start))) {
      close(start);
      paragraph = next;
    }
    start = next;
  }
  close(text.size());
  return found;
}

}  // namespace memory
