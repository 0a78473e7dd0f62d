// As which word do people write a term? ("rotation" for the stem "rotat".) One spelling a term, the shortest that
// occurs, kept as what it adds to the term. Not synchronised; a finished table is read by any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "memory/index/column.h"

namespace memory {

// Whether `spelling` says a term better than `other` does; an empty one says nothing.
bool is_better_spelling(std::string_view spelling, std::string_view other);

class SpellingTable {
 public:
  void add(std::string_view term, std::string_view spelling);  // of the next term; empty: the term itself
  bool has(std::uint32_t id) const { return ends_[id] != ends_[id + 1]; }
  // Whether the spelling begins with the term's first byte; also where it has none of its own.
  bool begins_alike(std::uint32_t id) const { return !has(id) || pool_[ends_[id]] != 0; }
  std::string spelling(std::uint32_t id, std::string_view term) const;  // the term where it has no other
  std::size_t memory_bytes() const { return ends_.memory_bytes() + pool_.memory_bytes(); }

  // All that a table consists of, in order; for a snapshot.
  template <class Table, class Visit>
  static void for_each_column(Table& table, const Visit& visit) {
    visit(table.ends_);
    visit(table.pool_);
  }

 private:
  Column<std::uint32_t> ends_ = Column(std::vector<std::uint32_t>{0});  // of id i: [ends_[i], ends_[i + 1])
  Column<char> pool_;                                                   // bytes shared with the term, then the rest
};

}  // namespace memory
