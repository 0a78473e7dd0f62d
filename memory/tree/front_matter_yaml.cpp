#include "memory/tree/front_matter_yaml.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>
#include <unordered_set>

#include "memory/tree/text.h"

namespace memory {
namespace {

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

}  // namespace

std::optional<ParseProblem> read_yaml_keys(std::string_view block, std::vector<FrontMatterKey>& keys,
                                           std::size_t& indent) {
  const char hidden = hidden_mark(block);
  const auto show_marks = [&](std::string& shown) { std::replace(shown.begin(), shown.end(), hidden, '?'); };
  try {
    std::istringstream stream(with_marks_hidden(block, hidden));
    YAML::Parser parser(stream);
    KeyCollector collector(block);
    parser.HandleNextDocument(collector);
    if (!collector.empty && !collector.is_map)
      return ParseProblem{0, "frontmatter is not a list of `key: value` lines"};
    if (parser.HandleNextDocument(collector)) return ParseProblem{0, "frontmatter holds more than one document"};
    keys = std::move(collector.keys);
    indent = collector.indent;
  } catch (const Refusal& refusal) {
    return ParseProblem{std::max(refusal.mark.line, 0), refusal.what};
  } catch (const YAML::DeepRecursion& error) {
    return ParseProblem{std::max(error.mark.line, 0), "frontmatter is nested too deeply"};
  } catch (const YAML::Exception& error) {
    return ParseProblem{std::max(error.mark.line, 0), "frontmatter is not YAML: " + error.msg};
  } catch (const std::exception& error) {
    return ParseProblem{0, std::string("frontmatter is not YAML: ") + error.what()};
  }
  for (FrontMatterKey& key : keys) {
    show_marks(key.name);
    show_marks(key.text);
    for (FrontMatterItem& item : key.items) show_marks(item.text);
  }
  return std::nullopt;
}

}  // namespace memory
