// What can a person pick instead of typing it, and how is what they type completed? Described without JSON, as the rest
// of what a server offers (registry.h). Plain values; a completer is called on any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "protocol/error.h"

namespace protocol {

struct PromptArgument {
  std::string name;
  std::string title;
  std::string description;
  bool required = false;
};

// A message that a person sends by picking it, with what they filled in.
struct Prompt {
  std::string name;
  std::string title;
  std::string description;
  std::vector<PromptArgument> arguments;
  // The text of the message, from arguments by name; those that are required are there.
  std::function<std::string(const std::map<std::string, std::string>& arguments)> text;
};

// What a person has typed of a prompt's argument, or of a variable of a resource template.
struct CompletionRequest {
  enum class Of { kPrompt, kTemplate };
  Of of = Of::kPrompt;
  std::string name;  // of the prompt; the template's uri
  std::string argument;
  std::string value;  // so far
};
struct Completion {
  std::vector<std::string> values;  // best first; a client gets no more than 100
  std::size_t total = 0;            // how many there are
};
using Completer = std::function<Result<Completion>(const CompletionRequest& request)>;

}  // namespace protocol
