#include "memory/index/entry_time.h"

#include "memory/tree/time_text.h"

namespace memory {

std::optional<Time> event_time(const Entry& entry) {
  const auto& raw = entry.content.raw_concept;
  if (raw && raw->timestamp) {
    if (const auto time = parse_time(*raw->timestamp)) return time;
  }
  return entry.created_at;
}

std::optional<Time> change_time(const Entry& entry) { return entry.updated_at ? entry.updated_at : entry.created_at; }

}  // namespace memory
