// As which word do people write a term? ("rotation" for the stem "rotat".) One spelling a term, the shortest that
// occurs, kept as what it adds to the term; most terms are written as they are and cost nothing. Not synchronised; a
// finished table is read by any thread.
#pragma once

#include <cstdint>
#include <optional>
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
  bool has(std::uint32_t id) const { return place_of(id).has_value(); }
  // Whether the spelling begins with the term's first byte; also where it has none of its own.
  bool begins_alike(std::uint32_t id) const;
  std::string spelling(std::uint32_t id, std::string_view term) const;  // the term where it has no other

  // All that a table consists of, in order; for a snapshot.
  template <class Table, class Visit>
  static void for_each_column(Table& table, const Visit& visit) {
    visit(table.ids_);
    visit(table.ends_);
    visit(table.pool_);
  }

 private:
  std::optional<std::size_t> place_of(std::uint32_t id) const;  // in ids_

  std::uint32_t terms_ = 0;    // added so far
  Column<std::uint32_t> ids_;  // of the terms with a spelling of their own, ascending
  Column<std::uint32_t> ends_ = Column(std::vector<std::uint32_t>{0});  // of ids_[i]: [ends_[i], ends_[i + 1])
  Column<char> pool_;                                                   // bytes shared with the term, then the rest
};

}  // namespace memory
