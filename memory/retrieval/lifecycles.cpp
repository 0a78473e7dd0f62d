#include "memory/retrieval/lifecycles.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>

#include "memory/tree/entry_path.h"

namespace memory {
namespace {

// Told to the audit log at once; the rest follows with the next calls.
constexpr std::size_t kMostChanges = 200;

Signal values_signal(SignalKind kind, const StoredEntry& entry, const Lifecycle& lifecycle, Time now) {
  Signal signal;
  signal.kind = kind;
  signal.time = now;
  signal.path = entry.path;
  signal.file = values_of(entry);
  signal.lifecycle = lifecycle;
  return signal;
}

// What a person left alone goes on as it was; what is stated anew holds from now on.
Lifecycle after_edit(const FileValues& before, const Lifecycle& standing, const FileValues& after, Time now) {
  Lifecycle lifecycle = aged(standing, now, before.pinned);
  const Lifecycle stated = lifecycle_of(after);
  if (before.importance != after.importance) lifecycle.importance = stated.importance;
  if (before.maturity != after.maturity) lifecycle.maturity = stated.maturity;
  lifecycle.at = now;
  return lifecycle;
}

// The last version that had the same time; of another time the file's own values count.
const KnownValues* edited_version(const EntrySignals& signals, const FileValues& values) {
  if (signals.find(values)) return nullptr;
  const auto found = std::find_if(signals.known.rbegin(), signals.known.rend(),
                                  [&](const KnownValues& k) { return k.file.changed_at == values.changed_at; });
  return found == signals.known.rend() ? nullptr : &*found;
}

bool rose(const EntrySignals& signals) {
  return signals.counts.told.value_or(Maturity::kDraft) != Maturity::kDraft ||
         std::any_of(signals.known.begin(), signals.known.end(),
                     [](const KnownValues& known) { return known.lifecycle.maturity != Maturity::kDraft; });
}

// Those whose maturity may have changed: all that are, or were, more than a draft. Most entries of a tree are not.
std::vector<EntryPtr> entries_off_the_ground(const Lifecycles& lifecycles, const TreeState& tree) {
  std::vector<EntryPtr> entries;
  for (const EntryPtr& entry : tree.entries.list()) {
    const bool risen = maturity_of(entry->maturity) != Maturity::kDraft;
    if (risen && entry->kind == SymbolKind::kContext) entries.push_back(entry);
  }
  lifecycles.for_each_signals([&](const std::string& path, const EntrySignals& signals) {
    if (!rose(signals)) return;
    const auto entry = tree.entries.find(path);
    if (entry == tree.entries.end() || maturity_of(entry->second->maturity) != Maturity::kDraft) return;
    entries.push_back(entry->second);
  });
  std::sort(entries.begin(), entries.end(), [](const EntryPtr& a, const EntryPtr& b) { return a->path < b->path; });
  return entries;
}

}  // namespace

const EntrySignals* Lifecycles::signals_of(const StoredEntry& entry) const { return signals_at(entry.path); }

const EntrySignals* Lifecycles::signals_at(std::string_view path) const {
  return signals_ ? signals_->find(path) : nullptr;
}

Lifecycle Lifecycles::of(const StoredEntry& entry) const {
  const FileValues values = values_of(entry);
  if (const EntrySignals* signals = signals_of(entry)) {
    if (const KnownValues* known = signals->find(values)) return aged(known->lifecycle, now_, entry.pinned);
  }
  return aged(lifecycle_of(values), now_, entry.pinned);
}

std::optional<Time> Lifecycles::touched(const StoredEntry& entry) const {
  const EntrySignals* signals = signals_of(entry);
  return signals ? std::max(signals->counts.touched, entry.changed_at()) : entry.changed_at();
}

LifecycleCounts count_lifecycles(const Lifecycles& lifecycles, std::span<const EntryPtr> entries) {
  LifecycleCounts counts;
  for (const EntryPtr& entry : entries) {
    if (entry->kind != SymbolKind::kContext) continue;
    const Maturity maturity = lifecycles.of(*entry).maturity;
    ++(is_archived(entry->path)           ? counts.archived
       : maturity == Maturity::kCore      ? counts.core
       : maturity == Maturity::kValidated ? counts.validated
                                          : counts.draft);
  }
  return counts;
}

std::vector<Signal> signals_of_access(const Lifecycles& lifecycles, const StoredEntry& entry) {
  if (entry.kind != SymbolKind::kContext) return {};
  const EntrySignals* signals = lifecycles.signals_of(entry);
  if (signals && !counts_again(signals->counts.last_access, lifecycles.now())) return {};
  std::vector<Signal> made;
  const FileValues values = values_of(entry);
  if (!signals || !signals->find(values)) {
    made.push_back(values_signal(SignalKind::kSeen, entry, lifecycle_of(values), lifecycles.now()));
  }
  Signal access;
  access.time = lifecycles.now();
  access.path = entry.path;
  made.push_back(std::move(access));
  return made;
}

std::vector<Signal> signals_of_edit(const Lifecycles& lifecycles, const StoredEntry& before, const StoredEntry& after) {
  const FileValues old_values = values_of(before);
  const FileValues values = values_of(after);
  if (after.kind != SymbolKind::kContext || values == old_values || values.changed_at != old_values.changed_at)
    return {};
  const EntrySignals* signals = lifecycles.signals_of(after);
  if (signals && signals->find(values)) return {};  // bytes that were here before
  const Time now = lifecycles.now();
  std::vector<Signal> made;
  if (!signals || !signals->find(old_values)) {
    made.push_back(values_signal(SignalKind::kSeen, before, lifecycle_of(old_values), now));
  }
  made.push_back(
      values_signal(SignalKind::kSeen, after, after_edit(old_values, lifecycles.of(before), values, now), now));
  return made;
}

std::vector<Signal> signals_of_moves(const Lifecycles& lifecycles, const TreeState& before, const TreeChange& change) {
  std::unordered_map<std::string_view, EntryPtr> gone;  // by hash
  for (const std::string& path : change.removed) {
    const auto entry = before.entries.find(path);
    if (entry != before.entries.end() && lifecycles.signals_of(*entry->second)) {
      gone.emplace(entry->second->hash, entry->second);
    }
  }
  std::vector<Signal> made;
  for (const EntryPtr& entry : change.changed) {
    const auto from = gone.find(entry->hash);
    if (from == gone.end() || lifecycles.signals_of(*entry)) continue;
    Signal moved;
    moved.kind = SignalKind::kMoved;
    moved.time = lifecycles.now();
    moved.path = from->second->path;
    moved.target_path = entry->path;
    made.push_back(std::move(moved));
    gone.erase(from);
  }
  return made;
}

std::vector<Signal> signals_of_missed_edits(const Lifecycles& lifecycles, const TreeState& tree) {
  std::vector<Signal> made;
  for (const EntryPtr& entry : tree.entries.list()) {
    const EntrySignals* signals = lifecycles.signals_of(*entry);
    if (!signals || entry->kind != SymbolKind::kContext) continue;
    const FileValues values = values_of(*entry);
    const KnownValues* before = edited_version(*signals, values);
    if (!before) continue;
    const Lifecycle now_standing = after_edit(before->file, before->lifecycle, values, lifecycles.now());
    made.push_back(values_signal(SignalKind::kSeen, *entry, now_standing, lifecycles.now()));
  }
  return made;
}

AuditRecord maturity_record(const std::string& path, Maturity before, const Lifecycle& after, Time now,
                            const std::string& client) {
  AuditRecord record;
  record.time = now;
  record.client = client;
  record.operation = after.maturity > before ? "PROMOTE" : "DEMOTE";
  record.path = path;
  char text[80];
  std::snprintf(text, sizeof text, "%s to %s, importance %.4f", maturity_name(before).data(),
                maturity_name(after.maturity).data(), after.importance);
  record.reason = text;
  return record;
}

Maturity told_maturity(const EntrySignals* signals, const StoredEntry& entry) {
  const Maturity stated = maturity_of(entry.maturity);
  return signals && signals->find(values_of(entry)) ? signals->counts.told.value_or(stated) : stated;
}

MaturityChanges maturity_changes(const Lifecycles& lifecycles, const TreeState& tree, const std::string& client) {
  MaturityChanges changes;
  for (const EntryPtr& entry : entries_off_the_ground(lifecycles, tree)) {
    if (changes.records.size() == kMostChanges) break;
    const EntrySignals* signals = lifecycles.signals_of(*entry);
    const Maturity told = told_maturity(signals, *entry);
    const Lifecycle standing = lifecycles.of(*entry);
    if (standing.maturity == told) continue;
    changes.records.push_back(maturity_record(entry->path, told, standing, lifecycles.now(), client));
    const FileValues values = values_of(*entry);
    if (!signals || !signals->find(values)) {
      changes.signals.push_back(values_signal(SignalKind::kSeen, *entry, lifecycle_of(values), lifecycles.now()));
    }
    changes.signals.push_back(values_signal(SignalKind::kTold, *entry, standing, lifecycles.now()));
  }
  return changes;
}

}  // namespace memory
