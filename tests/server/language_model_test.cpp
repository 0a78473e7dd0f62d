#include "server/language_model.h"

#include <doctest/doctest.h>

#include <map>

namespace {

tools::LanguageModel made(const server::Options& options, const std::map<std::string, std::string>& variables = {}) {
  server::Environment environment = [&](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
  return server::make_language_model(options, environment);
}

}  // namespace

TEST_CASE("without a configuration there is no model and no problem") {
  const tools::LanguageModel none = made({}, {{"OPENAI_API_KEY", "k"}});
  CHECK(none.model == nullptr);
  CHECK_FALSE(none.status.configured);
  CHECK(none.status.problem.empty());
}

TEST_CASE("a configured endpoint becomes a model, and its status holds no key") {
  server::Options options;
  options.llm_url = "https://api.anthropic.com";
  options.llm_model = "claude-haiku-4-5";
  const tools::LanguageModel model = made(options, {{"ANTHROPIC_API_KEY", "sk-secret"}});
  CHECK(model.model != nullptr);
  CHECK(model.status.configured);
  CHECK(model.status.dialect == "anthropic");
  CHECK(model.status.model == "claude-haiku-4-5");
  CHECK(model.status.host == "api.anthropic.com");
}

TEST_CASE("a configuration that cannot be used leaves a problem that names field, value and remedy") {
  server::Options options;
  options.llm_url = "http://example.com/v1";
  options.llm_model = "m";
  const tools::LanguageModel none = made(options);
  CHECK(none.model == nullptr);
  CHECK_FALSE(none.status.configured);
  for (const char* part : {"--llm", "http://example.com/v1", "https://"}) {
    CHECK(none.status.problem.find(part) != std::string::npos);
  }
}
