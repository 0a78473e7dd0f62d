#include "protocol/encoding.h"

#include <algorithm>
#include <cstdint>

#include "protocol/json.h"
#include "protocol/shape_schema.h"
#include "protocol/shape_writer.h"

namespace protocol {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostCompletions = 100;  // the specification's, of a reply
constexpr std::int64_t kAnHour = 3'600'000;    // milliseconds; what a process offers does not change while it runs

// How long and by whom a result may be kept (2026-07-28).
struct CacheHint {
  std::int64_t ttl_ms = 0;
  const char* scope = nullptr;  // nullptr: nothing is said about keeping
};

void put(Json& object, const char* name, const std::string& text) {
  if (!text.empty()) object[name] = text;
}

Json implementation(const Implementation& described, const Revision& revision) {
  Json json{{"name", described.name}};
  if (revision.titles) put(json, "title", described.title);
  json["version"] = described.version;
  return json;
}

// Exactly what works: a client may rely on each of them.
Json capabilities(const Registry& registry, const Revision& revision) {
  Json json = Json::object();
  if (!registry.tools.empty()) json["tools"] = Json::object();
  if (registry.resources) json["resources"] = Json::object();
  if (!registry.prompts.empty()) json["prompts"] = Json::object();
  if (revision.completions && registry.complete) json["completions"] = Json::object();
  return json;
}

Json tool(const Tool& described, const Revision& revision) {
  Json json{{"name", described.info.name}};
  if (revision.titles) put(json, "title", described.info.title);
  put(json, "description", described.info.description);
  json["inputSchema"] = input_schema(*described.input).value;
  if (revision.structured_content && described.output != nullptr) {
    json["outputSchema"] = output_schema(*described.output).value;
  }
  if (revision.tool_annotations) {
    const Annotations& hints = described.info.annotations;
    json["annotations"] = {{"readOnlyHint", hints.read_only},
                           {"destructiveHint", hints.destructive},
                           {"idempotentHint", hints.idempotent},
                           {"openWorldHint", hints.open_world}};
  }
  return json;
}

Json resource(const Resource& described, const Revision& revision) {
  Json json{{"uri", described.uri}, {"name", described.name}};
  if (revision.titles) put(json, "title", described.title);
  put(json, "description", described.description);
  put(json, "mimeType", described.mime_type);
  if (revision.resource_size && described.size) json["size"] = *described.size;
  if (described.priority) json["annotations"]["priority"] = std::clamp(*described.priority, 0.0, 1.0);
  if (revision.last_modified && described.last_modified) {
    json["annotations"]["lastModified"] = *described.last_modified;
  }
  return json;
}

Json resource_template(const ResourceTemplate& described, const Revision& revision) {
  Json json{{"uriTemplate", described.uri_template}, {"name", described.name}};
  if (revision.titles) put(json, "title", described.title);
  put(json, "description", described.description);
  put(json, "mimeType", described.mime_type);
  return json;
}

Json prompt(const Prompt& described, const Revision& revision) {
  Json json{{"name", described.name}};
  if (revision.titles) put(json, "title", described.title);
  put(json, "description", described.description);
  for (const PromptArgument& argument : described.arguments) {
    Json one{{"name", argument.name}};
    if (revision.titles) put(one, "title", argument.title);
    put(one, "description", argument.description);
    if (argument.required) one["required"] = true;
    json["arguments"].push_back(std::move(one));
  }
  return json;
}

struct ResultEncoder {
  const Revision& revision;
  const Registry& registry;
  CacheHint hint = {};
  const char* result_type = "complete";

  Json operator()(const Empty& /*answer*/) { return Json::object(); }

  Json operator()(const Initialized& answer) {
    Json json{{"protocolVersion", answer.revision->name},
              {"capabilities", capabilities(registry, *answer.revision)},
              {"serverInfo", implementation(registry.server, *answer.revision)}};
    put(json, "instructions", answer.instructions);
    return json;
  }

  Json operator()(const Discovered& answer) {
    hint = {0, "private"};
    Json json;
    for (const Revision* known : revisions_of(Era::kModern)) json["supportedVersions"].push_back(known->name);
    json["capabilities"] = capabilities(registry, revision);
    put(json, "instructions", answer.instructions);
    return json;
  }

  Json operator()(const ToolList& answer) {
    hint = {kAnHour, "public"};
    Json json{{"tools", Json::array()}};
    for (const Tool* listed : answer.tools) json["tools"].push_back(tool(*listed, revision));
    return with_cursor(std::move(json), answer.next_cursor);
  }

  Json operator()(const ToolAnswer& answer) {
    Json json{{"content", Json::array()}};
    for (const std::string& text : answer.reply.text) json["content"].push_back({{"type", "text"}, {"text", text}});
    if (!answer.note.empty()) json["content"].push_back({{"type", "text"}, {"text", answer.note}});
    const bool structured = answer.reply.structured && answer.output != nullptr && !answer.reply.is_error;
    if (revision.structured_content && structured) {
      json["structuredContent"] = write_record(*answer.output, answer.reply.structured.get()).value;
      if (!answer.note.empty()) json["structuredContent"]["note"] = answer.note;
    }
    if (answer.reply.is_error) json["isError"] = true;
    return json;
  }

  Json operator()(const ResourceList& answer) {
    hint = {0, "private"};
    Json json{{"resources", Json::array()}};
    for (const Resource& listed : answer.resources) json["resources"].push_back(resource(listed, revision));
    return with_cursor(std::move(json), answer.next_cursor);
  }

  Json operator()(const TemplateList& answer) {
    hint = {kAnHour, "public"};
    Json json{{"resourceTemplates", Json::array()}};
    for (const auto& listed : answer.templates) {
      json["resourceTemplates"].push_back(resource_template(listed, revision));
    }
    return with_cursor(std::move(json), answer.next_cursor);
  }

  Json operator()(const ResourceAnswer& answer) {
    hint = {0, "private"};
    Json contents{{"uri", answer.contents.uri}};
    put(contents, "mimeType", answer.contents.mime_type);
    contents["text"] = answer.contents.text;
    return {{"contents", Json::array({std::move(contents)})}};
  }

  Json operator()(const PromptList& answer) {
    hint = {kAnHour, "public"};
    Json json{{"prompts", Json::array()}};
    for (const Prompt* listed : answer.prompts) json["prompts"].push_back(prompt(*listed, revision));
    return with_cursor(std::move(json), answer.next_cursor);
  }

  Json operator()(const PromptAnswer& answer) {
    Json json = Json::object();
    put(json, "description", answer.description);
    Json message{{"role", "user"}, {"content", {{"type", "text"}, {"text", answer.text}}}};
    json["messages"] = Json::array({std::move(message)});
    return json;
  }

  Json operator()(const Completion& answer) {
    const std::size_t shown = std::min(answer.values.size(), kMostCompletions);
    Json values = Json::array();
    for (std::size_t i = 0; i < shown; ++i) values.push_back(answer.values[i]);
    const std::size_t total = std::max(answer.total, answer.values.size());
    return {{"completion", {{"values", std::move(values)}, {"total", total}, {"hasMore", total > shown}}}};
  }

  Json operator()(const InputRequired& answer) {
    result_type = "input_required";
    Json json;
    json["inputRequests"][answer.key] = {{"method", kSamplingMethod},
                                         {"params", Json::parse(encode_sampling(answer.request))}};
    json["requestState"] = answer.state;
    return json;
  }

  static Json with_cursor(Json json, const std::optional<std::string>& cursor) {
    if (cursor) json["nextCursor"] = *cursor;
    return json;
  }
};

}  // namespace

std::string encode_result(const Answer& answer, const Revision& revision, const Registry& registry) {
  ResultEncoder encoder{revision, registry};
  Json json = std::visit(encoder, answer);
  if (revision.era == Era::kModern) {
    json["resultType"] = encoder.result_type;
    if (encoder.hint.scope != nullptr) {
      json["ttlMs"] = encoder.hint.ttl_ms;
      json["cacheScope"] = encoder.hint.scope;
    }
    json["_meta"] = {{"io.modelcontextprotocol/serverInfo", implementation(registry.server, revision)}};
  }
  return dump(json);
}

std::string encode_progress(const std::string& token, double progress, std::optional<double> total,
                            const std::string& message, const Revision& revision) {
  Json json{{"progressToken", Json::parse(token)}, {"progress", progress}};
  if (total) json["total"] = *total;
  if (revision.progress_messages) put(json, "message", message);
  return dump(json);
}

}  // namespace protocol
