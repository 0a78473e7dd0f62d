#include <algorithm>
#include <unordered_set>
#include <vector>

#include "memory/tree/entry_codec.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/front_matter.h"
#include "memory/tree/links.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/sections.h"
#include "memory/tree/text.h"
#include "memory/tree/yaml_text.h"

namespace memory {
namespace {

struct Replacement {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

class Rewrite {
 public:
  Rewrite(std::string_view bytes, const std::vector<std::string>& old_names, std::string_view new_path,
          std::string_view new_name)
      : bytes_(bytes), new_path_(new_path), new_name_(normal_target(new_name) == new_name ? new_name : "") {
    for (const std::string& name : old_names) old_keys_.insert(folded_key(name));
  }

  std::string run() {
    const FrontMatter front = read_front_matter(bytes_);
    if (const FrontMatterKey* key = find_key(front, "related")) related(*key);
    body(front.end);
    std::sort(found_.begin(), found_.end(),
              [](const Replacement& a, const Replacement& b) { return a.begin < b.begin; });
    std::string out;
    std::size_t at = 0;
    for (const Replacement& replacement : found_) {
      if (replacement.begin < at) continue;  // one reference, found in two ways
      out.append(bytes_.substr(at, replacement.begin - at)).append(replacement.text);
      at = replacement.end;
    }
    return out.append(bytes_.substr(at));
  }

 private:
  bool is_old(std::string_view target) const { return old_keys_.contains(folded_key(target)); }

  // A path or file name for one, with ".md" where the written one has it, a title for a title. `link`: inside of
  // brackets.
  std::string as_written(std::string_view written, bool link) const {
    const bool file = written.ends_with(".md");
    const bool path = file || new_name_.empty() || written.find('/') != std::string_view::npos;
    const std::string& target = path ? new_path_ : new_name_;
    return (link ? wikilink_target(target) : target) + (file ? ".md" : "");
  }

  void related(const FrontMatterKey& key) {
    if (key.kind == FrontMatterKind::kScalar) return comma_string(key);
    for (const FrontMatterItem& item : key.items) {
      if (!item.scalar || !is_old(normal_target(item.text))) continue;
      const std::size_t end = key.flow ? scalar_end(bytes_.substr(0, key.end), item.begin).value_or(item.begin)
                                       : block_item_end(item.begin);
      if (end > item.begin)
        found_.push_back({item.begin, end, rewritten_item(item.text, bytes_.substr(item.begin, end - item.begin))});
    }
  }

  // Items of a block list end with their line; a comment is not theirs.
  std::size_t block_item_end(std::size_t begin) const {
    if (bytes_[begin] == '"' || bytes_[begin] == '\'') return scalar_end(bytes_, begin).value_or(begin);
    std::size_t end = begin;
    while (end < bytes_.size() && bytes_[end] != '\n' && !(bytes_[end] == '#' && bytes_[end - 1] == ' ')) ++end;
    return begin + trim_end(bytes_.substr(begin, end - begin)).size();
  }

  // "a/b.md", "@a/b", "[[a/b|label]]": the target inside is replaced, the rest of the item kept.
  std::string rewritten_item(const std::string& text, std::string_view raw) const {
    std::string item;
    if (const std::size_t open = text.find("[["); open != std::string::npos) {
      const Wikilink link = parse_wikilink(std::string_view(text).substr(open + 2));
      const std::string_view written = trim(std::string_view(text).substr(open + 2, link.target_size));
      item = text.substr(0, open + 2) + as_written(written, true) + text.substr(open + 2 + link.target_size);
    } else {
      item = (text.starts_with('@') ? "@" : "") + as_written(trim(text), false);
    }
    // Quotes stay where the new text needs no other escapes.
    const bool quoted = raw.front() == '"' || raw.front() == '\'';
    const bool bare = item.find_first_of("\"'\\") == std::string::npos && is_valid_utf8(item);
    return quoted && bare ? raw.front() + item + raw.front() : yaml_text(item);
  }

  void comma_string(const FrontMatterKey& key) {
    std::size_t at = key.value;
    const std::string_view value = bytes_.substr(0, key.end);
    for (const std::string& part : list_of(key)) {
      const std::size_t place = value.find(part, at);
      if (place == std::string_view::npos) return;
      at = place + part.size();
      if (!is_old(normal_target(part))) continue;
      const std::string item = (part.starts_with('@') ? "@" : "") + as_written(part, false);
      // A comma or a sign of YAML would need quotes around the whole string.
      const bool plain = item.find(',') == std::string::npos && yaml_text(item) == item;
      found_.push_back({place, at, plain ? item : new_path_});
    }
  }

  void body(std::size_t offset) {
    const std::string_view text = bytes_.substr(offset);
    const MarkdownBody markdown(text);
    for (const TextLink& link : find_links(text, markdown.outline.code)) {
      if (!is_old(link.target)) continue;
      const std::string_view written = text.substr(link.begin, link.end - link.begin);
      const std::size_t end = link.begin + trim_end(written).size();
      found_.push_back({offset + link.begin, offset + end, as_written(trim(written), link.wikilink)});
    }
    for (const Part& part : split_parts(markdown, false)) {
      if (part.kind == PartKind::kSection && part.section == SectionName::kRelations) relation_lines(markdown, part);
    }
  }

  // "@a/b/c" without ".md" and a path alone are references in a relation line only.
  void relation_lines(const MarkdownBody& markdown, const Part& part) {
    for (const ListItem& item : list_items(markdown, part.text_line, part.last_line)) {
      const auto relation = parse_relation(item.text);
      if (!relation || !is_old(relation->target)) continue;
      const std::string_view line = markdown.line(item.first_line);
      std::size_t at = line.find("@" + relation->target);
      if (at != std::string_view::npos) {
        ++at;
      } else if (item.text.starts_with(relation->target)) {
        at = line.find(relation->target);
      }
      if (at == std::string_view::npos) continue;
      const std::size_t begin = static_cast<std::size_t>(line.data() - bytes_.data()) + at;
      const std::size_t end = begin + relation->target.size();
      // With ".md" behind "@" the text's links have it already.
      if (!bytes_.substr(end).starts_with(".md") || line[at - 1] != '@') found_.push_back({begin, end, new_path_});
    }
  }

  std::string_view bytes_;
  std::unordered_set<std::string> old_keys_;
  std::string new_path_;
  std::string new_name_;  // empty: none that a reference can be
  std::vector<Replacement> found_;
};

}  // namespace

std::string rewrite_references(std::string_view bytes, std::string_view old_path, std::string_view new_path) {
  return Rewrite(bytes, {std::string(old_path)}, new_path, {}).run();
}

std::string rewrite_references(std::string_view bytes, const std::vector<std::string>& old_names,
                               std::string_view new_path, std::string_view new_name) {
  return Rewrite(bytes, old_names, new_path, new_name).run();
}

}  // namespace memory
