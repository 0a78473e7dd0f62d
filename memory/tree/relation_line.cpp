#include "memory/tree/relation_line.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "memory/tree/entry_path.h"
#include "memory/tree/structure_text.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::string_view kTypeSpecial = "@[";
constexpr std::string_view kLinkSpecial = "[]#|";

std::string_view without_extension(std::string_view target) {
  while (target.size() > 3 && target.ends_with(".md")) target.remove_suffix(3);
  return target;
}

// A target that can stand behind "@": a path in one word that no punctuation of the sentence ends.
bool is_path_word(std::string_view target) {
  if (target.find('/') == std::string_view::npos || target.front() == '@' || target.ends_with(".md")) return false;
  for (const char c : target) {
    if (static_cast<unsigned char>(c) <= 0x20 ||
        std::string_view("()[]{}<>\"'`,;|\\").find(c) != std::string_view::npos) {
      return false;
    }
  }
  return true;
}

std::size_t find_unescaped(std::string_view text, std::string_view what) {
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) {
    if (!is_escaped(text, at)) return at;
  }
  return std::string_view::npos;
}

// "@" at the start or behind a blank.
std::size_t find_mark(std::string_view text) {
  for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
    const bool starts_word = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t';
    if (starts_word && at + 1 < text.size() && text[at + 1] != ' ') return at;
  }
  return std::string_view::npos;
}

// The why behind a target: one dash in front of it is only a separator.
std::string why_of(std::string_view rest) {
  rest = trim(rest);
  constexpr std::array<std::string_view, 5> kDashes = {"\xE2\x80\x94", "\xE2\x80\x93", "--", "-", ":"};
  for (const std::string_view dash : kDashes) {
    if (!rest.starts_with(dash)) continue;
    return std::string(trim(rest.substr(dash.size())));
  }
  return std::string(rest);
}

std::string type_of(std::string_view text) {
  text = trim(text);
  if (text.ends_with(':')) text = trim_end(text.substr(0, text.size() - 1));
  return unescape_characters(text, kTypeSpecial);
}

}  // namespace

std::string normal_target(std::string_view given) {
  std::string target = fold_to_line(given);
  // Wrappings in wrappings: what is left over after these rounds is part of the name.
  for (int round = 0; round < 8; ++round) {
    std::string before = target;
    if (target.starts_with("[[") && target.ends_with("]]") && target.size() > 4) {
      if (std::string inner = parse_wikilink(std::string_view(target).substr(2, target.size() - 4)).target;
          !inner.empty()) {
        target = std::move(inner);
      }
    }
    if (target.find('/') != std::string::npos) target.erase(0, std::min(target.find_first_not_of("@ "), target.size()));
    target = without_extension(trim(target));
    if (target == before) break;
  }
  return target;
}

Relation normal_relation(const Relation& relation) {
  Relation normal{normal_target(relation.target), fold_to_line(relation.type), fold_to_line(relation.why)};
  while (normal.type.ends_with(':')) normal.type = trim_end(normal.type.substr(0, normal.type.size() - 1));
  return normal;
}

std::vector<Relation> group_relations(const std::vector<std::string>& targets, const std::vector<Relation>& described) {
  std::vector<Relation> all;
  std::unordered_set<std::string> used;
  std::unordered_map<std::string, std::vector<const Relation*>> by_target;
  for (const Relation& relation : described) by_target[folded_key(relation.target)].push_back(&relation);
  const auto take = [&](const std::string& target) {
    const std::string key = folded_key(target);
    if (target.empty() || !used.insert(key).second) return;
    const auto found = by_target.find(key);
    if (found == by_target.end()) {
      all.push_back({target, {}, {}});
      return;
    }
    std::unordered_set<std::string> lines;
    for (const Relation* relation : found->second) {
      if (lines.insert(format_relation(*relation)).second) all.push_back(*relation);
    }
  };
  for (const std::string& target : targets) take(target);
  for (const Relation& relation : described) take(relation.target);
  return all;
}

std::string related_item(const Relation& relation) {
  return is_path_word(relation.target) ? relation.target + ".md" : relation.target;
}

std::vector<std::string> related_items(const std::vector<Relation>& relations) {
  std::vector<std::string> items;
  std::unordered_set<std::string> used;
  for (const Relation& relation : relations) {
    if (used.insert(folded_key(relation.target)).second) items.push_back(related_item(relation));
  }
  return items;
}

std::string format_relation(const Relation& given) {
  const Relation relation = normal_relation(given);
  std::string line = escape_characters(relation.type, kTypeSpecial, kTypeSpecial);
  if (!line.empty()) line += ' ';
  line +=
      is_path_word(relation.target) ? "@" + relation.target + ".md" : "[[" + wikilink_target(relation.target) + "]]";
  return relation.why.empty() ? line : line + " \xE2\x80\x94 " + relation.why;
}

std::optional<Relation> parse_relation(std::string_view item) {
  const std::string_view text = trim(item);
  const std::size_t link = find_unescaped(text, "[[");
  const std::size_t mark = find_mark(text.substr(0, link));
  if (mark != std::string_view::npos) {
    std::string_view target = text.substr(mark + 1);
    target = target.substr(0, target.find_first_of(" \t"));
    const std::string_view rest = text.substr(mark + 1 + target.size());
    while (!target.empty() && std::string_view(",;:)").find(target.back()) != std::string_view::npos)
      target.remove_suffix(1);
    if (target.empty()) return std::nullopt;
    return Relation{std::string(without_extension(target)), type_of(text.substr(0, mark)), why_of(rest)};
  }
  if (link != std::string_view::npos) {
    const std::size_t close = find_unescaped(text.substr(link), "]]");
    if (close == std::string_view::npos) return std::nullopt;
    const Wikilink wikilink = parse_wikilink(text.substr(link + 2, close - 2));
    if (wikilink.target.empty()) return std::nullopt;
    return Relation{wikilink.target, type_of(text.substr(0, link)), why_of(text.substr(link + close + 2))};
  }
  const bool path = text.find('/') != std::string_view::npos && text.find_first_of(" \t") == std::string_view::npos;
  return path ? std::optional(Relation{normal_target(text), {}, {}}) : std::nullopt;
}

Wikilink parse_wikilink(std::string_view inside) {
  std::size_t end = 0;
  while (end < inside.size() && inside[end] != '|' && inside[end] != '#') end += inside[end] == '\\' ? 2 : 1;
  end = std::min(end, inside.size());
  const std::string_view written = inside.substr(0, end);
  return {end, std::string(without_extension(unescape_characters(trim(written), kLinkSpecial)))};
}

std::string wikilink_target(std::string_view target) { return escape_characters(target, kLinkSpecial, kLinkSpecial); }

}  // namespace memory
