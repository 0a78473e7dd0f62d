// Which language model does the configuration name? Without one the server opens no connection at all.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "server/options.h"
#include "tools/language_model.h"

namespace server {

using Environment = std::function<std::optional<std::string>(const std::string& name)>;

// A configuration that cannot be used leaves the server without a model, which it can do without; the log and
// `status` say why.
tools::LanguageModel make_language_model(const Options& options, const Environment& environment);

}  // namespace server
