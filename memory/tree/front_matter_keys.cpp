// The spellings of the keys, and the texts of their values: what front_matter.h says, without YAML.
#include <algorithm>
#include <array>

#include "memory/tree/front_matter.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

struct Synonyms {
  std::string_view canonical;
  std::array<std::string_view, 5> names;  // in lower case
};
constexpr std::array<Synonyms, 12> kSynonyms = {{
    {"title", {"title"}},
    {"summary", {"summary", "description"}},
    {"tags", {"tags", "tag"}},
    {"keywords", {"keywords", "keyword"}},
    {"aliases", {"aliases", "alias"}},
    {"questions", {"questions", "question"}},
    {"related", {"related"}},
    {"createdAt", {"createdat", "created_at", "created", "date"}},
    {"updatedAt", {"updatedat", "updated_at", "updated", "modified", "last_modified"}},
    {"importance", {"importance"}},
    {"maturity", {"maturity"}},
    {"pinned", {"pinned"}},
}};

// The rank of a spelling among the synonyms of a key; none where it is not one.
std::optional<std::size_t> rank_of(const Synonyms& synonyms, std::string_view name) {
  if (name.empty() || name.size() > 16) return std::nullopt;
  const auto found = std::find_if(synonyms.names.begin(), synonyms.names.end(),
                                  [&](std::string_view known) { return equal_ignoring_case(known, name); });
  if (found == synonyms.names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - synonyms.names.begin());
}

}  // namespace

std::optional<std::size_t> scalar_end(std::string_view text, std::size_t begin) {
  const char quote = begin < text.size() ? text[begin] : '\0';
  if (quote != '"' && quote != '\'') {
    std::size_t end = begin;
    while (end < text.size() && std::string_view(",[]{}\n").find(text[end]) == std::string_view::npos &&
           (text[end] != '#' || (text[end - 1] != ' ' && text[end - 1] != '\t'))) {
      ++end;
    }
    return begin + trim_end(text.substr(begin, end - begin)).size();
  }
  for (std::size_t at = begin + 1; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      const bool doubled = quote == '\'' && at + 1 < text.size() && text[at + 1] == quote;
      if (!doubled) return at + 1;
      ++at;
    }
  }
  return std::nullopt;
}

std::string_view canonical_key(std::string_view name) {
  for (const Synonyms& synonyms : kSynonyms) {
    if (rank_of(synonyms, name)) return synonyms.canonical;
  }
  return {};
}

const FrontMatterKey* find_key(const FrontMatter& front, std::string_view canonical) {
  const auto synonyms =
      std::find_if(kSynonyms.begin(), kSynonyms.end(), [&](const Synonyms& s) { return s.canonical == canonical; });
  const FrontMatterKey* best = nullptr;
  std::size_t best_rank = 0;
  for (const FrontMatterKey& key : front.items) {
    const auto rank = synonyms == kSynonyms.end()
                          ? (key.name == canonical ? std::optional<std::size_t>(0) : std::nullopt)
                          : rank_of(*synonyms, key.name);
    if (rank && (best == nullptr || *rank < best_rank)) {
      best = &key;
      best_rank = *rank;
    }
  }
  return best;
}

std::vector<std::string> list_of(const FrontMatterKey& key) {
  std::vector<std::string> texts;
  const auto add = [&](std::string_view text) {
    if (!is_blank(text)) texts.emplace_back(trim(text));
  };
  if (key.kind == FrontMatterKind::kList) {
    for (const FrontMatterItem& item : key.items) {
      if (item.scalar) add(item.text);
    }
  } else if (key.kind == FrontMatterKind::kScalar) {
    if (canonical_key(key.name) == "questions") {
      add(key.text);
      return texts;
    }
    for (std::string_view rest = key.text; !rest.empty();) {
      const std::size_t comma = rest.find(',');
      add(rest.substr(0, comma));
      rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    }
  }
  return texts;
}

}  // namespace memory
