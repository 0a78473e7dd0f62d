#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "memory/tree/entry_codec.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/front_matter.h"
#include "memory/tree/links.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/section_reader.h"
#include "memory/tree/sections.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

std::optional<std::string> text_of(const FrontMatter& front, std::string_view name) {
  const FrontMatterKey* key = find_key(front, name);
  if (key == nullptr || key->kind != FrontMatterKind::kScalar || is_blank(key->text)) return std::nullopt;
  return key->text;
}

std::vector<std::string> texts_of(const FrontMatter& front, std::string_view name) {
  const FrontMatterKey* key = find_key(front, name);
  return key == nullptr ? std::vector<std::string>{} : list_of(*key);
}

std::optional<Time> time_of(const FrontMatter& front, std::string_view name) {
  const auto text = text_of(front, name);
  return text ? parse_time(*text) : std::nullopt;
}

std::optional<double> importance_of(const FrontMatter& front) {
  const auto text = text_of(front, "importance");
  if (!text) return std::nullopt;
  const std::string_view digits = trim(*text);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || !(value == value)) return std::nullopt;
  return std::clamp(value, 0.0, 100.0);
}

std::optional<std::string> maturity_of(const FrontMatter& front) {
  const auto text = text_of(front, "maturity");
  if (!text) return std::nullopt;
  const std::string lower = to_lower(trim(*text));
  const bool known = lower == "draft" || lower == "validated" || lower == "core";
  return known ? std::optional(lower) : std::nullopt;
}

bool pinned_of(const FrontMatter& front) {
  const std::string lower = to_lower(trim(text_of(front, "pinned").value_or("")));
  return lower == "true" || lower == "yes" || lower == "on" || lower == "1";
}

void read_keys(const FrontMatter& front, Entry& entry) {
  if (auto title = text_of(front, "title")) {
    entry.title = std::move(*title);
    entry.title_in_file = true;
  }
  if (auto summary = text_of(front, "summary")) {
    // A folded scalar ends with a line break that is no part of the text.
    summary->erase(trim_end(*summary).size());
    entry.content.summary = std::move(summary);
  }
  entry.content.tags = texts_of(front, "tags");
  entry.content.keywords = texts_of(front, "keywords");
  entry.content.aliases = texts_of(front, "aliases");
  entry.content.questions = texts_of(front, "questions");
  entry.created_at = time_of(front, "createdAt");
  entry.updated_at = time_of(front, "updatedAt");
  if (!entry.updated_at) entry.updated_at = entry.created_at;
  entry.importance = importance_of(front);
  entry.maturity = maturity_of(front);
  entry.pinned = pinned_of(front);
}

// The relations, and behind them the other links of the text.
std::vector<Relation> all_links(const std::vector<Relation>& relations, const MarkdownBody& body,
                                std::string_view text) {
  std::vector<Relation> links = relations;
  std::unordered_set<std::string> known;
  for (const Relation& relation : relations) known.insert(folded_key(relation.target));
  for (TextLink& link : find_links(text, body.outline.code)) {
    if (known.insert(folded_key(link.target)).second) links.push_back({std::move(link.target), {}, {}});
  }
  return links;
}

}  // namespace

ParsedEntry parse_entry(std::string_view bytes, std::string_view name) {
  ParsedEntry parsed;
  FrontMatter front = read_front_matter(bytes);
  parsed.entry.title = std::string(name);
  parsed.body_offset = front.end;
  parsed.body_line =
      1 + static_cast<int>(std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(front.end), '\n'));
  parsed.lines =
      static_cast<int>(std::count(bytes.begin(), bytes.end(), '\n')) + (bytes.empty() || bytes.ends_with('\n') ? 0 : 1);
  parsed.problem = std::move(front.problem);
  if (front.present) read_keys(front, parsed.entry);

  const std::string_view text = bytes.substr(front.end);
  const MarkdownBody body(text);
  SectionContent sections = read_sections(body, false);
  EntryContent& content = parsed.entry.content;
  content.body = std::move(sections.content.body);
  content.facts = std::move(sections.content.facts);
  content.snippets = std::move(sections.content.snippets);
  content.raw_concept = std::move(sections.content.raw_concept);
  content.narrative = std::move(sections.content.narrative);
  parsed.entry.reason = std::move(sections.reason);
  std::vector<std::string> related = front.present ? texts_of(front, "related") : std::vector<std::string>{};
  for (std::string& target : related) target = normal_target(target);
  content.relations = group_relations(related, sections.content.relations);
  parsed.links = all_links(content.relations, body, text);
  return parsed;
}

}  // namespace memory
