// Where does the server say what an operator may want to know? On stderr, and only there: stdout belongs to
// the protocol. Thread-safe. The one place that includes spdlog.
#pragma once

#include <string>

namespace server {

void set_log_level(const std::string& level);  // trace | debug | info | warn | error | off
void log_info(const std::string& text);
void log_warning(const std::string& text);
void log_error(const std::string& text);

}  // namespace server
