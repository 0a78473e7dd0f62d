#include "llm/endpoint.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace llm {
namespace {

constexpr const char* kKeyVariable = "CONTEXT_TREE_LLM_API_KEY";
constexpr const char* kTimeoutVariable = "CONTEXT_TREE_LLM_TIMEOUT";
constexpr const char* kDialectVariable = "CONTEXT_TREE_LLM_DIALECT";
constexpr const char* kHttpVariable = "CONTEXT_TREE_LLM_ALLOW_HTTP";
constexpr std::string_view kOpenAiPath = "/chat/completions";
constexpr std::string_view kAnthropicPath = "/messages";
constexpr std::string_view kAnthropicDomain = "anthropic.com";
constexpr std::string_view kOpenAiDomain = "openai.com";

// A setting and the name by which whoever gave it knows it.
struct Setting {
  std::string field;
  std::optional<std::string> value;
};

Error refused(const Setting& setting, std::string message, std::string remedy) {
  return {ErrorCode::kConfiguration, std::move(message), setting.field, setting.value.value_or(""), std::move(remedy)};
}

Setting from_environment(const std::string& name, const Environment& environment) {
  Setting setting{name, environment(name)};
  if (setting.value && setting.value->empty()) setting.value.reset();
  return setting;
}

Setting option_or_variable(const std::optional<std::string>& option, const char* option_name, const char* variable,
                           const Environment& environment) {
  if (option && !option->empty()) return {option_name, option};
  return from_environment(variable, environment);
}

bool is_visible_ascii(char c) { return c > ' ' && c <= '~'; }
bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

Result<Url> read_url(const Setting& setting, const Environment& environment) {
  Result<Url> url = parse_url(*setting.value);
  if (!url) {
    Error error = refused(setting, "the endpoint's URL cannot be used: " + url.error().message,
                          "give the API's base URL, such as https://api.openai.com/v1 or http://localhost:11434/v1");
    // Where a password or key may stand inside, the value is not repeated.
    if (error.value.find_first_of("@?#") != std::string::npos) error.value.clear();
    return error;
  }
  const Setting allowed = from_environment(kHttpVariable, environment);
  if (allowed.value && *allowed.value != "0" && *allowed.value != "1") {
    return refused(allowed, "it is neither 0 nor 1",
                   "set 1 to allow plain http:// to other machines, else leave it unset");
  }
  if (!url->secure && !is_loopback(url->host) && allowed.value != "1") {
    return refused(setting, "http:// would send the key and the memory's text unencrypted to another machine",
                   std::string("use https://, or set ") + kHttpVariable + "=1 where the network is trusted");
  }
  return url;
}

Result<Dialect> read_dialect(const Url& url, const Environment& environment) {
  const Setting setting = from_environment(kDialectVariable, environment);
  if (setting.value == name_of(Dialect::kOpenAi)) return Dialect::kOpenAi;
  if (setting.value == name_of(Dialect::kAnthropic)) return Dialect::kAnthropic;
  if (setting.value) return refused(setting, "no such dialect", "set openai or anthropic, or leave it unset");
  const bool anthropic = is_below_domain(url.host, kAnthropicDomain) || url.path.ends_with(kAnthropicPath);
  return anthropic ? Dialect::kAnthropic : Dialect::kOpenAi;
}

// People copy the full address of a call as well as the host alone; both mean the API below /v1.
std::string base_path(std::string path, Dialect dialect) {
  const std::string_view own = dialect == Dialect::kOpenAi ? kOpenAiPath : kAnthropicPath;
  if (path.ends_with(own)) path.resize(path.size() - own.size());
  return path.empty() ? "/v1" : path;
}

Result<std::string> read_model(const Setting& setting, const Setting& url) {
  constexpr std::size_t kMaxModelBytes = 200;
  if (!setting.value) {
    return refused({setting.field, {}}, "an endpoint is configured (" + url.field + "), but no model",
                   "name a model that the endpoint serves, such as gpt-4o-mini, claude-haiku-4-5 or llama3.2");
  }
  if (setting.value->size() > kMaxModelBytes || std::ranges::any_of(*setting.value, is_control)) {
    return refused({setting.field, {}}, "the model's name is longer than 200 bytes or holds control characters",
                   "give the name as the endpoint lists it");
  }
  return *setting.value;
}

Result<std::optional<ApiKey>> read_key(const Url& url, const Environment& environment) {
  const char* provider_variable = nullptr;
  if (url.secure && is_below_domain(url.host, kOpenAiDomain)) provider_variable = "OPENAI_API_KEY";
  if (url.secure && is_below_domain(url.host, kAnthropicDomain)) provider_variable = "ANTHROPIC_API_KEY";

  Setting setting = from_environment(kKeyVariable, environment);
  if (!setting.value && provider_variable != nullptr) setting = from_environment(provider_variable, environment);
  if (!setting.value) {
    if (provider_variable == nullptr) return std::optional<ApiKey>();
    return refused({kKeyVariable, {}}, url.host + " answers nobody without a key",
                   std::string("set ") + kKeyVariable + " or " + provider_variable + " in the server's environment");
  }
  if (!std::ranges::all_of(*setting.value, is_visible_ascii)) {
    return refused({setting.field, {}}, "the key holds spaces, line ends or characters outside ASCII",
                   "set the key alone, without quotes or a name before it");
  }
  return std::optional<ApiKey>(ApiKey{*std::move(setting.value), std::move(setting.field)});
}

Result<std::chrono::milliseconds> read_timeout(const Environment& environment) {
  constexpr int kMaxSeconds = 600;
  const Setting setting = from_environment(kTimeoutVariable, environment);
  if (!setting.value) return Endpoint{}.timeout;
  int seconds = 0;
  const char* const end = setting.value->data() + setting.value->size();
  const auto [stopped, failed] = std::from_chars(setting.value->data(), end, seconds);
  if (failed != std::errc() || stopped != end || seconds < 1 || seconds > kMaxSeconds) {
    return refused(setting, "it is not a whole number of seconds from 1 to 600", "set 60, say, or leave it unset");
  }
  return std::chrono::milliseconds(std::chrono::seconds(seconds));
}

}  // namespace

std::string_view name_of(Dialect dialect) { return dialect == Dialect::kOpenAi ? "openai" : "anthropic"; }

Result<std::optional<Endpoint>> read_endpoint(const EndpointOptions& options, const Environment& environment) {
  const Setting url_setting = option_or_variable(options.url, "--llm", "CONTEXT_TREE_LLM_URL", environment);
  const Setting model_setting = option_or_variable(options.model, "--llm-model", "CONTEXT_TREE_LLM_MODEL", environment);
  if (!url_setting.value) {
    if (!model_setting.value) return std::optional<Endpoint>();
    return refused(model_setting, "a model is named, but no endpoint that serves it",
                   "give the endpoint's URL with --llm or CONTEXT_TREE_LLM_URL");
  }
  Result<Url> url = read_url(url_setting, environment);
  if (!url) return url.error();
  const Result<Dialect> dialect = read_dialect(*url, environment);
  if (!dialect) return dialect.error();
  Result<std::string> model = read_model(model_setting, url_setting);
  if (!model) return model.error();
  Result<std::optional<ApiKey>> key = read_key(*url, environment);
  if (!key) return key.error();
  const Result<std::chrono::milliseconds> timeout = read_timeout(environment);
  if (!timeout) return timeout.error();
  url->path = base_path(std::move(url->path), *dialect);
  return std::optional<Endpoint>(
      Endpoint{.url = *std::move(url),
               .dialect = *dialect,
               .model = *std::move(model),
               .key = *std::move(key),
               .timeout = *timeout,
               .ca_file = from_environment("CONTEXT_TREE_LLM_CA_FILE", environment).value.value_or("")});
}

}  // namespace llm
