#include "memory/store/audit_log.h"

#include <nlohmann/json.hpp>

#include "memory/tree/time_text.h"

namespace memory {

std::string audit_line(const AuditRecord& record) {
  nlohmann::ordered_json line = {{"time", format_time(record.time)}};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) line[name] = value;
  };
  add("client", record.client);
  add("operation", record.operation);
  add("path", record.path);
  add("target_path", record.target_path);
  add("reason", record.reason);
  add("hash_before", record.hash_before);
  add("hash_after", record.hash_after);
  add("change_id", record.change_id);
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string audit_file(Time time, const std::string& machine) {
  return ".log/" + format_time(time).substr(0, 7) + "." + machine + ".jsonl";
}

}  // namespace memory
