#include "tools/all_tools.h"
#include "tools/error_text.h"
#include "tools/render.h"

using memory::RelationLink;
using memory::RelationsRequest;
using memory::RelationsResult;

namespace protocol {

template <>
struct Record<RelationsRequest> {
  static std::vector<Field> fields() {
    return {
        field<&RelationsRequest::path>("path", "Path or unique title.")
            .required()
            .synonyms({"file_path", "id", "entry", "title"}),
        field<&RelationsRequest::direction>("direction", "out: it points there")
            .one_of({"out", "in", "both"})
            .by_default("\"both\""),
        field<&RelationsRequest::type>("type", "Only this type, e.g. `depends_on`."),
        field<&RelationsRequest::depth>("depth", "Steps to follow.").range(1, 5).by_default("1"),
        field<&RelationsRequest::limit>("limit", "Most links.")
            .hidden()
            .range(1, 500)
            .by_default("50")
            .synonyms({"per_page"}),
    };
  }
};

template <>
struct Record<RelationLink> {
  static std::vector<Field> fields() {
    return {
        field<&RelationLink::from>("from", "").required(),
        field<&RelationLink::to>("to", "").required(),
        field<&RelationLink::type>("type", ""),
        field<&RelationLink::why>("why", ""),
        field<&RelationLink::direction>("direction", "").required(),
        field<&RelationLink::depth>("depth", "").required(),
        field<&RelationLink::title>("title", ""),
        field<&RelationLink::pending>("pending", ""),
        field<&RelationLink::ambiguous>("ambiguous", ""),
    };
  }
};

template <>
struct Record<RelationsResult> {
  static std::vector<Field> fields() {
    return {
        field<&RelationsResult::path>("path", "The entry asked for.").required(),
        field<&RelationsResult::links>("links", "Nearest first.").required(),
        field<&RelationsResult::omitted>("omitted", "Links beyond `limit`.").hidden().omit_empty(),
    };
  }
};

}  // namespace protocol

namespace tools {
namespace {

std::string link_line(const RelationLink& link) {
  std::string line = link.direction == "out" ? "→ " : "← ";
  line += on_one_line(link.from) + " → " + on_one_line(link.to);
  if (link.type) line += " · " + on_one_line(*link.type);
  if (link.title) line += " · " + on_one_line(*link.title);
  if (link.why) line += " — " + on_one_line(*link.why);
  line += " · depth " + std::to_string(link.depth);
  if (link.pending.value_or(false)) line += " · pending: no such entry yet";
  if (link.ambiguous.value_or(false)) line += " · ambiguous: several entries have that name";
  return line;
}

std::string links_text(const RelationsResult& result) {
  if (result.links.empty()) return result.path + " has no such links.";
  std::string text = result.path + ": " + counted(static_cast<std::int64_t>(result.links.size()), "link", "links");
  for (const RelationLink& link : result.links) text += "\n" + link_line(link);
  if (result.omitted > 0) text += "\n" + std::to_string(result.omitted) + " more: raise `limit` or give `type`.";
  return text;
}

}  // namespace

protocol::Tool relations_tool(memory::Memory& memory) {
  protocol::ToolInfo info;
  info.name = "relations";
  info.title = "Follow relations";
  info.description =
      "Show which entries an entry points at and which point at it. Use when the answer may stand in a neighbour, or "
      "before a change that others depend on. Not for text search. Returns links with type, why, direction, depth.";
  return protocol::make_tool<RelationsRequest, RelationsResult>(
      std::move(info),
      [&memory](const RelationsRequest& request, protocol::CallContext&) -> protocol::ToolReply<RelationsResult> {
        auto result = memory.relations(request);
        if (!result) return protocol::ToolReply<RelationsResult>::failed(error_text(result.error()));
        protocol::ToolReply<RelationsResult> reply;
        reply.text.push_back(links_text(*result));
        reply.structured = std::move(*result);
        return reply;
      });
}

}  // namespace tools
