#include "protocol/methods.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "protocol/cursor.h"
#include "protocol/json.h"
#include "protocol/scalar_text.h"
#include "protocol/shape_reader.h"

namespace protocol {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kPageSize = 100;       // protocol.md §4
constexpr std::size_t kMaxEchoBytes = 4096;  // of a client's own text in an error

Error invalid_params(std::string text) { return {ErrorCode::kInvalidParams, std::move(text)}; }

// Nothing: the argument is not there, or not a string.
std::optional<std::string> text_argument(const Request& request, std::string_view name) {
  const Json& params = request.params->value;
  const auto found = params.find(name);
  if (found == params.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

// Where the page starts that the request asks for; nothing for the first.
Result<std::optional<std::string>> page_start(const Request& request) {
  const Json& params = request.params->value;
  const auto cursor = params.find("cursor");
  if (cursor == params.end()) return std::optional<std::string>();
  if (const auto text = text_argument(request, "cursor")) {
    if (auto position = decode_cursor(request.method, *text)) return position;
  }
  return invalid_params("`cursor` is not one that " + request.method + " gave; leave it out for the first page.");
}

struct Slice {
  std::size_t begin;
  std::size_t end;
  std::optional<std::string> next_cursor;
};

// The page of a list that is wholly known, whose positions are indexes.
Result<Slice> slice_of(const Request& request, std::size_t size) {
  const auto start = page_start(request);
  if (!start) return start.error();
  std::size_t begin = 0;
  if (*start) std::from_chars((*start)->data(), (*start)->data() + (*start)->size(), begin);
  Slice slice{std::min(begin, size), std::min(begin + kPageSize, size), std::nullopt};
  if (slice.end < size) slice.next_cursor = encode_cursor(request.method, std::to_string(slice.end));
  return slice;
}

std::string instructions(const Registry& registry) {
  return registry.instructions ? registry.instructions() : std::string();
}

Result<Answer> initialize(const Request& request, const Registry& registry, CallContext& /*context*/) {
  const std::string requested = text_argument(request, "protocolVersion").value_or("");
  return Answer(Initialized{&negotiate(requested), read_implementation(*request.params, "clientInfo"),
                            instructions(registry), offers_sampling(*request.params, "capabilities")});
}

Result<Answer> discover(const Request& /*request*/, const Registry& registry, CallContext& /*context*/) {
  return Answer(Discovered{instructions(registry)});
}

Result<Answer> ping(const Request& /*request*/, const Registry& /*registry*/, CallContext& /*context*/) {
  return Answer(Empty{});
}

Result<Answer> list_tools(const Request& request, const Registry& registry, CallContext& /*context*/) {
  const auto slice = slice_of(request, registry.tools.size());
  if (!slice) return slice.error();
  ToolList list{.tools = {}, .next_cursor = slice->next_cursor};
  for (std::size_t i = slice->begin; i < slice->end; ++i) list.tools.push_back(&registry.tools[i]);
  return Answer(std::move(list));
}

// `parsed` holds what had to be made for it: nothing given, or the model's text passed on as it was.
Result<const Json*> call_arguments(const Request& request, Json& parsed) {
  const Json& params = request.params->value;
  const auto given = params.find("arguments");
  if (given != params.end() && given->is_object()) return &*given;
  parsed = Json::object();
  if (given == params.end() || given->is_null()) return &parsed;
  if (given->is_string()) parsed = parse_json(given->get_ref<const std::string&>()).value;
  if (given->is_string() && parsed.is_object()) return &parsed;
  return invalid_params("`params.arguments` must be an object.");
}

Error unknown_tool(const std::string& name, const Registry& registry) {
  std::string names;
  for (const Tool& tool : registry.tools) names.append(names.empty() ? "" : ", ").append(tool.info.name);
  return invalid_params("Unknown tool: " + shortened(name, 64) + ". There are: " + names + ".");
}

Result<Answer> call_tool(const Request& request, const Registry& registry, CallContext& context) {
  const auto name = text_argument(request, "name");
  if (!name) return invalid_params("`params.name` must be the name of a tool.");
  const auto tool = std::ranges::find(registry.tools, *name, [](const Tool& known) { return known.info.name; });
  if (tool == registry.tools.end()) return unknown_tool(*name, registry);
  Json parsed;
  const auto arguments = call_arguments(request, parsed);
  if (!arguments) return arguments.error();

  const std::shared_ptr<void> params = tool->make_params();
  const ReadReport report = read_arguments({**arguments}, *tool->input, tool->info.gather_into, params.get());
  ToolAnswer answer{.reply = {}, .output = tool->output, .note = {}};
  if (report.ok()) {
    answer.reply = tool->run(params.get(), context);
  } else {
    answer.reply = {{report.problem_text()}, nullptr, true};
  }
  answer.note = report.ignored_note();
  return Answer(std::move(answer));
}

Result<Answer> list_resources(const Request& request, const Registry& registry, CallContext& /*context*/) {
  const auto start = page_start(request);
  if (!start) return start.error();
  auto page = registry.resources->list(*start);
  if (!page) return page.error();
  ResourceList list{.resources = std::move(page->resources), .next_cursor = {}};
  if (page->next) list.next_cursor = encode_cursor(request.method, *page->next);
  return Answer(std::move(list));
}

Result<Answer> list_templates(const Request& request, const Registry& registry, CallContext& /*context*/) {
  const auto templates = registry.resources->templates();
  const auto slice = slice_of(request, templates.size());
  if (!slice) return slice.error();
  TemplateList list{.templates = {}, .next_cursor = slice->next_cursor};
  for (std::size_t i = slice->begin; i < slice->end; ++i) list.templates.push_back(templates[i]);
  return Answer(std::move(list));
}

Result<Answer> read_resource(const Request& request, const Registry& registry, CallContext& /*context*/) {
  const auto uri = text_argument(request, "uri");
  if (!uri) return invalid_params("`params.uri` must be a string.");
  auto contents = registry.resources->read(*uri);
  if (contents) return Answer(ResourceAnswer{std::move(*contents)});
  Error error = contents.error();
  if (error.code == ErrorCode::kNotFound && uri->size() <= kMaxEchoBytes) error.data = dump({{"uri", *uri}});
  return error;
}

Result<Answer> list_prompts(const Request& request, const Registry& registry, CallContext& /*context*/) {
  const auto slice = slice_of(request, registry.prompts.size());
  if (!slice) return slice.error();
  PromptList list{.prompts = {}, .next_cursor = slice->next_cursor};
  for (std::size_t i = slice->begin; i < slice->end; ++i) list.prompts.push_back(&registry.prompts[i]);
  return Answer(std::move(list));
}

Result<const Prompt*> prompt_named(const std::string& name, const Registry& registry) {
  const auto prompt = std::ranges::find(registry.prompts, name, &Prompt::name);
  if (prompt != registry.prompts.end()) return &*prompt;
  std::string names;
  for (const Prompt& known : registry.prompts) names.append(names.empty() ? "" : ", ").append(known.name);
  return invalid_params("Unknown prompt: " + shortened(name, 64) + ". There are: " + names + ".");
}

// Arguments are strings on the wire; clients that send a number mean its digits.
Result<std::map<std::string, std::string>> prompt_arguments(const Request& request) {
  std::map<std::string, std::string> arguments;
  const Json& params = request.params->value;
  const auto given = params.find("arguments");
  if (given == params.end() || given->is_null()) return arguments;
  if (!given->is_object()) return invalid_params("`params.arguments` must be an object.");
  for (const auto& [name, value] : given->items()) {
    if (value.is_object() || value.is_array()) {
      return invalid_params("`params.arguments." + shortened(name, 64) + "` must be a string.");
    }
    if (!value.is_null()) arguments[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return arguments;
}

Result<Answer> get_prompt(const Request& request, const Registry& registry, CallContext& /*context*/) {
  const auto name = text_argument(request, "name");
  if (!name) return invalid_params("`params.name` must be the name of a prompt.");
  const auto prompt = prompt_named(*name, registry);
  if (!prompt) return prompt.error();
  const auto arguments = prompt_arguments(request);
  if (!arguments) return arguments.error();
  for (const PromptArgument& argument : (*prompt)->arguments) {
    const auto given = arguments->find(argument.name);
    if (argument.required && (given == arguments->end() || given->second.empty())) {
      return invalid_params("`params.arguments." + argument.name + "` is missing: " + argument.description);
    }
  }
  return Answer(PromptAnswer{(*prompt)->description, (*prompt)->text(*arguments)});
}

// What is to be completed; its prompt or template must be one that is offered.
Result<CompletionRequest> completion_request(const Request& request, const Registry& registry) {
  const Json& params = request.params->value;
  const auto text = [](const Json& object, const char* name) -> std::optional<std::string> {
    const auto found = object.is_object() ? object.find(name) : object.end();
    if (!object.is_object() || found == object.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
  };
  const Json ref = params.value("ref", Json());
  const Json argument = params.value("argument", Json());
  const auto type = text(ref, "type");
  const auto name = text(ref, type == "ref/prompt" ? "name" : "uri");
  if (!name || (type != "ref/prompt" && type != "ref/resource")) {
    return invalid_params("`params.ref` must be {type: \"ref/prompt\", name} or {type: \"ref/resource\", uri}.");
  }
  const auto argument_name = text(argument, "name");
  const auto value = text(argument, "value");
  if (!argument_name || !value) return invalid_params("`params.argument` must be {name, value}, both strings.");
  CompletionRequest wanted{CompletionRequest::Of::kPrompt, *name, *argument_name, *value};
  if (type == "ref/prompt") {
    const auto prompt = prompt_named(*name, registry);
    if (!prompt) return prompt.error();
    return wanted;
  }
  wanted.of = CompletionRequest::Of::kTemplate;
  const auto templates = registry.resources ? registry.resources->templates() : std::vector<ResourceTemplate>();
  if (std::ranges::find(templates, *name, &ResourceTemplate::uri_template) == templates.end()) {
    return invalid_params("Unknown resource template: " + shortened(*name, 64) + "; see resources/templates/list.");
  }
  return wanted;
}

Result<Answer> complete(const Request& request, const Registry& registry, CallContext& /*context*/) {
  const auto wanted = completion_request(request, registry);
  if (!wanted) return wanted.error();
  auto completion = registry.complete(*wanted);
  if (!completion) return completion.error();
  return Answer(std::move(*completion));
}

bool always(const Registry& /*registry*/) { return true; }
bool has_prompts(const Registry& registry) { return !registry.prompts.empty(); }
bool has_completer(const Registry& registry) { return registry.complete != nullptr; }
bool has_tools(const Registry& registry) { return !registry.tools.empty(); }
bool has_resources(const Registry& registry) { return registry.resources != nullptr; }

constexpr bool kYes = true;
constexpr bool kNo = false;
constexpr std::array kMethods{
    //     name              legacy modern before at_once opens offered  answer
    Method{"initialize", kYes, kNo, kYes, kYes, kYes, always, initialize},
    Method{"server/discover", kNo, kYes, kNo, kYes, kNo, always, discover},
    Method{"ping", kYes, kNo, kYes, kYes, kNo, always, ping},
    Method{"tools/list", kYes, kYes, kNo, kYes, kNo, has_tools, list_tools},
    Method{"tools/call", kYes, kYes, kNo, kNo, kNo, has_tools, call_tool},
    Method{"resources/list", kYes, kYes, kNo, kNo, kNo, has_resources, list_resources},
    Method{"resources/templates/list", kYes, kYes, kNo, kNo, kNo, has_resources, list_templates},
    Method{"resources/read", kYes, kYes, kNo, kNo, kNo, has_resources, read_resource},
    Method{"prompts/list", kYes, kYes, kNo, kYes, kNo, has_prompts, list_prompts},
    Method{"prompts/get", kYes, kYes, kNo, kNo, kNo, has_prompts, get_prompt},
    Method{"completion/complete", kYes, kYes, kNo, kNo, kNo, has_completer, complete},
};

}  // namespace

const Method* find_method(std::string_view name, Era era, const Registry& registry) {
  const auto* const found = std::ranges::find(kMethods, name, &Method::name);
  if (found == kMethods.end() || !(era == Era::kLegacy ? found->legacy : found->modern)) return nullptr;
  return found->offered(registry) ? found : nullptr;
}

}  // namespace protocol
