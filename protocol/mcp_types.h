// What does a method answer? One model for every revision: handlers return these, encoding.h gives them the shape
// that a revision knows.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/registry.h"
#include "protocol/revision.h"

namespace protocol {

struct Empty {};

struct Initialized {
  const Revision* revision = nullptr;  // negotiated
  Implementation client;
  std::string instructions;
  bool samples = false;  // the client offers its model
};

struct Discovered {
  std::string instructions;
};

struct ToolList {
  std::vector<const Tool*> tools;
  std::optional<std::string> next_cursor;
};

struct ToolAnswer {
  ErasedReply reply;
  const Shape* output = nullptr;  // of `reply.structured`
  std::string note = {};          // about the call itself; said in both forms of the result, empty: none
};

struct ResourceList {
  std::vector<Resource> resources;
  std::optional<std::string> next_cursor;
};

struct TemplateList {
  std::vector<ResourceTemplate> templates;
  std::optional<std::string> next_cursor;
};

struct ResourceAnswer {
  ResourceText contents;
};

struct PromptList {
  std::vector<const Prompt*> prompts;
  std::optional<std::string> next_cursor;
};

struct PromptAnswer {
  std::string description;
  std::string text;  // the one message, the user's
};

// 2026-07-28: instead of an answer, what the client is to send with the same request made again.
struct InputRequired {
  std::string key;  // under which it is asked and answered
  SamplingRequest request;
  std::string state;
};

using Answer = std::variant<Empty, Initialized, Discovered, ToolList, ToolAnswer, ResourceList, TemplateList,
                            ResourceAnswer, PromptList, PromptAnswer, Completion, InputRequired>;

}  // namespace protocol
