#include "tools/all_tools.h"
#include "tools/error_text.h"
#include "tools/search_records.h"
#include "tools/search_text.h"

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

}  // namespace protocol

namespace tools {
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
        reply.text.push_back(search_head_text(*result));
        for (std::string& hit : hit_texts(result->hits)) reply.text.push_back(std::move(hit));
        reply.structured = std::move(*result);
        return reply;
      });
}

}  // namespace tools
