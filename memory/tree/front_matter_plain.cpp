#include "memory/tree/front_matter_plain.h"

#include <algorithm>
#include <array>

namespace memory {
namespace {

constexpr std::size_t kMostKeys = 64;    // every key is compared with those before it
constexpr std::size_t kLongestKey = 64;  // bytes; YAML ends a key at 1024
constexpr auto kNone = std::string_view::npos;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// What no reader takes for a sign of YAML.
bool starts_plain(char c) {
  return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("_/.($+<").find(c) != kNone;
}

// The words that YAML reads as null; which of them is text, and which absent, is said in one place only.
bool is_null_word(std::string_view text) { return text == "null" || text == "Null" || text == "NULL"; }

class Reader {
 public:
  explicit Reader(std::string_view block) : block_(block) {}

  // False where a line is not plain.
  bool run() {
    // At its start a byte order mark is none of the text.
    if (block_.empty() || !is_letter(block_.front())) return false;
    while (next_line()) {
      if (!read_line()) return false;
    }
    return true;
  }

  std::vector<FrontMatterKey> keys;

 private:
  // Goes to the next line: [at_, end_) is its text without its ending and the blanks before that.
  bool next_line() {
    if (next_ == block_.size()) return false;
    at_ = next_;
    const std::size_t feed = block_.find('\n', at_);
    end_ = std::min(feed, block_.size());
    next_ = feed == kNone ? block_.size() : feed + 1;
    if (feed != kNone && end_ > at_ && block_[end_ - 1] == '\r') --end_;
    while (end_ > at_ && block_[end_ - 1] == ' ') --end_;
    ++line_;
    return true;
  }

  bool read_line() {
    if (std::any_of(block_.begin() + at(at_), block_.begin() + at(end_), [](char c) { return c == '\t' || c == '\r'; }))
      return false;
    if (at_ == end_) return false;
    return block_[at_] == ' ' || block_[at_] == '-' ? read_item_line() : read_key_line();
  }

  bool read_key_line() {
    const std::size_t begin = at_;
    if (!is_letter(block_[begin])) return false;
    while (at_ < end_ && (is_letter(block_[at_]) || is_digit(block_[at_]) || block_[at_] == '_' || block_[at_] == '-'))
      ++at_;
    const std::string_view name = block_.substr(begin, at_ - begin);
    const bool known =
        std::any_of(keys.begin(), keys.end(), [&](const FrontMatterKey& key) { return key.name == name; });
    if (at_ == end_ || block_[at_] != ':' || name.size() > kLongestKey || is_null_word(name)) return false;
    if (known || keys.size() == kMostKeys) return false;
    FrontMatterKey& key = keys.emplace_back();
    key.name = name;
    key.begin = begin;
    key.line = line_;
    ++at_;
    if (at_ == end_) {  // absent, unless items follow
      key.value = at_;
      return true;
    }
    if (block_[at_] != ' ') return false;
    skip_blanks();
    key.value = at_;
    if (block_[at_] == '[') return read_flow_list(key);
    key.kind = FrontMatterKind::kScalar;
    return read_scalar(key.text);
  }

  // "- item", indented like the first one of the list.
  bool read_item_line() {
    if (keys.empty()) return false;
    FrontMatterKey& key = keys.back();
    const std::size_t line = at_;
    skip_blanks();
    const std::size_t dash = at_;
    if (end_ - dash < 3 || block_[dash] != '-' || block_[dash + 1] != ' ') return false;
    if (key.kind == FrontMatterKind::kAbsent) {
      key.kind = FrontMatterKind::kList;
      key.value = dash;
      indent_ = dash - line;
    }
    if (key.kind != FrontMatterKind::kList || key.flow || dash - line != indent_) return false;
    ++at_;
    skip_blanks();
    FrontMatterItem& item = key.items.emplace_back();
    item.begin = at_;
    return read_scalar(item.text);
  }

  // A scalar that ends the line.
  bool read_scalar(std::string& text) {
    if (block_[at_] == '"' || block_[at_] == '\'') return read_quoted(text) && at_ == end_;
    if (!starts_plain(block_[at_])) return false;
    const std::string_view plain = block_.substr(at_, end_ - at_);
    for (std::size_t i = 1; i < plain.size(); ++i) {
      if (plain[i] == ':' && (i + 1 == plain.size() || plain[i + 1] == ' ')) return false;
      if (plain[i] == '#' && plain[i - 1] == ' ') return false;
    }
    text = plain;
    return !is_null_word(plain);
  }

  bool read_flow_list(FrontMatterKey& key) {
    key.kind = FrontMatterKind::kList;
    key.flow = true;
    ++at_;
    skip_blanks();
    if (at_ < end_ && block_[at_] == ']') return ++at_ == end_;
    while (at_ < end_) {
      FrontMatterItem& item = key.items.emplace_back();
      item.begin = at_;
      if (!read_flow_item(item.text)) return false;
      skip_blanks();
      if (at_ == end_) return false;
      const char sign = block_[at_++];
      if (sign == ']') return at_ == end_;
      if (sign != ',') return false;
      skip_blanks();
    }
    return false;
  }

  bool read_flow_item(std::string& text) {
    if (block_[at_] == '"' || block_[at_] == '\'') return read_quoted(text);
    if (!starts_plain(block_[at_])) return false;
    const std::size_t stop = std::min(block_.find_first_of(",[]{}:?#\"", at_), end_);
    std::string_view plain = block_.substr(at_, stop - at_);
    at_ = stop;
    while (plain.ends_with(' ')) plain.remove_suffix(1);
    text = plain;
    return !is_null_word(plain);
  }

  // The quoted scalar at at_, on this line; goes behind it.
  bool read_quoted(std::string& text) {
    const char quote = block_[at_++];
    while (at_ < end_) {
      const char c = block_[at_++];
      if (c == quote) {
        const bool doubled = quote == '\'' && at_ < end_ && block_[at_] == quote;
        if (!doubled) return true;
        ++at_;
      } else if (c == '\\' && quote == '"') {
        // The other escapes are rare.
        if (at_ == end_ || (block_[at_] != '"' && block_[at_] != '\\')) return false;
        text.push_back(block_[at_++]);
        continue;
      }
      text.push_back(c);
    }
    return false;
  }

  void skip_blanks() {
    while (at_ < end_ && block_[at_] == ' ') ++at_;
  }
  static std::ptrdiff_t at(std::size_t offset) { return static_cast<std::ptrdiff_t>(offset); }

  std::string_view block_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::size_t next_ = 0;
  std::size_t indent_ = 0;  // of the dashes of the last key's list
  int line_ = -1;
};

}  // namespace

std::optional<std::vector<FrontMatterKey>> read_plain_keys(std::string_view block) {
  Reader reader(block);
  if (!reader.run()) return std::nullopt;
  return std::move(reader.keys);
}

}  // namespace memory
