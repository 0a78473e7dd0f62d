// How do a client's arguments become a struct? Tolerantly (protocol.md §3): models write numbers in strings, lists
// as JSON or comma strings, records as JSON text, names that are nearly right. What cannot be understood
// is named with its path, its value and what is expected, so that the model can mend it.
//
// Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/registry.h"
#include "protocol/shape.h"

namespace protocol {

struct JsonView;  // json.h, for sources only

inline constexpr std::size_t kMaxProblems = 5;       // more would not be read
inline constexpr std::size_t kMaxElements = 10'000;  // of one list

struct ReadReport {
  // "`operations[2].content.tags` is 42; it must be a list of strings." Not empty: the struct is not to be used.
  std::vector<std::string> problems;
  std::vector<std::string> ignored;  // paths of arguments that no field takes, at most kMaxProblems
  std::size_t ignored_count = 0;

  bool ok() const { return problems.empty(); }
  std::string problem_text() const;  // for the client: the problems, a line each
  std::string ignored_note() const;  // for the client; empty where nothing was ignored
};

// Reads `arguments`, an object, into the record at `address`, whose members hold their
// defaults. `gather_into`: see ToolInfo.
ReadReport read_arguments(JsonView arguments, const Shape& record, std::string_view gather_into, void* address);

}  // namespace protocol
