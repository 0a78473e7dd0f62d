// Which model answers, and where? Read from options and the environment, checked before anything goes out.
//
//   CONTEXT_TREE_LLM_URL         base URL, e.g. https://api.openai.com/v1; unset: no model, no network
//   CONTEXT_TREE_LLM_MODEL       the model's name at that endpoint
//   CONTEXT_TREE_LLM_API_KEY     the key; else OPENAI_API_KEY or ANTHROPIC_API_KEY, each over https to that
//                                provider's own hosts alone, so that no key reaches a stranger
//   CONTEXT_TREE_LLM_DIALECT     openai | anthropic; default: what the URL suggests
//   CONTEXT_TREE_LLM_TIMEOUT     seconds for one answer, retries included; default 60
//   CONTEXT_TREE_LLM_CA_FILE     PEM file of the authorities to trust instead of the system's
//   CONTEXT_TREE_LLM_ALLOW_HTTP  1: plain http:// also to other machines than this one
//
// Pure functions over the environment that is passed in; any thread.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "llm/error.h"
#include "llm/url.h"

namespace llm {

enum class Dialect {
  kOpenAi,     // chat completions: OpenAI, llama.cpp, Ollama, vLLM and most others
  kAnthropic,  // messages
};
std::string_view name_of(Dialect dialect);

// Where it comes from is told, what it is never: neither logged nor part of an error.
struct ApiKey {
  std::string value;
  std::string variable;
};

struct Endpoint {
  Url url;  // of the API: the path ends where a dialect's own begins
  Dialect dialect = Dialect::kOpenAi;
  std::string model;
  std::optional<ApiKey> key;
  std::chrono::milliseconds timeout{60'000};
  std::string ca_file;  // empty: the system's authorities
};

// Of the command line; what is given here wins over the environment. A key is never given here: other users
// of the machine can read a process's arguments.
struct EndpointOptions {
  std::optional<std::string> url;
  std::optional<std::string> model;
};

// Nothing: not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

// Nothing: no endpoint is configured.
Result<std::optional<Endpoint>> read_endpoint(const EndpointOptions& options, const Environment& environment);

}  // namespace llm
