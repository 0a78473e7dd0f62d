#include "memory/retrieval/signal_table.h"

#include <algorithm>

namespace memory {
namespace {

// Versions of one file that are told apart: enough for going between a few branches of a repository.
constexpr std::size_t kMostKnown = 4;

void keep_later(std::optional<Time>& time, std::optional<Time> other) { time = std::max(time, other); }

}  // namespace

const KnownValues* EntrySignals::find(const FileValues& values) const {
  const auto found = std::find_if(known.begin(), known.end(), [&](const KnownValues& k) { return k.file == values; });
  return found == known.end() ? nullptr : &*found;
}

const EntrySignals* SignalTable::find(std::string_view path) const {
  const auto& shard = shards_[shard_of(path)];
  if (!shard) return nullptr;
  const auto found = shard->find(path);
  return found == shard->end() ? nullptr : &found->second;
}

SignalTable::Shard& SignalTableBuilder::shard(std::string_view path) {
  const std::size_t number = SignalTable::shard_of(path);
  if (!own_[number]) {
    const auto& before = table_.shards_[number];
    own_[number] = before ? std::make_shared<SignalTable::Shard>(*before) : std::make_shared<SignalTable::Shard>();
    table_.shards_[number] = own_[number];
  }
  return *own_[number];
}

EntrySignals& SignalTableBuilder::at(const std::string& path) {
  const auto [found, fresh] = shard(path).try_emplace(path);
  if (fresh) ++table_.size_;
  return found->second;
}

std::optional<EntrySignals> SignalTableBuilder::extract(const std::string& path) {
  if (!table_.find(path)) return std::nullopt;
  auto node = shard(path).extract(path);
  --table_.size_;
  return std::move(node.mapped());
}

void SignalTableBuilder::apply_access(const Signal& signal) {
  EntrySignals& signals = at(signal.path);
  if (!counts_again(signals.counts.last_access, signal.time)) return;
  ++signals.counts.accesses;
  signals.counts.last_access = signal.time;
  for (KnownValues& known : signals.known) {
    known.lifecycle = after_access(known.lifecycle, signal.time, known.file.pinned);
  }
}

void SignalTableBuilder::apply_values(const Signal& signal) {
  EntrySignals& signals = at(signal.path);
  if (signal.kind == SignalKind::kSeen && signals.find(signal.file)) return;
  std::erase_if(signals.known, [&](const KnownValues& k) { return k.file == signal.file; });
  if (signals.known.size() == kMostKnown) signals.known.erase(signals.known.begin());
  signals.known.push_back({signal.file, signal.lifecycle});
  signals.counts.told = signal.lifecycle.maturity;
  if (signal.kind != SignalKind::kUpdated || signals.counts.last_update == signal.time) return;
  ++signals.counts.updates;
  signals.counts.last_update = signal.time;
}

void SignalTableBuilder::apply_move(const Signal& signal) {
  if (signal.path == signal.target_path) return;
  auto moved = extract(signal.path);
  if (!moved) return;
  EntrySignals& target = at(signal.target_path);
  if (signal.kind == SignalKind::kMoved) {
    target = std::move(*moved);
    return;
  }
  target.counts.accesses += moved->counts.accesses;
  target.counts.updates += moved->counts.updates;
  keep_later(target.counts.last_access, moved->counts.last_access);
  keep_later(target.counts.last_update, moved->counts.last_update);
}

void SignalTableBuilder::apply(const Signal& signal) {
  switch (signal.kind) {
    case SignalKind::kAccess:
      apply_access(signal);
      break;
    case SignalKind::kSeen:
    case SignalKind::kWrote:
    case SignalKind::kUpdated:
      apply_values(signal);
      break;
    case SignalKind::kMoved:
    case SignalKind::kMerged:
      apply_move(signal);
      break;
    case SignalKind::kRemoved:
      extract(signal.path);
      return;
    case SignalKind::kTold:
      at(signal.path).counts.told = signal.lifecycle.maturity;
      return;
    case SignalKind::kCounts:
      at(signal.path).counts = signal.counts;
      break;
  }
  const bool moves = signal.kind == SignalKind::kMoved || signal.kind == SignalKind::kMerged;
  const std::string& path = moves ? signal.target_path : signal.path;
  if (table_.find(path)) keep_later(at(path).counts.touched, signal.time);
}

std::vector<Signal> signals_for(const std::string& path, const EntrySignals& signals) {
  std::vector<Signal> made;
  Signal signal;
  signal.path = path;
  signal.time = signals.counts.touched.value_or(Time());
  for (const KnownValues& known : signals.known) {
    signal.kind = SignalKind::kWrote;
    signal.file = known.file;
    signal.lifecycle = known.lifecycle;
    made.push_back(signal);
  }
  signal.kind = SignalKind::kCounts;
  signal.counts = signals.counts;
  made.push_back(signal);
  return made;
}

}  // namespace memory
