#include "memory/store/audit_reading.h"

#include <algorithm>
#include <string>

namespace memory {
namespace {

constexpr const char* kFolder = ".log";
constexpr std::uint64_t kMostBytes = std::uint64_t{32} << 20U;  // of all logs together
constexpr std::string_view kIdMember = "\"change_id\":\"";

// The id as it stands in the line, which this program wrote; another spelling only costs parsing.
std::string_view id_in(std::string_view line) {
  const std::size_t at = line.rfind(kIdMember);
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + kIdMember.size());
  return line.substr(0, line.find('"'));
}

// Names begin with the month: the newest come first.
std::vector<FolderItem> logs_of(FileSystem& files) {
  auto items = files.list(kFolder);
  if (!items) return {};
  std::erase_if(
      *items, [](const FolderItem& item) { return item.kind != FileKind::kRegular || !item.name.ends_with(".jsonl"); });
  std::sort(items->begin(), items->end(), [](const FolderItem& a, const FolderItem& b) { return a.name > b.name; });
  return std::move(*items);
}

}  // namespace

std::vector<AuditRecord> read_audit_logs(FileSystem& files, const std::function<bool(std::string_view id)>& is_known) {
  std::vector<AuditRecord> records;
  std::uint64_t left = kMostBytes;
  for (const FolderItem& item : logs_of(files)) {
    const std::uint64_t size = std::min(left, item.stamp.size);
    if (size == 0) continue;
    const auto text = files.read_from(std::string(kFolder) + "/" + item.name, item.stamp.size - size, size);
    if (!text) continue;
    left -= size;
    std::string_view rest = *text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (const std::string_view id = id_in(line); !id.empty() && is_known(id)) continue;
      auto record = parse_audit_line(line);
      if (record && record->operation != "PROMOTE" && record->operation != "DEMOTE") {
        records.push_back(std::move(*record));
      }
    }
  }
  return records;
}

}  // namespace memory
