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

std::optional<AuditRecord> parse_audit_line(std::string_view line) {
  constexpr int kDeepest = 8;
  // A flat object; whatever else stands there is not worth building.
  const auto flat = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) { return depth < kDeepest; };
  const auto json = nlohmann::json::parse(line, flat, false);
  if (!json.is_object()) return std::nullopt;
  const auto text = [&](const char* name) {
    const auto member = json.find(name);
    return member != json.end() && member->is_string() ? member->get<std::string>() : std::string();
  };
  const auto time = parse_time(text("time"));
  if (!time || text("operation").empty() || text("path").empty()) return std::nullopt;
  return AuditRecord{*time,          text("client"),      text("operation"),  text("path"),     text("target_path"),
                     text("reason"), text("hash_before"), text("hash_after"), text("change_id")};
}

std::string audit_file(Time time, const std::string& machine) {
  return ".log/" + format_time(time).substr(0, 7) + "." + machine + ".jsonl";
}

}  // namespace memory
