#include "memory/retrieval/curation_signals.h"

namespace memory {
namespace {

Signal signal_of(SignalKind kind, const std::string& path, Time now) {
  Signal signal;
  signal.kind = kind;
  signal.path = path;
  signal.time = now;
  return signal;
}

}  // namespace

CurationSignals::CurationSignals(SignalLog* log, std::string client)
    : log_(log), client_(std::move(client)), table_(log ? log->refresh() : std::make_shared<const SignalTable>()) {}

void CurationSignals::note(Signal signal) {
  SignalTableBuilder builder(*table_);
  builder.apply(signal);
  table_ = std::make_shared<const SignalTable>(builder.take());
  noted_.push_back(std::move(signal));
}

std::vector<AuditRecord> CurationSignals::take(const TreeState& before, const TreeState& after, const Plan& plan,
                                               Time now) {
  if (plan.effect == Effect::kUndone) {
    for (const Signal& signal : plan.compensation) note(signal);
    return {};
  }
  if (plan.effect == Effect::kDeleted) {
    for (const FileChange& file : plan.files) {
      if (!file.after && table_->find(file.path)) note(signal_of(SignalKind::kRemoved, file.path, now));
    }
    return {};
  }
  if (!plan.source_path.empty() && table_->find(plan.source_path)) {
    Signal carried =
        signal_of(plan.effect == Effect::kMerged ? SignalKind::kMerged : SignalKind::kMoved, plan.source_path, now);
    carried.target_path = plan.path;
    note(std::move(carried));
  }
  if (plan.effect == Effect::kAdded || plan.wrote) return note_written(before, after, plan, now);
  return {};
}

std::vector<AuditRecord> CurationSignals::note_written(const TreeState& before, const TreeState& after,
                                                       const Plan& plan, Time now) {
  const EntryPtr entry = after.find(plan.path);
  if (!entry || entry->kind != SymbolKind::kContext) return {};
  // A move has taken the signals along already; the file of before stands elsewhere.
  const bool moved = plan.effect == Effect::kUpdated && !plan.source_path.empty();
  const EntryPtr old = plan.effect == Effect::kAdded ? nullptr : before.find(moved ? plan.source_path : plan.path);
  const EntrySignals* signals = table_->find(plan.path);
  Signal written = signal_of(plan.wrote.value_or(SignalKind::kWrote), plan.path, now);
  written.file = values_of(*entry);
  written.lifecycle = lifecycle_of(written.file);
  std::vector<AuditRecord> records;
  if (old) {
    const Maturity told = told_maturity(signals, *old);
    if (told != written.file.maturity) {
      records.push_back(maturity_record(plan.path, told, written.lifecycle, now, client_));
    }
  }
  note(std::move(written));
  return records;
}

void CurationSignals::finish(EntryStore::Write& write, Time now) {
  if (!log_) return;
  const TreeStatePtr tree = write.state();
  MaturityChanges changes = maturity_changes(lifecycles(now), *tree, client_);
  for (const AuditRecord& record : changes.records) {
    if (!write.log(record)) break;  // it stays due for the next call
  }
  for (Signal& signal : changes.signals) note(std::move(signal));
  log_->add(noted_);
  static_cast<void>(log_->compact([&](std::string_view path) {
    return tree->entries.find(path) != tree->entries.end() || tree->unread_at(path) != nullptr;
  }));
}

}  // namespace memory
