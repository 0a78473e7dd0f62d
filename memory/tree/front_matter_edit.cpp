#include "memory/tree/front_matter_edit.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "memory/tree/front_matter.h"
#include "memory/tree/line_splice.h"
#include "memory/tree/text.h"
#include "memory/tree/yaml_text.h"

namespace memory {
namespace {

constexpr std::array<std::string_view, 12> kOrder = {"title",     "summary",    "tags",     "keywords",
                                                     "aliases",   "questions",  "related",  "createdAt",
                                                     "updatedAt", "importance", "maturity", "pinned"};

std::size_t rank_of(std::string_view canonical) {
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), canonical) - kOrder.begin());
}

Error unreadable(const ParseProblem& problem) {
  return {ErrorCode::kUnparsable, "line " + std::to_string(problem.line) + ": " + problem.what, {}, {}, {}};
}

Error wrong_kind(const FrontMatterKey& key, std::string_view what) {
  return unreadable({key.line, "`" + key.name + "` is not " + std::string(what)});
}

std::string spliced(std::string_view bytes, std::size_t begin, std::size_t end, std::string_view text) {
  return std::string(bytes.substr(0, begin)).append(text).append(bytes.substr(end));
}

std::size_t line_begin(std::string_view bytes, std::size_t at) {
  const std::size_t feed = at == 0 ? std::string_view::npos : bytes.rfind('\n', at - 1);
  return feed == std::string_view::npos ? 0 : feed + 1;
}

// The end of the text of the line that holds `at`, without its ending.
std::size_t line_text_end(std::string_view bytes, std::size_t at) {
  std::size_t end = std::min(bytes.find('\n', at), bytes.size());
  if (end > at && bytes[end - 1] == '\r') --end;
  return end;
}

// In front of the line ending that ends at `end`.
std::size_t without_ending(std::string_view bytes, std::size_t end) {
  if (end > 0 && bytes[end - 1] == '\n') --end;
  if (end > 0 && bytes[end - 1] == '\r') --end;
  return end;
}

// Behind the brackets that open at `begin`. A quote opens only where a scalar can start: inside a plain one it is
// a letter like any other.
std::size_t flow_end(std::string_view bytes, std::size_t begin, std::size_t limit) {
  int depth = 0;
  bool fresh = true;  // a scalar can start here
  for (std::size_t at = begin; at < limit; ++at) {
    const char c = bytes[at];
    const bool blank = std::string_view(" \t\r\n").find(c) != std::string_view::npos;
    if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      if (--depth == 0) return at + 1;
    } else if ((c == '"' || c == '\'') && fresh) {
      at = scalar_end(bytes.substr(0, limit), at).value_or(limit) - 1;
    } else if (c == '#' && at > begin && std::string_view(" \t\n").find(bytes[at - 1]) != std::string_view::npos) {
      at = line_text_end(bytes, at);
    }
    const bool key_end =
        c == ':' && at + 1 < limit && std::string_view(" \t\r\n\"'").find(bytes[at + 1]) != std::string_view::npos;
    fresh = c == '[' || c == '{' || c == ',' || key_end || (blank && fresh);
  }
  return limit;
}

// Behind a plain or quoted scalar on one line, in front of a comment.
std::size_t inline_end(std::string_view bytes, const FrontMatterKey& key) {
  if (key.flow) return flow_end(bytes, key.value, key.end);
  const char first = bytes[key.value];
  if (first == '"' || first == '\'') return scalar_end(bytes.substr(0, key.end), key.value).value_or(key.end);
  const std::size_t end = line_text_end(bytes, key.value);
  for (std::size_t at = key.value + 1; at < end; ++at) {
    if (bytes[at] == '#' && (bytes[at - 1] == ' ' || bytes[at - 1] == '\t'))
      return key.value + trim_end(bytes.substr(key.value, at - key.value)).size();
  }
  return key.value + trim_end(bytes.substr(key.value, end - key.value)).size();
}

// Behind the key's colon.
std::size_t behind_colon(std::string_view bytes, const FrontMatterKey& key, std::size_t indent) {
  const std::size_t name = key.begin + indent;
  const bool quoted = bytes[name] == '"' || bytes[name] == '\'';
  const std::size_t end = quoted ? scalar_end(bytes, name).value_or(name) : name + key.name.size();
  return std::min(bytes.find(':', end), key.end - 1) + 1;
}

std::string with_value(std::string_view bytes, const FrontMatter& front, const FrontMatterKey& key,
                       std::string_view yaml) {
  const std::size_t colon = behind_colon(bytes, key, front.indent);
  if (key.kind == FrontMatterKind::kAbsent) {
    const std::size_t value = bytes.find_first_not_of(" \t", colon);
    const bool comment = value < key.end && bytes[value] == '#';
    return spliced(bytes, colon, comment ? colon : line_text_end(bytes, colon), " " + std::string(yaml));
  }
  const std::size_t line_end = line_text_end(bytes, key.begin);
  const bool one_line = key.value < line_end && line_text_end(bytes, inline_end(bytes, key) - 1) == line_end &&
                        key.end <= line_end + 2 && bytes[key.value] != '|' && bytes[key.value] != '>';
  if (one_line) return spliced(bytes, key.value, inline_end(bytes, key), yaml);
  return spliced(bytes, colon, without_ending(bytes, key.end), " " + std::string(yaml));
}

std::string with_new_key(std::string_view bytes, const FrontMatter& front, std::string_view canonical,
                         std::string_view yaml) {
  const std::string end(line_end_of(bytes));
  std::string line = std::string(front.indent, ' ').append(canonical).append(": ").append(yaml).append(end);
  if (!front.present) return spliced(bytes, front.begin, front.begin, "---" + end + line + "---" + end);
  std::size_t place = front.close;
  const FrontMatterKey* before = nullptr;
  for (const FrontMatterKey& key : front.items) {
    const std::string_view name = canonical_key(key.name);
    if (name.empty()) continue;
    if (rank_of(name) < rank_of(canonical)) before = &key;
    if (rank_of(name) > rank_of(canonical) && place == front.close) place = key.begin;
  }
  if (before != nullptr) place = before->end;
  return spliced(bytes, place, place, line);
}

// What happens to one list: which of its items stay, what comes behind them.
struct ListEdit {
  std::vector<bool> kept;
  std::vector<std::string> added;
};

ListEdit compare(const FrontMatterKey& key, const std::vector<std::string>& items) {
  ListEdit edit;
  std::unordered_set<std::string> wanted(items.begin(), items.end());
  std::unordered_set<std::string> present;
  for (const FrontMatterItem& item : key.items) {
    const std::string text(trim(item.text));
    edit.kept.push_back(!item.scalar || text.empty() || wanted.contains(text));
    present.insert(text);
  }
  for (const std::string& item : items) {
    if (present.insert(item).second) edit.added.push_back(item);
  }
  return edit;
}

std::size_t item_end(std::string_view bytes, const FrontMatterKey& key, const FrontMatterItem& item) {
  if (item.begin < key.end && (bytes[item.begin] == '[' || bytes[item.begin] == '{'))
    return flow_end(bytes, item.begin, key.end);
  return scalar_end(bytes.substr(0, key.end), item.begin).value_or(key.end);
}

ByteSplice flow_splice(std::string_view bytes, const FrontMatterKey& key, const ListEdit& edit) {
  const bool all_kept = std::find(edit.kept.begin(), edit.kept.end(), false) == edit.kept.end();
  if (all_kept && !key.items.empty()) {
    std::string more;
    for (const std::string& item : edit.added) more.append(", ").append(yaml_text(item));
    const std::size_t end = item_end(bytes, key, key.items.back());
    return {end, end, more};
  }
  std::string list = "[";
  const auto append = [&](std::string_view item) { list.append(list.size() > 1 ? ", " : "").append(item); };
  for (std::size_t i = 0; i < key.items.size(); ++i) {
    const FrontMatterItem& item = key.items[i];
    if (edit.kept[i]) append(bytes.substr(item.begin, item_end(bytes, key, item) - item.begin));
  }
  for (const std::string& item : edit.added) append(yaml_text(item));
  return {key.value, flow_end(bytes, key.value, key.end), list + "]"};
}

// "- a" lines: whole lines go and come; comment lines stay.
ByteSplice block_splice(std::string_view bytes, const FrontMatterKey& key, const ListEdit& edit) {
  const std::string_view text = bytes.substr(key.begin, key.end - key.begin);
  const std::vector<std::string_view> lines = split_lines(text);
  const std::size_t first_line = line_begin(bytes, key.items.front().begin);
  const std::string indent(bytes.substr(first_line, bytes.find('-', first_line) - first_line));
  LineSplice splice(text, line_end_of(bytes));
  std::size_t at = key.begin;
  std::size_t line = 0;  // index of the line that holds `at`
  std::size_t end = 0;   // index behind the last line of the item
  for (std::size_t i = 0; i < key.items.size(); ++i) {
    for (; at < key.items[i].begin; ++at) line += bytes[at] == '\n' ? 1 : 0;
    end = line + 1;
    // An item goes on in lines that are indented deeper than its dash.
    while (end < lines.size() && lines[end].find_first_not_of(' ') != std::string_view::npos &&
           lines[end].find_first_not_of(' ') > indent.size() && !trim(lines[end]).starts_with('#')) {
      ++end;
    }
    if (!edit.kept[i]) splice.remove(static_cast<int>(line) + 1, static_cast<int>(end));
  }
  for (const std::string& item : edit.added)
    splice.insert_after(static_cast<int>(end), indent + "- " + yaml_text(item));
  return {key.begin, key.end, splice.result()};
}

}  // namespace

std::string apply_splices(std::string_view bytes, std::vector<ByteSplice> splices) {
  std::sort(splices.begin(), splices.end(), [](const ByteSplice& a, const ByteSplice& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t at = 0;
  for (const ByteSplice& splice : splices) {
    out.append(bytes.substr(at, splice.begin - at)).append(splice.text);
    at = splice.end;
  }
  return out.append(bytes.substr(at));
}

ByteSplice list_splice(std::string_view bytes, const FrontMatterKey& key, const std::vector<std::string>& items) {
  const ListEdit edit = compare(key, items);
  return key.flow ? flow_splice(bytes, key, edit) : block_splice(bytes, key, edit);
}

Result<std::string> set_key(std::string_view bytes, std::string_view canonical, std::string_view yaml) {
  const FrontMatter front = read_front_matter(bytes);
  if (front.problem) return unreadable(*front.problem);
  const FrontMatterKey* key = find_key(front, canonical);
  if (key == nullptr) return with_new_key(bytes, front, canonical, yaml);
  if (key->kind == FrontMatterKind::kList || key->kind == FrontMatterKind::kMap) return wrong_kind(*key, "one value");
  return with_value(bytes, front, *key, yaml);
}

Result<std::string> set_list(std::string_view bytes, std::string_view canonical,
                             const std::vector<std::string>& items) {
  const FrontMatter front = read_front_matter(bytes);
  if (front.problem) return unreadable(*front.problem);
  const FrontMatterKey* key = find_key(front, canonical);
  if (key == nullptr)
    return items.empty() ? std::string(bytes) : with_new_key(bytes, front, canonical, yaml_list(items));
  if (key->kind == FrontMatterKind::kMap) return wrong_kind(*key, "a list");
  const bool foreign =
      std::any_of(key->items.begin(), key->items.end(), [](const FrontMatterItem& item) { return !item.scalar; });
  if (list_of(*key) == items) return std::string(bytes);
  if (items.empty() && !foreign) return spliced(bytes, key->begin, key->end, "");
  const bool no_items = !key->flow && key->items.empty();
  if (key->kind != FrontMatterKind::kList || no_items) return with_value(bytes, front, *key, yaml_list(items));
  return apply_splices(bytes, {list_splice(bytes, *key, items)});
}

std::string remove_key(std::string_view bytes, std::string_view canonical) {
  const FrontMatter front = read_front_matter(bytes);
  const FrontMatterKey* key = find_key(front, canonical);
  return key == nullptr ? std::string(bytes) : spliced(bytes, key->begin, key->end, "");
}

}  // namespace memory
