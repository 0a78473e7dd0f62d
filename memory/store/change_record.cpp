#include "memory/store/change_record.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <random>

#include "memory/tree/time_text.h"

namespace memory {
namespace {

constexpr std::string_view kKind = "change";
constexpr std::size_t kHeadFields = 11;  // the kind, the id, ..., the number of files
constexpr std::size_t kFileFields = 6;

// Tabs part fields and newlines part records, so none of them stands in a field.
std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out.push_back(text[i]);
      continue;
    }
    const char c = text[++i];
    out.push_back(c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c);
  }
  return out;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string new_change_id() {
  std::random_device random;
  char digits[13];
  std::snprintf(digits, sizeof digits, "%08x%04x", static_cast<unsigned>(random()),
                static_cast<unsigned>(random()) & 0xFFFFU);
  return digits;
}

std::string record_line(const ChangeRecord& record) {
  std::string line(kKind);
  const auto add = [&](std::string_view text) { line.append("\t").append(escaped(text)); };
  add(record.id);
  add(format_time(record.time));
  add(record.operation);
  add(record.client);
  add(record.path);
  add(record.target_path);
  add(record.reason);
  add(record.undoes);
  add(std::to_string(record.stored));
  add(std::to_string(record.files.size()));
  for (const ChangedFile& file : record.files) {
    add(file.path);
    add(file.file);
    add(file.before);
    add(file.after);
    add(file.signals_before);
    add(file.signals_after);
  }
  return line + "\t.\n";
}

std::optional<ChangeRecord> parse_record(std::string_view line) {
  const std::vector<std::string_view> fields = fields_of(line);
  if (fields.size() <= kHeadFields || fields.front() != kKind || fields.back() != ".") return std::nullopt;
  const auto time = parse_time(fields[2]);
  const auto stored = number_of(fields[9]);
  const auto count = number_of(fields[10]);
  if (!time || !stored || !count || (fields.size() - kHeadFields - 1) % kFileFields != 0) return std::nullopt;
  if (*count != (fields.size() - kHeadFields - 1) / kFileFields) return std::nullopt;
  ChangeRecord record;
  record.id = unescaped(fields[1]);
  record.time = *time;
  record.operation = unescaped(fields[3]);
  record.client = unescaped(fields[4]);
  record.path = unescaped(fields[5]);
  record.target_path = unescaped(fields[6]);
  record.reason = unescaped(fields[7]);
  record.undoes = unescaped(fields[8]);
  record.stored = *stored;
  for (std::size_t i = kHeadFields; i + kFileFields < fields.size(); i += kFileFields) {
    record.files.push_back({unescaped(fields[i]), unescaped(fields[i + 1]), unescaped(fields[i + 2]),
                            unescaped(fields[i + 3]), unescaped(fields[i + 4]), unescaped(fields[i + 5])});
  }
  return record;
}

bool is_below(std::string_view path, std::string_view folder) {
  return folder.empty() || (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

bool is_move(const ChangeRecord& record) {
  if (record.target_path.empty() || record.target_path == record.path) return false;
  const ChangedFile* from = file_on(record, record.path);
  const ChangedFile* to = file_on(record, record.target_path);
  return from && to && from->after.empty() && !from->before.empty() && to->before.empty();
}

const ChangedFile* file_on(const ChangeRecord& record, std::string_view path) {
  const auto found = std::find_if(record.files.begin(), record.files.end(),
                                  [&](const ChangedFile& file) { return file.path == path; });
  return found == record.files.end() ? nullptr : &*found;
}

}  // namespace memory
