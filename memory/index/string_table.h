// A set of strings with dense ids in order of arrival: the vocabulary of an index part. One pool, no node a
// string. Not synchronised; a finished table is read by any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory/index/column.h"

namespace memory {

class StringTable {
 public:
  std::uint32_t add(std::string_view text);  // the id of `text`, new or known
  std::optional<std::uint32_t> find(std::string_view text) const;
  std::string_view text(std::uint32_t id) const {
    const auto ends = ends_.view();
    return {pool_.data() + ends[id], ends[id + 1] - ends[id]};
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size() - 1); }
  std::size_t memory_bytes() const;
  void shrink_to_fit();

  // All that a table consists of, in order; for a snapshot.
  template <class Table, class Visit>
  static void for_each_column(Table& table, const Visit& visit) {
    visit(table.pool_);
    visit(table.ends_);
    visit(table.hashes_);
    visit(table.slots_);
  }

 private:
  static std::uint32_t hash(std::string_view text);
  std::size_t slot_of(std::string_view text, std::uint32_t hash) const;
  void grow();

  Column<char> pool_;
  Column<std::uint32_t> ends_ = Column(std::vector<std::uint32_t>{0});  // of id i: [ends_[i], ends_[i + 1])
  Column<std::uint32_t> hashes_;
  Column<std::uint32_t> slots_ = Column(std::vector<std::uint32_t>(16, 0));  // id + 1; 0 is free
};

}  // namespace memory
