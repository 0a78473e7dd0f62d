#include "memory/tree/entry_stamp.h"

#include <algorithm>

#include "memory/tree/front_matter.h"
#include "memory/tree/front_matter_edit.h"
#include "memory/tree/section_writer.h"
#include "memory/tree/time_text.h"

namespace memory {

Result<std::string> stamp_entry(std::string_view bytes, const EntryStamp& stamp) {
  Result<std::string> text = std::string(bytes);
  const auto set = [&](std::string_view key, const std::string& value) {
    if (text) text = set_key(*text, key, value);
  };
  if (stamp.created_at) set("createdAt", format_time(*stamp.created_at));
  if (stamp.updated_at) set("updatedAt", format_time(*stamp.updated_at));
  if (stamp.importance) set("importance", write_importance(std::clamp(*stamp.importance, 0.0, 100.0)));
  if (stamp.maturity) set("maturity", *stamp.maturity);
  if (!text) return text;
  if (const auto problem = read_front_matter(*text).problem) {
    return Error{ErrorCode::kUnparsable,
                 "the frontmatter cannot be changed without making it unreadable (line " +
                     std::to_string(problem->line) + ": " + problem->what + ")",
                 {},
                 {},
                 {}};
  }
  return text;
}

}  // namespace memory
