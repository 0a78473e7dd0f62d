// What do the operations of a curate call tell about the lifecycle of entries? Signals of what was written, moved,
// merged and removed, and the audit log's records of promotions and demotions (design: lifecycle.md). One call's;
// not thread-safe.
#pragma once

#include <string>
#include <vector>

#include "memory/retrieval/curation_plan.h"
#include "memory/retrieval/lifecycles.h"

namespace memory {

class CurationSignals {
 public:
  // `log` may be null: then nothing is known of earlier events, and nothing is kept.
  CurationSignals(SignalLog* log, std::string client);

  Lifecycles lifecycles(Time now) const { return {table_, now}; }
  const SignalTablePtr& table() const { return table_; }

  // One operation has been applied. Returns the change of its entry's maturity, if there was one.
  std::vector<AuditRecord> take(const TreeState& before, const TreeState& after, const Plan& plan, Time now);

  // The last operation has been applied: logs what else was promoted or demoted since the last call, keeps the
  // signals. Under the writer lock.
  void finish(EntryStore::Write& write, Time now);

 private:
  void note(Signal signal);
  std::vector<AuditRecord> note_written(const TreeState& before, const TreeState& after, const Plan& plan, Time now);

  SignalLog* log_;
  std::string client_;
  SignalTablePtr table_;
  std::vector<Signal> noted_;
};

}  // namespace memory
