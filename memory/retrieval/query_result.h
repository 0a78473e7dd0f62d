// What a question comes to: passages as of a search, the tier that decided, and who is to answer (design:
// retrieval.md §3–4).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memory/retrieval/pipeline.h"

namespace memory {

// A call that would lead on, ready to be sent.
struct NextCall {
  std::string tool;
  std::string path;  // its one argument
};

struct QueryResult : SearchResult {
  // 0 exact cache, 1 fuzzy cache, 2 direct search, 3 packed context for a model, 4 the host agent's own loop
  std::int64_t tier = 2;
  std::string answer_with;            // hit | llm | host | tools | none
  std::optional<std::string> answer;  // only where a model wrote it
  std::vector<NextCall> next;         // tier 4: at most three
};

}  // namespace memory
