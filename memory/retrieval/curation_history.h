// What does history keep of the operations of a curate call? The bytes of each file before the change is made, and
// a record once it is in place; whatever goes wrong with that is a warning and stops no write. One call's; not
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/retrieval/curation_plan.h"
#include "memory/store/history.h"

namespace memory {

class CurationHistory {
 public:
  explicit CurationHistory(History* history) : history_(history) {}  // null: nothing is kept

  // An operation is about to be applied to this state.
  void keep(const TreeState& before, const Plan& plan);

  // It has been applied. Returns the id of the change; nothing where it cannot be undone, with a warning that says why.
  std::optional<std::string> record(const PlannedCall& call, const Plan& plan, const SignalTable& before,
                                    const SignalTable& after, std::vector<std::string>& warnings);

  // The last operation has been applied: drops what is beyond the limits.
  void finish(Time now);

 private:
  void keep_bytes(const std::string& hash, std::string_view bytes);

  History* history_;
  ChangeRecord pending_;
  std::optional<Error> failure_;
};

// The path of the operation's entry before it: a merge's source, a move's old place.
const std::string& path_before(const Plan& plan);

// A folder's context.md whose people's text is the same: its list follows from the entries.
bool same_people_text(std::string_view a, std::string_view b);
bool is_context_path(std::string_view path);

}  // namespace memory
