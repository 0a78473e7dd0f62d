// Where does each of many runs of bytes begin? Offsets that ascend, most of them kept as what they add to the first
// of their block. Not synchronised; a finished table is read by any thread.
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>

#include "memory/index/column.h"

namespace memory {

class OffsetTable {
 public:
  // Of the next run. A block of runs is shorter than 4 GiB.
  void add(std::uint64_t offset) {
    if (rest_.size() % kBlock == 0) starts_.own().push_back(offset);
    const std::uint64_t rest = offset - starts_.view().back();
    assert(rest <= std::numeric_limits<std::uint32_t>::max());
    rest_.own().push_back(static_cast<std::uint32_t>(rest));
  }

  std::uint64_t operator[](std::uint32_t run) const { return starts_[run / kBlock] + rest_[run]; }

  // All that a table consists of, in order; for a snapshot.
  template <class Table, class Visit>
  static void for_each_column(Table& table, const Visit& visit) {
    visit(table.starts_);
    visit(table.rest_);
  }

 private:
  static constexpr std::uint32_t kBlock = 256;

  Column<std::uint64_t> starts_;
  Column<std::uint32_t> rest_;
};

}  // namespace memory
