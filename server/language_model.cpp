#include "server/language_model.h"

#include <utility>

#include "llm/endpoint.h"
#include "llm/http_model.h"
#include "server/log.h"

namespace server {
namespace {

std::string problem_text(const llm::Error& error) {
  std::string text = error.field;
  if (!error.value.empty()) text += " (" + error.value + ")";
  return text + ": " + error.message + "; " + error.remedy;
}

}  // namespace

tools::LanguageModel make_language_model(const Options& options, const Environment& environment) {
  auto endpoint = llm::read_endpoint({.url = options.llm_url, .model = options.llm_model}, environment);
  tools::LanguageModel made;
  if (!endpoint) {
    made.status.problem = problem_text(endpoint.error());
    log_error("no language model: " + made.status.problem);
    return made;
  }
  if (!*endpoint) return made;
  llm::Endpoint& found = **endpoint;
  made.status = {.configured = true,
                 .dialect = std::string(llm::name_of(found.dialect)),
                 .model = found.model,
                 .host = llm::authority(found.url)};
  log_info("asks the model " + made.status.model + " at " + made.status.host + " (" + made.status.dialect + ")");
  made.model = std::make_shared<llm::HttpModel>(std::move(found));
  return made;
}

}  // namespace server
