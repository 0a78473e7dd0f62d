#include "memory/tree/fact_line.h"

#include <array>
#include <optional>
#include <vector>

#include "memory/tree/structure_text.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::string_view kSpecial = "*[]();";  // what a backslash can stand before in a fact line

struct FactPart {
  std::string_view key;
  std::string Fact::*field;
};
constexpr std::array<FactPart, 4> kParts = {{{"value", &Fact::value},
                                             {"from", &Fact::valid_from},
                                             {"until", &Fact::valid_until},
                                             {"superseded-by", &Fact::superseded_by}}};

std::string escaped(std::string_view text, std::string_view characters) {
  return escape_characters(text, characters, kSpecial);
}
std::string unescaped(std::string_view text) { return unescape_characters(trim(text), kSpecial); }

std::vector<std::string_view> split_unescaped(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == separator) {
      pieces.push_back(text.substr(start, i - start));
      start = i + 1;
    }
  }
  pieces.push_back(text.substr(start));
  return pieces;
}

// The group "(...)" or "[...]" that ends `text` behind a blank; npos where there is none.
std::size_t last_group(std::string_view text, char open, char close) {
  if (!text.ends_with(close) || is_escaped(text, text.size() - 1)) return std::string_view::npos;
  const std::size_t begin = text.find_last_of(open);
  for (std::size_t at = begin; at != std::string_view::npos && at > 0; at = text.find_last_of(open, at - 1)) {
    if (is_escaped(text, at)) continue;
    return text[at - 1] == ' ' || text[at - 1] == '\t' ? at : std::string_view::npos;
  }
  return std::string_view::npos;
}

bool parse_parts(std::string_view inside, Fact& fact) {
  Fact read;
  for (std::string_view piece : split_unescaped(inside, ';')) {
    piece = trim(piece);
    bool known = false;
    for (const FactPart& part : kParts) {
      if (!piece.starts_with(part.key) || piece.substr(part.key.size()).substr(0, 1) != ":") continue;
      read.*part.field = unescaped(piece.substr(part.key.size() + 1));
      known = true;
    }
    if (!known) return false;
  }
  for (const FactPart& part : kParts) fact.*part.field = std::move(read.*part.field);
  return true;
}

// Cuts "**subject**: " or "**subject:** " off the front.
void take_subject(std::string_view& text, Fact& fact) {
  if (!text.starts_with("**")) return;
  for (std::size_t at = text.find("**", 2); at != std::string_view::npos; at = text.find("**", at + 1)) {
    if (is_escaped(text, at)) continue;
    std::string_view subject = text.substr(2, at - 2);
    std::string_view rest = text.substr(at + 2);
    if (rest.starts_with(':')) {
      rest.remove_prefix(1);
    } else if (subject.ends_with(':')) {
      subject.remove_suffix(1);
    } else {
      return;
    }
    if (is_blank(subject) || is_blank(rest)) return;
    fact.subject = unescaped(subject);
    text = trim(rest);
    return;
  }
}

std::string assemble(const Fact& fact, const std::string& statement) {
  std::string line = fact.subject.empty() ? "" : "**" + escaped(fact.subject, "*") + "**: ";
  line += statement;
  if (!fact.category.empty()) line += " [" + escaped(fact.category, "[]") + "]";
  std::string parts;
  for (const FactPart& part : kParts) {
    if ((fact.*part.field).empty()) continue;
    parts.append(parts.empty() ? " (" : "; ").append(part.key).append(": ").append(escaped(fact.*part.field, "();"));
  }
  return parts.empty() ? line : line + parts + ")";
}

}  // namespace

Fact normal_fact(const Fact& fact) {
  Fact normal{fold_to_line(fact.statement),    fold_to_line(fact.subject),    fold_to_line(fact.value),
              fold_to_line(fact.category),     fold_to_line(fact.valid_from), fold_to_line(fact.valid_until),
              fold_to_line(fact.superseded_by)};
  if (normal.statement.empty()) {
    normal.statement = normal.value.empty() ? normal.subject : normal.value;
    if (normal.value.empty()) normal.subject.clear();
  }
  return normal;
}

std::string format_fact(const Fact& fact) {
  const Fact normal = normal_fact(fact);
  std::string statement = escaped(normal.statement, "");
  std::string line = assemble(normal, statement);
  if (parse_fact(line) == normal) return line;
  // The statement looks like a part of the line: like a subject at its start, like a group at its end.
  if (normal.statement.starts_with("**")) statement.insert(0, 1, '\\');
  if (statement.ends_with(')') || statement.ends_with(']')) statement.insert(statement.size() - 1, 1, '\\');
  return assemble(normal, statement);
}

Fact parse_fact(std::string_view item) {
  Fact fact;
  std::string_view text = trim(item);
  take_subject(text, fact);
  if (const std::size_t group = last_group(text, '(', ')');
      group != std::string_view::npos && !is_blank(text.substr(0, group))) {
    if (parse_parts(text.substr(group + 1, text.size() - group - 2), fact)) text = trim(text.substr(0, group));
  }
  if (const std::size_t group = last_group(text, '[', ']');
      group != std::string_view::npos && !is_blank(text.substr(0, group))) {
    const std::string_view inside = text.substr(group + 1, text.size() - group - 2);
    if (!is_blank(inside) && split_unescaped(inside, ']').size() == 1) {
      fact.category = unescaped(inside);
      text = trim(text.substr(0, group));
    }
  }
  fact.statement = unescaped(text);
  return fact;
}

}  // namespace memory
