#include "memory/tree/lost_texts.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "memory/tree/fact_line.h"
#include "memory/tree/pattern_line.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/section_writer.h"
#include "memory/tree/sections.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// The lines of a text between those that start and those that end the other one too.
std::string lost_lines(std::string_view before, std::string_view after) {
  const std::vector<std::string_view> old = split_lines(before);
  const std::vector<std::string_view> now = split_lines(after);
  const std::size_t most = std::min(old.size(), now.size());
  std::size_t start = 0;
  while (start < most && old[start] == now[start]) ++start;
  std::size_t end = 0;
  while (end < most - start && old[old.size() - 1 - end] == now[now.size() - 1 - end]) ++end;
  std::string lines;
  for (std::size_t i = start; i + end < old.size(); ++i) {
    if (lines.empty() && is_blank(old[i])) continue;
    lines.append(old[i]).push_back('\n');
  }
  return std::string(trim_blank_lines_end(lines));
}

}  // namespace

std::vector<std::string> lost_texts(const EntryContent& before, const EntryContent& after) {
  std::vector<std::string> lost;
  const auto compare = [&](const std::optional<std::string>& old_text, const std::optional<std::string>& new_text) {
    if (std::string lines = lost_lines(old_text.value_or(""), new_text.value_or("")); !lines.empty())
      lost.push_back(std::move(lines));
  };
  const auto compare_list = [&](const std::vector<std::string>& old_list, const std::vector<std::string>& new_list) {
    const std::unordered_set<std::string> left(new_list.begin(), new_list.end());
    for (const std::string& item : old_list) {
      if (!left.contains(item)) lost.push_back(item);
    }
  };
  const auto lines = [](const auto& items, auto format) {
    std::vector<std::string> list;
    for (const auto& item : items) list.push_back(format(item));
    return list;
  };
  compare(before.body, after.body);
  compare(before.summary, after.summary);
  compare_list(before.tags, after.tags);
  compare_list(before.keywords, after.keywords);
  compare_list(before.aliases, after.aliases);
  compare_list(before.questions, after.questions);
  compare_list(lines(before.relations, format_relation), lines(after.relations, format_relation));
  compare_list(lines(before.facts, format_fact), lines(after.facts, format_fact));
  compare_list(before.snippets, after.snippets);
  const RawConcept old_raw = before.raw_concept.value_or(RawConcept{});
  const RawConcept new_raw = after.raw_concept.value_or(RawConcept{});
  compare(old_raw.task, new_raw.task);
  compare(old_raw.flow, new_raw.flow);
  compare(old_raw.timestamp, new_raw.timestamp);
  compare(old_raw.author, new_raw.author);
  compare_list(old_raw.changes, new_raw.changes);
  compare_list(old_raw.files, new_raw.files);
  compare_list(lines(old_raw.patterns, format_pattern), lines(new_raw.patterns, format_pattern));
  const Narrative old_narrative = before.narrative.value_or(Narrative{});
  const Narrative new_narrative = after.narrative.value_or(Narrative{});
  for (const NarrativeField field : kNarrativeTexts)
    compare(narrative_text(old_narrative, field), narrative_text(new_narrative, field));
  compare_list(lines(old_narrative.diagrams, write_diagram), lines(new_narrative.diagrams, write_diagram));
  return lost;
}

}  // namespace memory
