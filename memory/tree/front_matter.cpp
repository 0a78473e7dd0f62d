#include "memory/tree/front_matter.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <unordered_set>

#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Refusal {
  YAML::Mark mark;
  std::string what;
};

// Collects the keys of the top-level map from yaml-cpp's events; throws Refusal. Events, not nodes: they give
// scalars as text with their positions and never expand an alias.
class KeyCollector : public YAML::EventHandler {
 public:
  explicit KeyCollector(std::string_view text) : text_(text) {}

  std::vector<FrontMatterKey> keys;
  bool is_map = false;
  bool empty = true;
  std::size_t indent = 0;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    throw Refusal{mark, "anchor `&" + name + "`"};
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { throw Refusal{mark, "alias (`*`)"}; }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_decorations(mark, {}, anchor);
    // yaml-cpp tells neither `key:` from `key: null` nor that from `key: ~`; the source does.
    const std::string_view rest = text_.substr(std::min(position(mark), text_.size()));
    const bool word = (mark.column > 0 || (depth_ == 1 && in_key_)) &&
                      (rest.starts_with("null") || rest.starts_with("Null") || rest.starts_with("NULL"));
    scalar(mark, word ? std::string(rest.substr(0, 4)) : std::string(), word);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_decorations(mark, tag, anchor);
    // yaml-cpp takes the end of the text for a closing quote.
    const std::size_t begin = position(mark);
    if (tag == "!" && begin < text_.size() && (text_[begin] == '"' || text_[begin] == '\'') &&
        !scalar_end(text_, begin)) {
      throw Refusal{mark, "a quote that is never closed"};
    }
    scalar(mark, value, true);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    refuse_decorations(mark, tag, anchor);
    open(mark, FrontMatterKind::kList, style);
  }
  void OnSequenceEnd() override { --depth_; }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    refuse_decorations(mark, tag, anchor);
    open(mark, FrontMatterKind::kMap, style);
  }
  void OnMapEnd() override { --depth_; }

 private:
  static std::size_t position(const YAML::Mark& mark) { return static_cast<std::size_t>(std::max(mark.pos, 0)); }

  static void refuse_decorations(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != 0) throw Refusal{mark, "anchor (`&`)"};
    // "?" and "!" are yaml-cpp's names of "no tag" for plain and for quoted scalars.
    if (!tag.empty() && tag != "?" && tag != "!") throw Refusal{mark, "tag `" + tag + "`"};
  }

  void scalar(const YAML::Mark& mark, std::string text, bool given) {
    empty = false;
    if (depth_ == 1 && in_key_) {
      if (!given) throw Refusal{mark, "a key without a name"};
      return start_key(mark, std::move(text));
    }
    if (depth_ == 1) {
      keys.back().kind = given ? FrontMatterKind::kScalar : FrontMatterKind::kAbsent;
      keys.back().text = std::move(text);
      keys.back().value = position(mark);
      in_key_ = true;
    } else if (depth_ == 2 && keys.back().kind == FrontMatterKind::kList && given) {
      keys.back().items.push_back({std::move(text), position(mark), true});
    }
  }

  void start_key(const YAML::Mark& mark, std::string name) {
    const std::size_t begin = position(mark);
    const std::size_t column = static_cast<std::size_t>(std::max(mark.column, 0));
    if (begin > column && text_[begin - column - 1] != '\n') throw Refusal{mark, "a key behind other text on its line"};
    if (text_.substr(begin - column, column).find_first_not_of(' ') != std::string_view::npos) {
      throw Refusal{mark, "a key that does not start its line; write `key: value` lines"};
    }
    if (!names_.insert(name).second) throw Refusal{mark, "duplicate key `" + name + "`"};
    if (keys.empty()) indent = column;
    FrontMatterKey key;
    key.name = std::move(name);
    key.begin = begin;
    key.line = mark.line;
    keys.push_back(std::move(key));
    in_key_ = false;
  }

  void open(const YAML::Mark& mark, FrontMatterKind kind, YAML::EmitterStyle::value style) {
    empty = false;
    const bool flow = style == YAML::EmitterStyle::Flow;
    if (depth_ == 0) {
      is_map = kind == FrontMatterKind::kMap;
      if (is_map && flow) throw Refusal{mark, "frontmatter in braces; write one key a line"};
    } else if (depth_ == 1) {
      if (in_key_) throw Refusal{mark, "a key that is a list or a map; write `key: value` lines"};
      keys.back().kind = kind;
      keys.back().flow = flow;
      keys.back().value = position(mark);
      in_key_ = true;
    } else if (depth_ == 2 && keys.back().kind == FrontMatterKind::kList) {
      keys.back().items.push_back({{}, position(mark), false});
    }
    ++depth_;
  }

  std::string_view text_;
  int depth_ = 0;
  bool in_key_ = true;
  std::unordered_set<std::string> names_;
};

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

// Finds the lines of the block; `close` stays 0 where it has no end.
FrontMatter locate(std::string_view bytes) {
  FrontMatter front;
  front.begin = front.end = bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const Line opening = line_at(bytes, front.begin);
  if (opening.text != "---" || opening.end == opening.begin + 3) return front;
  front.keys = opening.end;
  bool keys = false;
  for (Line line = line_at(bytes, front.keys); line.begin < bytes.size(); line = line_at(bytes, line.end)) {
    if (trim_end(line.text) == "---" && line.text.starts_with('-')) {
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

// yaml-cpp ends a plain scalar in brackets at "?", which YAML does not (1.2, section 7.3.3): a mark inside a word
// is hidden from it behind a control character, which frontmatter holds neither bare (check_characters) nor, as
// this makes sure, escaped. '?' where nothing is to be hidden.
char hidden_mark(std::string_view text) {
  if (text.find('?') == std::string_view::npos) return '?';
  const std::string lower = to_lower(text);
  for (int code = 0x0E; code <= 0x1A; ++code) {
    const std::string hex{static_cast<char>('0' + code / 16), "0123456789abcdef"[code % 16]};
    const bool escaped = lower.find("\\x" + hex) != std::string::npos || lower.find("00" + hex) != std::string::npos;
    if (!escaped) return static_cast<char>(code);
  }
  return '?';
}

std::string with_marks_hidden(std::string_view text, char hidden) {
  constexpr std::string_view kBlank = " \t\r\n";
  std::string out(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool starts = i == 0 || kBlank.find(out[i - 1]) != std::string_view::npos;
    const bool ends = i + 1 == out.size() || kBlank.find(out[i + 1]) != std::string_view::npos;
    if (out[i] == '?' && !(starts && ends)) out[i] = hidden;
  }
  return out;
}

std::optional<ParseProblem> read_keys(FrontMatter& front, std::string_view bytes) {
  const std::string_view text = bytes.substr(front.keys, front.close - front.keys);
  const auto problem = [](int line, std::string what) { return ParseProblem{line + 2, std::move(what)}; };
  if (auto unreadable = check_characters(text)) return unreadable;
  const char hidden = hidden_mark(text);
  const auto show_marks = [&](std::string& shown) { std::replace(shown.begin(), shown.end(), hidden, '?'); };
  try {
    std::istringstream stream(with_marks_hidden(text, hidden));
    YAML::Parser parser(stream);
    KeyCollector collector(text);
    parser.HandleNextDocument(collector);
    if (!collector.empty && !collector.is_map) return problem(0, "frontmatter is not a list of `key: value` lines");
    if (parser.HandleNextDocument(collector)) return problem(0, "frontmatter holds more than one document");
    front.items = std::move(collector.keys);
    front.indent = collector.indent;
  } catch (const Refusal& refusal) {
    return problem(std::max(refusal.mark.line, 0), refusal.what);
  } catch (const YAML::DeepRecursion& error) {
    return problem(std::max(error.mark.line, 0), "frontmatter is nested too deeply");
  } catch (const YAML::Exception& error) {
    return problem(std::max(error.mark.line, 0), "frontmatter is not YAML: " + error.msg);
  } catch (const std::exception& error) {
    return problem(0, std::string("frontmatter is not YAML: ") + error.what());
  }
  for (FrontMatterKey& key : front.items) {
    key.begin += front.keys - front.indent;
    key.value += front.keys;
    key.line += 2;
    show_marks(key.name);
    show_marks(key.text);
    for (FrontMatterItem& item : key.items) {
      item.begin += front.keys;
      show_marks(item.text);
    }
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
