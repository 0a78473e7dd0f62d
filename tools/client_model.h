// Whom does a call ask, if anybody? The configured endpoint, else the client's own model where it offers one.
#pragma once

#include <memory>

#include "protocol/registry.h"
#include "tools/language_model.h"

namespace tools {

// The client's model as the port sees it, for one call. An answer may come with the call's next round only
// (llm::ErrorCode::kPostponed): a tool asks before it changes anything.
class ClientModel final : public llm::Model {
 public:
  explicit ClientModel(protocol::Sample sample) : sample_(std::move(sample)) {}
  llm::Result<std::string> complete(const llm::Prompt& prompt, const llm::Limits& limits) override;

 private:
  const protocol::Sample sample_;
};

// nullptr: nobody is at hand.
std::shared_ptr<llm::Model> model_for(const LanguageModel& configured, const protocol::CallContext& context);

}  // namespace tools
