#include <set>
#include <string_view>

#include "tools/all_tools.h"
#include "tools/error_text.h"
#include "tools/render.h"

using memory::SearchHit;
using memory::SearchOmitted;
using memory::SearchRequest;
using memory::SearchResult;

namespace protocol {

template <>
struct Record<SearchRequest> {
  static std::vector<Field> fields() {
    return {
        field<&SearchRequest::query>("query", "Words, names, symbols or a question; \"quotes\" keep a phrase.")
            .required()
            .synonyms({"q", "text", "question"}),
        field<&SearchRequest::scope>("scope", "Only below this path, e.g. `architecture/auth`.")
            .synonyms({"path", "folder", "domain"}),
        field<&SearchRequest::tags>("tags", "Only entries with all of these tags."),
        field<&SearchRequest::since>("since", "Only entries from this time on: ISO date, or `7d`, `12h` ago."),
        field<&SearchRequest::until>("until", "Only entries up to this ISO date, its day included."),
        field<&SearchRequest::limit>("limit", "Most entries.").range(1, 100).by_default("10").synonyms({"per_page"}),
        field<&SearchRequest::max_tokens>("max_tokens", "Budget of the whole reply (tokens = characters / 4).")
            .range(100, 8000)
            .by_default("2000")
            .synonyms({"budget"}),
        field<&SearchRequest::cursor>("cursor", "`omitted.cursor` of a reply: the hits behind it."),
        field<&SearchRequest::min_maturity>("min_maturity", "draft, validated or core.")
            .one_of({"draft", "validated", "core"})
            .hidden(),
        field<&SearchRequest::kinds>("kinds", "context (entries), summary (folders' context.md).").hidden(),
        field<&SearchRequest::explain>("explain", "Add the parts of each score.").hidden(),
    };
  }
};

template <>
struct Record<SearchHit> {
  static std::vector<Field> fields() {
    return {
        field<&SearchHit::path>("path", "").required(),
        field<&SearchHit::title>("title", "").required(),
        field<&SearchHit::heading>("heading", ""),
        field<&SearchHit::start_line>("start_line", "").required(),
        field<&SearchHit::end_line>("end_line", "").required(),
        field<&SearchHit::text>("text", "").required(),
        field<&SearchHit::score>("score", "").required(),
        field<&SearchHit::hash>("hash", "").required(),
        field<&SearchHit::updated_at>("updated_at", ""),
        field<&SearchHit::maturity>("maturity", ""),
        field<&SearchHit::superseded_by>("superseded_by", ""),
        field<&SearchHit::via>("via", ""),
        field<&SearchHit::approximate>("approximate", ""),
        field<&SearchHit::flags>("flags", "").omit_empty(),
        field<&SearchHit::explain>("explain", ""),
    };
  }
};

template <>
struct Record<SearchOmitted> {
  static std::vector<Field> fields() {
    return {
        field<&SearchOmitted::hits>("hits", "").required(),
        field<&SearchOmitted::tokens>("tokens", "").required(),
        field<&SearchOmitted::cursor>("cursor", ""),
    };
  }
};

template <>
struct Record<SearchResult> {
  static std::vector<Field> fields() {
    return {
        field<&SearchResult::verdict>("verdict", "answered, partial, none, superseded or filtered.").required(),
        field<&SearchResult::hits>("hits", "Passages, best first.").required(),
        field<&SearchResult::omitted>("omitted", "What found no room, and the cursor that gets it.").required(),
        field<&SearchResult::unmatched_terms>("unmatched_terms", "Query words that no entry holds.").required(),
        field<&SearchResult::did_you_mean>("did_you_mean", "Near words that are stored.").omit_empty(),
        field<&SearchResult::hint>("hint", "What to do with this verdict."),
        field<&SearchResult::generation>("generation", "State of the tree.").required(),
        field<&SearchResult::elapsed_ms>("elapsed_ms", "").required(),
    };
  }
};

}  // namespace protocol

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

std::string head_text(const SearchResult& result) {
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

}  // namespace

protocol::Tool search_knowledge_tool(memory::Memory& memory) {
  protocol::ToolInfo info;
  info.name = "search_knowledge";
  info.title = "Search knowledge";
  info.description =
      "Find every stored place that mentions words, names or a topic, with filters. Use when something may have been "
      "decided, learned or noted, and before an update. Not for listing folders (browse_tree). Returns a verdict and "
      "passages with path and lines; `none` means nothing is stored.";
  return protocol::make_tool<SearchRequest, SearchResult>(
      std::move(info),
      [&memory](const SearchRequest& request, protocol::CallContext&) -> protocol::ToolReply<SearchResult> {
        auto result = memory.search(request);
        if (!result) return protocol::ToolReply<SearchResult>::failed(error_text(result.error()));
        protocol::ToolReply<SearchResult> reply;
        reply.text.push_back(head_text(*result));
        std::set<std::string_view> entries;
        for (std::size_t i = 0; i < result->hits.size(); ++i) {
          const SearchHit& hit = result->hits[i];
          reply.text.push_back(hit_text(hit, i + 1, entries.insert(hit.path).second));
        }
        reply.structured = std::move(*result);
        return reply;
      });
}

}  // namespace tools
