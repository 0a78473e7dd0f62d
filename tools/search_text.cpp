#include "tools/search_text.h"

#include <set>
#include <string_view>

#include "tools/render.h"

using memory::SearchHit;
using memory::SearchResult;

namespace tools {
namespace {

// First line: whose words these are. Below it, to the end of the block, the passage itself; so its text can
// never pass for a part of the answer.
// What belongs to the entry (title, time, hash) is said with the first of its passages.
std::string hit_text(const SearchHit& hit, std::size_t rank, bool first_of_entry) {
  std::string line = "[" + std::to_string(rank) + "] " + hit.path;
  if (first_of_entry) line += " · " + on_one_line(hit.title);
  if (hit.heading) line += " › " + on_one_line(*hit.heading);
  line += " · lines " + std::to_string(hit.start_line) + "–" + std::to_string(hit.end_line);
  line += " · score " + decimal(hit.score, 2);
  if (hit.approximate.value_or(false)) line += " · approximate";
  if (hit.superseded_by) line += " · superseded by " + *hit.superseded_by;
  if (hit.via) line += " · via " + *hit.via;
  for (const std::string& flag : hit.flags) line += " · flag: " + flag;
  if (first_of_entry) {
    if (hit.maturity) line += " · " + *hit.maturity;
    if (hit.updated_at) line += " · updated " + *hit.updated_at;
    line += " · hash " + hit.hash;
  }
  if (hit.explain) line += " · " + on_one_line(*hit.explain);
  return line + "\n" + hit.text;
}

}  // namespace

std::vector<std::string> hit_texts(const std::vector<SearchHit>& hits) {
  std::vector<std::string> texts;
  std::set<std::string_view> entries;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    texts.push_back(hit_text(hits[i], i + 1, entries.insert(hits[i].path).second));
  }
  return texts;
}

std::string search_head_text(const SearchResult& result) {
  std::string text = result.verdict + ": ";
  text += result.hits.empty() ? "no passages"
                              : counted(static_cast<std::int64_t>(result.hits.size()), "passage", "passages");
  if (result.omitted.hits > 0) {
    text += "; " + std::to_string(result.omitted.hits) + " more (" + std::to_string(result.omitted.tokens) + " tokens)";
    if (result.omitted.cursor) text += " with cursor `" + *result.omitted.cursor + "`";
  }
  if (!result.unmatched_terms.empty()) text += "; not stored: " + quoted_list(result.unmatched_terms);
  if (!result.did_you_mean.empty()) text += "; did you mean: " + quoted_list(result.did_you_mean);
  text += ". ";
  if (result.hint) text += *result.hint + " ";
  return text + "(generation " + result.generation + ", " + decimal(result.elapsed_ms, 2) + " ms)";
}

}  // namespace tools
