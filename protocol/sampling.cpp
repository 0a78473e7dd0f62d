#include "protocol/sampling.h"

#include <utility>

#include "protocol/json.h"

namespace protocol {
namespace {

using Json = nlohmann::json;

std::string text_member(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool is_text(const Json& block) { return block.is_object() && text_member(block, "type") == "text"; }

SamplingError unusable(std::string message) { return {SamplingError::Why::kUnusable, std::move(message)}; }

}  // namespace

std::string encode_sampling(const SamplingRequest& request) {
  nlohmann::ordered_json params;
  params["messages"] = {{{"role", "user"}, {"content", {{"type", "text"}, {"text", request.user}}}}};
  if (!request.system.empty()) params["systemPrompt"] = request.system;
  params["temperature"] = request.temperature;
  params["maxTokens"] = request.max_tokens;
  return dump(params);
}

SamplingResult read_sampling(JsonView result) {
  if (!result.value.is_object()) return tl::unexpected(unusable("the client's answer is not an object"));
  const auto content = result.value.find("content");
  if (content == result.value.end()) return tl::unexpected(unusable("the client's answer has no content"));
  SamplingReply reply{{}, text_member(result.value, "model"), text_member(result.value, "stopReason")};
  if (is_text(*content)) reply.text = text_member(*content, "text");
  if (content->is_array()) {  // since 2025-11-25
    for (const Json& block : *content) {
      if (is_text(block)) reply.text += text_member(block, "text");
    }
  }
  if (reply.text.size() > kMaxSampledBytes) return tl::unexpected(unusable("the client's answer exceeds 256 KiB"));
  return reply;
}

}  // namespace protocol
