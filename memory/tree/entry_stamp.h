// Times and lifecycle in a file's frontmatter: what is written along with every change. Pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "memory/error.h"
#include "memory/tree/entry.h"

namespace memory {

struct EntryStamp {
  std::optional<Time> updated_at;
  std::optional<double> importance;
  std::optional<std::string> maturity;
  std::optional<Time> created_at;
};

// Sets the given keys; refuses (kUnparsable) rather than to leave frontmatter that cannot be read.
Result<std::string> stamp_entry(std::string_view bytes, const EntryStamp& stamp);

}  // namespace memory
