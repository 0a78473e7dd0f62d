// What do the signals of all entries come to? A value that is shared by readers and never changes; the next one
// copies only the parts that differ, so that taking in one event costs microseconds in a tree of any size.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "memory/retrieval/signal.h"

namespace memory {

// The values of a file, and what the entry's lifecycle is while the file has them: the events since are in it.
struct KnownValues {
  FileValues file;
  Lifecycle lifecycle;
};

struct EntrySignals {
  SignalCounts counts;
  std::vector<KnownValues> known;  // the last ones that were written or seen, newest last; at most kMostKnown

  const KnownValues* find(const FileValues& values) const;
};

class SignalTable {
 public:
  const EntrySignals* find(std::string_view path) const;
  std::size_t size() const { return size_; }

  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& shard : shards_) {
      if (!shard) continue;
      for (const auto& [path, signals] : *shard) visit(path, signals);
    }
  }

 private:
  friend class SignalTableBuilder;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Shard = std::unordered_map<std::string, EntrySignals, Hash, std::equal_to<>>;
  static constexpr std::size_t kShards = 256;
  static std::size_t shard_of(std::string_view path) { return Hash{}(path) % kShards; }

  std::array<std::shared_ptr<const Shard>, kShards> shards_;
  std::size_t size_ = 0;
};

class SignalTableBuilder {
 public:
  explicit SignalTableBuilder(SignalTable table) : table_(std::move(table)) {}

  // In the order of the log. The same signal again changes nothing.
  void apply(const Signal& signal);
  SignalTable take() { return std::move(table_); }

 private:
  SignalTable::Shard& shard(std::string_view path);
  EntrySignals& at(const std::string& path);
  std::optional<EntrySignals> extract(const std::string& path);
  void apply_access(const Signal& signal);
  void apply_values(const Signal& signal);
  void apply_move(const Signal& signal);

  SignalTable table_;
  std::array<std::shared_ptr<SignalTable::Shard>, SignalTable::kShards> own_;  // copied already
};

// The signals that say what the table says of one entry, without the events that led to it.
std::vector<Signal> signals_for(const std::string& path, const EntrySignals& signals);

}  // namespace memory
