#include "memory/tree/content.h"
#include "memory/tree/entry_codec.h"
#include "memory/tree/loose_text.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/section_writer.h"
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

// Nothing where lines of a given body's sections cannot stand in these.
std::optional<std::string> body_of(const NormalContent& normal, std::string why) {
  if (normal.reason) why.append(why.empty() ? "" : "\n\n").append(*normal.reason);
  return body_with_loose(write_body(normal.content, why, normal.languages), normal.loose);
}

}  // namespace

std::string write_new_entry(std::string_view title, const EntryContent& given, std::string_view reason, Time created,
                            Time updated) {
  NormalContent normal = normal_content(given);
  std::optional<std::string> body = body_of(normal, normal_reason(reason));
  if (!body) {
    normal = normal_content_without_loose(given);
    body = body_of(normal, normal_reason(reason));
  }
  return front_matter(title, normal.content, created, updated) + body.value_or("");
}

}  // namespace memory
