#include "protocol/revision.h"

#include <algorithm>
#include <array>

#include "protocol/json.h"
#include "protocol/scalar_text.h"

namespace protocol {
namespace {

using Json = nlohmann::json;

// Newest first. protocol.md §1 and the official schemas say what came when; `size` of a resource was there in
// the first revision, is missing in the second and came back with the third.
constexpr std::array kRevisions{
    Revision{.name = "2026-07-28",
             .era = Era::kModern,
             .tool_annotations = true,
             .progress_messages = true,
             .titles = true,
             .structured_content = true,
             .last_modified = true,
             .resource_size = true,
             .completions = true,
             .not_found = ErrorCode::kInvalidParams},
    Revision{.name = "2025-11-25",
             .era = Era::kLegacy,
             .tool_annotations = true,
             .progress_messages = true,
             .titles = true,
             .structured_content = true,
             .last_modified = true,
             .resource_size = true,
             .completions = true},
    Revision{.name = "2025-06-18",
             .era = Era::kLegacy,
             .tool_annotations = true,
             .progress_messages = true,
             .titles = true,
             .structured_content = true,
             .last_modified = true,
             .resource_size = true,
             .completions = true},
    Revision{.name = "2025-03-26",
             .era = Era::kLegacy,
             .batches = true,
             .tool_annotations = true,
             .progress_messages = true,
             .completions = true},
    Revision{.name = "2024-11-05", .era = Era::kLegacy, .resource_size = true},
};

constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kClientKey = "io.modelcontextprotocol/clientInfo";
constexpr std::string_view kLogLevelKey = "io.modelcontextprotocol/logLevel";
constexpr std::array<std::string_view, 8> kLogLevels{"debug", "info",     "notice", "warning",
                                                     "error", "critical", "alert",  "emergency"};

const Json& member(const Json& object, std::string_view name) {
  static const Json kNothing;
  if (!object.is_object()) return kNothing;
  const auto found = object.find(name);
  return found == object.end() ? kNothing : *found;
}

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

Implementation implementation_of(const Json& value) {
  return {text_of(member(value, "name")), text_of(member(value, "title")), text_of(member(value, "version"))};
}

bool is_modern(const Message& request, const Json& meta) {
  return request.method == "server/discover" || request.method == "subscriptions/listen" ||
         std::ranges::any_of(std::array{kVersionKey, kCapabilitiesKey, kClientKey},
                             [&](std::string_view key) { return meta.is_object() && meta.find(key) != meta.end(); });
}

Error unsupported(const std::string& requested) {
  nlohmann::ordered_json data;
  std::string names;
  for (const Revision* revision : revisions_of(Era::kModern)) {
    data["supported"].push_back(revision->name);
    names.append(names.empty() ? "" : ", ").append(revision->name);
  }
  data["requested"] = shortened(requested, 1024);
  return {ErrorCode::kUnsupportedVersion, "Unsupported protocol version; supported here: " + names + ".", dump(data)};
}

Result<Terms> modern_terms(const Json& meta) {
  const Json& version = member(meta, kVersionKey);
  if (!version.is_string()) {
    return Error{ErrorCode::kInvalidParams, "`params._meta[\"" + std::string(kVersionKey) + "\"] must be a string."};
  }
  if (!member(meta, kCapabilitiesKey).is_object()) {
    return Error{ErrorCode::kInvalidParams,
                 "`params._meta[\"" + std::string(kCapabilitiesKey) + "\"] must be an object; {} for none."};
  }
  Terms terms{.era = Era::kModern,
              .client = implementation_of(member(meta, kClientKey)),
              .samples = member(member(meta, kCapabilitiesKey), "sampling").is_object()};
  for (const Revision* revision : revisions_of(Era::kModern)) {
    if (version == revision->name) terms.revision = revision;
  }
  if (terms.revision == nullptr) return unsupported(text_of(version));
  const Json& level = member(meta, kLogLevelKey);
  if (!level.is_null() && std::ranges::find(kLogLevels, text_of(level)) == kLogLevels.end()) {
    return Error{ErrorCode::kInvalidParams,
                 "`params._meta[\"" + std::string(kLogLevelKey) + "\"] must be a log level: debug, info, … emergency."};
  }
  return terms;
}

}  // namespace

const std::vector<const Revision*>& revisions_of(Era era) {
  static const auto select = [](Era wanted) {
    std::vector<const Revision*> selected;
    for (const Revision& revision : kRevisions) {
      if (revision.era == wanted) selected.push_back(&revision);
    }
    return selected;
  };
  static const std::vector<const Revision*> kLegacy = select(Era::kLegacy);
  static const std::vector<const Revision*> kModern = select(Era::kModern);
  return era == Era::kLegacy ? kLegacy : kModern;
}

const Revision& negotiate(std::string_view requested) {
  const auto& known = revisions_of(Era::kLegacy);
  const auto found = std::ranges::find(known, requested, &Revision::name);
  return found == known.end() ? *known.front() : **found;
}

Result<Terms> terms_of(const Message& request, const Terms& handshake) {
  const Json& meta = member(request.params->value, "_meta");
  Result<Terms> terms = is_modern(request, meta) ? modern_terms(meta) : Result<Terms>(handshake);
  if (!terms) return terms;
  const Json& token = member(meta, "progressToken");
  if (token.is_number_integer()) terms->progress_token = token.dump();
  if (token.is_string()) terms->progress_token = json_string(token.get_ref<const std::string&>());
  return terms;
}

Implementation read_implementation(const JsonIn& params, std::string_view name) {
  return implementation_of(member(params.value, name));
}

bool offers_sampling(const JsonIn& params, std::string_view name) {
  return member(member(params.value, name), "sampling").is_object();
}

Error error_for(const Revision* revision, Error error) {
  if (error.code == ErrorCode::kNotFound && revision != nullptr) error.code = revision->not_found;
  return error;
}

}  // namespace protocol
