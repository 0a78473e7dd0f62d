#include "tools/all_tools.h"
#include "tools/error_text.h"
#include "tools/lifecycle_record.h"
#include "tools/render.h"

using memory::BrowseRequest;
using memory::BrowseResult;
using memory::Symbol;

namespace protocol {

template <>
struct Record<BrowseRequest> {
  static std::vector<Field> fields() {
    return {
        field<&BrowseRequest::path>("path", "Folder; default: the top.").synonyms({"folder", "domain", "scope"}),
        field<&BrowseRequest::depth>("depth", "Levels to list.").range(1, 4).by_default("1"),
        field<&BrowseRequest::limit>("limit", "Most rows.").range(1, 1000).by_default("100").synonyms({"per_page"}),
        field<&BrowseRequest::max_tokens>("max_tokens", "Budget of the reply.")
            .hidden()
            .range(100, 8000)
            .by_default("2000")
            .synonyms({"budget"}),
        field<&BrowseRequest::cursor>("cursor", "The next page."),
    };
  }
};

template <>
struct Record<Symbol> {
  static std::vector<Field> fields() {
    return {
        field<&Symbol::path>("path", "").required(),  field<&Symbol::name>("name", "").required(),
        field<&Symbol::kind>("kind", "").required(),  field<&Symbol::title>("title", ""),
        field<&Symbol::summary>("summary", ""),       field<&Symbol::hash>("hash", ""),
        field<&Symbol::entries>("entries", ""),       field<&Symbol::maturity>("maturity", ""),
        field<&Symbol::updated_at>("updated_at", ""), field<&Symbol::tokens>("tokens", ""),
    };
  }
};

template <>
struct Record<BrowseResult> {
  static std::vector<Field> fields() {
    return {
        field<&BrowseResult::path>("path", "What is listed; empty: the whole tree.").required(),
        field<&BrowseResult::kind>("kind", "root, domain, topic, subtopic or context (an entry).").required(),
        field<&BrowseResult::children>("children", "Folders, then entries.").required(),
        field<&BrowseResult::total>("total", "Rows of all pages.").required().hidden(),
        field<&BrowseResult::cursor>("cursor", "Gets the next page."),
        field<&BrowseResult::lifecycle>("lifecycle", "Entries below by maturity.").required().hidden(),
        field<&BrowseResult::entry>("entry", "Where `path` names an entry.").hidden(),
    };
  }
};

}  // namespace protocol

namespace tools {

protocol::Tool browse_tree_tool(memory::Memory& memory) {
  protocol::ToolInfo info;
  info.name = "browse_tree";
  info.title = "Browse the tree";
  info.description =
      "List the folders and entries of the memory. Use when you need the paths that exist, e.g. to reuse a folder "
      "before curating. Not for finding facts (search_knowledge). Returns path, kind, title, summary, entry count, "
      "hash "
      "and cursor.";
  return protocol::make_tool<BrowseRequest, BrowseResult>(
      std::move(info),
      [&memory](const BrowseRequest& request, protocol::CallContext&) -> protocol::ToolReply<BrowseResult> {
        auto result = memory.browse(request);
        if (!result) return protocol::ToolReply<BrowseResult>::failed(error_text(result.error()));
        protocol::ToolReply<BrowseResult> reply;
        reply.text.push_back(listing_text(*result));
        reply.structured = std::move(*result);
        return reply;
      });
}

}  // namespace tools
