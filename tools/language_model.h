// Which language model may the tools ask, if any? Composed by the server and handed to the tools; without one,
// what needs a model is left to the host agent.
#pragma once

#include <memory>
#include <string>

#include "llm/model.h"

namespace tools {

// What `status` tells of it. Never a key.
struct LlmStatus {
  bool configured = false;
  std::string dialect;  // openai | anthropic
  std::string model;
  std::string host;     // and port, where it is not the usual one
  std::string problem;  // why what was asked for cannot be used
};

struct LanguageModel {
  std::shared_ptr<llm::Model> model;  // nullptr: none
  LlmStatus status;
};

}  // namespace tools
