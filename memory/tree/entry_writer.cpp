#include "memory/tree/content.h"
#include "memory/tree/entry_codec.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/section_writer.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"
#include "memory/tree/yaml_text.h"

namespace memory {
namespace {

constexpr double kFirstImportance = 50;  // design: lifecycle.md

void append_key(std::string& text, std::string_view key, std::string_view value) {
  text.append(key).append(": ").append(value).append("\n");
}

void append_list(std::string& text, std::string_view key, const std::vector<std::string>& items) {
  if (!items.empty()) append_key(text, key, yaml_list(items));
}

std::string front_matter(std::string_view title, const EntryContent& content, Time created, Time updated) {
  std::string text = "---\n";
  append_key(text, "title", yaml_text(title));
  if (content.summary) append_key(text, "summary", yaml_text(*content.summary));
  append_list(text, "tags", content.tags);
  append_list(text, "keywords", content.keywords);
  append_list(text, "aliases", content.aliases);
  append_list(text, "questions", content.questions);
  append_list(text, "related", related_items(content.relations));
  append_key(text, "createdAt", format_time(created));
  append_key(text, "updatedAt", format_time(updated));
  append_key(text, "importance", write_importance(kFirstImportance));
  append_key(text, "maturity", "draft");
  return text + "---\n";
}

void append_block(std::string& text, std::string_view block) {
  if (block.empty()) return;
  if (!text.empty()) text += "\n";
  text.append(block).append("\n");
}

}  // namespace

std::string write_new_entry(std::string_view title, const EntryContent& given, std::string_view reason, Time created,
                            Time updated) {
  const NormalContent normal = normal_content(given);
  const EntryContent& content = normal.content;
  std::string why = normal_reason(reason);
  if (normal.reason) why.append(why.empty() ? "" : "\n\n").append(*normal.reason);
  std::string body;
  append_block(body, content.body.value_or(""));
  append_block(body, write_reason(why));
  append_block(body, write_relations(content.relations));
  if (content.raw_concept) append_block(body, write_raw_concept(*content.raw_concept));
  if (content.narrative) append_block(body, write_narrative(*content.narrative));
  append_block(body, write_facts(content.facts));
  for (const std::string& snippet : content.snippets) {
    const auto language = normal.languages.find(snippet);
    append_block(body, write_snippet(snippet, language == normal.languages.end() ? "" : language->second));
  }
  return front_matter(title, content, created, updated) + body;
}

}  // namespace memory
