// One fact as the text of one list item, and back (design: tree.md §3):
// "**subject**: statement [category] (value: v; from: D; until: D; superseded-by: path)", parts optional.
// parse_fact(format_fact(f)) == normal_fact(f) for every fact. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "memory/tree/entry.h"

namespace memory {

// Every field on one line, trimmed; a fact without a statement states its value, else its subject.
Fact normal_fact(const Fact& fact);

std::string format_fact(const Fact& fact);
Fact parse_fact(std::string_view item);

}  // namespace memory
