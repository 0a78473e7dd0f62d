// How is an entry handed out? By exact pages of its bytes: the pages of an entry, joined, are the file.
// Pure functions over one immutable state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "memory/browse.h"
#include "memory/error.h"
#include "memory/store/entry_store.h"

namespace memory {

struct ReadRequest {
  std::string path;                        // an entry (path, title or alias), or a folder
  std::optional<std::string> section;      // a heading, "Facts" or "Narrative > Rules"
  std::optional<std::int64_t> start_line;  // 1-based
  std::int64_t max_tokens = 2000;          // of the text, 100..8000
  std::optional<std::string> cursor;
};

struct ReadPage {
  std::string path;
  std::string text;  // exactly the bytes of the range
  std::string hash;
  std::int64_t first_line = 1, last_line = 0, lines = 0;
  std::optional<std::string> updated_at;
  std::optional<std::string> cursor;     // set where more follows
  std::int64_t remaining_tokens = 0;     // behind this page, in the asked range
  std::optional<BrowseResult> children;  // of a folder; `text` is its context.md then
  std::optional<std::string> problem;    // frontmatter that cannot be parsed, bytes that are not UTF-8
};

// kNotFound, kAmbiguous, kRefusedPath (path); kNotFound (section, with the headings there are);
// kInvalidArgument (start_line, cursor); kConflict (a cursor of other bytes).
Result<ReadPage> read_entry(const TreeState& state, const ReadRequest& request, const Lifecycles& lifecycles = {});

}  // namespace memory
