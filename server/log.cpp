#include "server/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace server {
namespace {

// spdlog's default logger writes to stdout, so it is never used.
spdlog::logger& logger() {
  static spdlog::logger instance = [] {
    spdlog::logger made("context-tree", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made.set_pattern("%Y-%m-%dT%H:%M:%S.%e %n[%P] %l: %v");
    made.set_level(spdlog::level::warn);
    made.set_error_handler([](const std::string&) {});  // a closed stderr hurts nobody
    return made;
  }();
  return instance;
}

}  // namespace

void set_log_level(const std::string& level) { logger().set_level(spdlog::level::from_str(level)); }
void log_info(const std::string& text) { logger().info("{}", text); }
void log_warning(const std::string& text) { logger().warn("{}", text); }
void log_error(const std::string& text) { logger().error("{}", text); }

}  // namespace server
