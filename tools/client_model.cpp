#include "tools/client_model.h"

namespace tools {
namespace {

using llm::ErrorCode;

ErrorCode code_of(protocol::SamplingError::Why why) {
  using Why = protocol::SamplingError::Why;
  switch (why) {
    case Why::kDeclined:
      return ErrorCode::kDeclined;
    case Why::kUnusable:
      return ErrorCode::kUnusable;
    case Why::kTimedOut:
      return ErrorCode::kTimedOut;
    case Why::kStopped:
      return ErrorCode::kStopped;
    case Why::kClientGone:
      return ErrorCode::kUnreachable;
    case Why::kPostponed:
      return ErrorCode::kPostponed;
  }
  return ErrorCode::kUnusable;
}

}  // namespace

llm::Result<std::string> ClientModel::complete(const llm::Prompt& prompt, const llm::Limits& limits) {
  const protocol::SamplingRequest request{
      .system = prompt.system, .user = prompt.user, .max_tokens = prompt.max_tokens, .temperature = prompt.temperature};
  auto reply = sample_(request, limits.deadline);
  if (!reply) return llm::Error{code_of(reply.error().why), reply.error().message};
  if (reply->stop_reason == "maxTokens") {
    return llm::Error{ErrorCode::kCutOff, "the answer was cut off, as it needs more than max_tokens"};
  }
  if (reply->text.find_first_not_of(" \t\r\n") == std::string::npos) {
    return llm::Error{ErrorCode::kEmpty, "the client's model answered with nothing"};
  }
  return std::move(reply->text);
}

std::shared_ptr<llm::Model> model_for(const LanguageModel& configured, const protocol::CallContext& context) {
  if (configured.model) return configured.model;
  return context.sample ? std::make_shared<ClientModel>(context.sample) : nullptr;
}

}  // namespace tools
