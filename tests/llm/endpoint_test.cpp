#include "llm/endpoint.h"

#include <doctest/doctest.h>

#include <map>

using llm::Dialect;
using llm::ErrorCode;

namespace {

using Variables = std::map<std::string, std::string>;

llm::Result<std::optional<llm::Endpoint>> read(const Variables& variables, const llm::EndpointOptions& options = {}) {
  return llm::read_endpoint(options, [&](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
}

llm::Endpoint endpoint(const Variables& variables, const llm::EndpointOptions& options = {}) {
  const auto made = read(variables, options);
  REQUIRE_MESSAGE(made.has_value(), made.error().message);
  REQUIRE(made->has_value());
  return **made;
}

llm::Error error(const Variables& variables, const llm::EndpointOptions& options = {}) {
  const auto made = read(variables, options);
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().code == ErrorCode::kConfiguration);
  CHECK_FALSE(made.error().field.empty());
  CHECK_FALSE(made.error().message.empty());
  CHECK_FALSE(made.error().remedy.empty());
  return made.error();
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string all_words(const llm::Error& error) {
  return error.message + " " + error.field + " " + error.value + " " + error.remedy;
}

}  // namespace

TEST_CASE("without a URL there is no endpoint, whatever keys lie around") {
  const auto none = read({{"OPENAI_API_KEY", "k"}, {"ANTHROPIC_API_KEY", "k"}, {"CONTEXT_TREE_LLM_API_KEY", "k"}});
  REQUIRE(none);
  CHECK_FALSE(none->has_value());
  CHECK_FALSE(read({{"CONTEXT_TREE_LLM_URL", ""}})->has_value());
}

TEST_CASE("URL and model from the environment are enough for a server on this machine") {
  const auto made =
      endpoint({{"CONTEXT_TREE_LLM_URL", "http://localhost:11434"}, {"CONTEXT_TREE_LLM_MODEL", "llama3.2"}});
  CHECK(made.url.host == "localhost");
  CHECK(made.url.path == "/v1");
  CHECK(made.dialect == Dialect::kOpenAi);
  CHECK(made.model == "llama3.2");
  CHECK_FALSE(made.key.has_value());
  CHECK(made.timeout == std::chrono::seconds(60));
}

TEST_CASE("options win over the environment; an empty one counts as not given") {
  const Variables variables = {{"CONTEXT_TREE_LLM_URL", "http://localhost:1"}, {"CONTEXT_TREE_LLM_MODEL", "a"}};
  const auto made = endpoint(variables, {.url = "http://localhost:2", .model = "b"});
  CHECK(made.url.port == 2);
  CHECK(made.model == "b");
  CHECK(endpoint(variables, {.url = "", .model = ""}).url.port == 1);
}

TEST_CASE("the dialect follows from the URL, and can be said") {
  const auto dialect = [](const std::string& url, const std::string& said = "") {
    return endpoint({{"CONTEXT_TREE_LLM_URL", url},
                     {"CONTEXT_TREE_LLM_MODEL", "m"},
                     {"CONTEXT_TREE_LLM_DIALECT", said},
                     {"CONTEXT_TREE_LLM_API_KEY", "k"}})
        .dialect;
  };
  CHECK(dialect("https://api.anthropic.com") == Dialect::kAnthropic);
  CHECK(dialect("https://gateway.example.com/v1/messages") == Dialect::kAnthropic);
  CHECK(dialect("https://api.openai.com/v1") == Dialect::kOpenAi);
  CHECK(dialect("https://gateway.example.com/anthropic", "anthropic") == Dialect::kAnthropic);
  CHECK(dialect("https://api.anthropic.com/v1", "openai") == Dialect::kOpenAi);
}

TEST_CASE("the path ends where a dialect's own begins, however much of it was given") {
  const auto path = [](const std::string& url) {
    return endpoint({{"CONTEXT_TREE_LLM_URL", url}, {"CONTEXT_TREE_LLM_MODEL", "m"}, {"CONTEXT_TREE_LLM_API_KEY", "k"}})
        .url.path;
  };
  CHECK(path("https://api.openai.com") == "/v1");
  CHECK(path("https://api.openai.com/v1/") == "/v1");
  CHECK(path("https://api.openai.com/v1/chat/completions") == "/v1");
  CHECK(path("https://api.anthropic.com/v1/messages") == "/v1");
  CHECK(path("https://host.example.com/proxy/openai/v1") == "/proxy/openai/v1");
}

TEST_CASE("a provider's own key goes to that provider alone, and only over TLS") {
  const Variables keys = {{"OPENAI_API_KEY", "o"}, {"ANTHROPIC_API_KEY", "a"}, {"CONTEXT_TREE_LLM_MODEL", "m"}};
  const auto key = [&keys](const std::string& url) {
    Variables variables = keys;
    variables["CONTEXT_TREE_LLM_URL"] = url;
    variables["CONTEXT_TREE_LLM_ALLOW_HTTP"] = "1";
    return endpoint(variables).key;
  };
  CHECK(key("https://api.openai.com/v1")->value == "o");
  CHECK(key("https://api.openai.com/v1")->variable == "OPENAI_API_KEY");
  CHECK(key("https://api.anthropic.com")->value == "a");
  CHECK_FALSE(key("https://api.openai.com.example.org/v1").has_value());
  CHECK_FALSE(key("https://notanthropic.com/v1").has_value());
  CHECK_FALSE(key("http://api.openai.com/v1").has_value());
  CHECK_FALSE(key("http://localhost:8080/v1").has_value());
}

TEST_CASE("the key meant for this server wins and goes to the configured endpoint") {
  const auto made = endpoint({{"CONTEXT_TREE_LLM_URL", "https://api.openai.com/v1"},
                              {"CONTEXT_TREE_LLM_MODEL", "m"},
                              {"CONTEXT_TREE_LLM_API_KEY", "own"},
                              {"OPENAI_API_KEY", "other"}});
  CHECK(made.key->value == "own");
}

TEST_CASE("a provider without a key, an endpoint without a model and a model without an endpoint are named") {
  const auto no_key = error({{"CONTEXT_TREE_LLM_URL", "https://api.openai.com/v1"}, {"CONTEXT_TREE_LLM_MODEL", "m"}});
  CHECK(no_key.field == "CONTEXT_TREE_LLM_API_KEY");
  CHECK(holds(no_key.remedy, "OPENAI_API_KEY"));
  CHECK(error({{"CONTEXT_TREE_LLM_URL", "http://localhost"}}).field == "CONTEXT_TREE_LLM_MODEL");
  const auto no_url = error({}, {.url = {}, .model = "m"});
  CHECK(no_url.field == "--llm-model");
  CHECK(no_url.value == "m");
  CHECK(holds(no_url.remedy, "--llm"));
}

TEST_CASE("plain http reaches this machine alone unless it is allowed") {
  const Variables variables = {{"CONTEXT_TREE_LLM_URL", "http://10.0.0.5:8000/v1"}, {"CONTEXT_TREE_LLM_MODEL", "m"}};
  const auto refused = error(variables);
  CHECK(refused.field == "CONTEXT_TREE_LLM_URL");
  CHECK(refused.value == "http://10.0.0.5:8000/v1");
  CHECK(holds(refused.remedy, "CONTEXT_TREE_LLM_ALLOW_HTTP=1"));
  Variables allowed = variables;
  allowed["CONTEXT_TREE_LLM_ALLOW_HTTP"] = "1";
  CHECK(endpoint(allowed).url.host == "10.0.0.5");
  allowed["CONTEXT_TREE_LLM_ALLOW_HTTP"] = "yes";
  CHECK(error(allowed).field == "CONTEXT_TREE_LLM_ALLOW_HTTP");
}

TEST_CASE("dialect and timeout are checked") {
  const auto with = [](const std::string& name, const std::string& value) {
    return Variables{{"CONTEXT_TREE_LLM_URL", "http://localhost"}, {"CONTEXT_TREE_LLM_MODEL", "m"}, {name, value}};
  };
  CHECK(error(with("CONTEXT_TREE_LLM_DIALECT", "gemini")).value == "gemini");
  CHECK(endpoint(with("CONTEXT_TREE_LLM_TIMEOUT", "5")).timeout == std::chrono::seconds(5));
  CHECK(endpoint(with("CONTEXT_TREE_LLM_TIMEOUT", "600")).timeout == std::chrono::seconds(600));
  for (const char* value : {"0", "601", "-1", "5s", "1.5", "99999999999999999999"}) {
    CHECK(error(with("CONTEXT_TREE_LLM_TIMEOUT", value)).field == "CONTEXT_TREE_LLM_TIMEOUT");
  }
  CHECK(endpoint(with("CONTEXT_TREE_LLM_CA_FILE", "/etc/own.pem")).ca_file == "/etc/own.pem");
}

TEST_CASE("no error repeats a secret: not a key, not what stands before an @ or in a query") {
  const Variables bad_key = {{"CONTEXT_TREE_LLM_URL", "https://host.example.com"},
                             {"CONTEXT_TREE_LLM_MODEL", "m"},
                             {"CONTEXT_TREE_LLM_API_KEY", "sk-secret\r\nX-Other: 1"}};
  CHECK(error(bad_key).field == "CONTEXT_TREE_LLM_API_KEY");
  CHECK_FALSE(holds(all_words(error(bad_key)), "secret"));
  for (const char* url : {"https://user:secret@host.example.com", "https://host.example.com/v1?key=secret"}) {
    CHECK_FALSE(holds(all_words(error({{"CONTEXT_TREE_LLM_URL", url}, {"CONTEXT_TREE_LLM_MODEL", "m"}})), "secret"));
  }
}

TEST_CASE("a model's name is one short line") {
  const Variables variables = {{"CONTEXT_TREE_LLM_URL", "http://localhost"}};
  CHECK(error(variables, {.url = {}, .model = std::string("a\nb")}).field == "--llm-model");
  CHECK(error(variables, {.url = {}, .model = std::string(201, 'a')}).field == "--llm-model");
  CHECK(endpoint(variables, {.url = {}, .model = std::string("org/model:7b-q4")}).model == "org/model:7b-q4");
}
