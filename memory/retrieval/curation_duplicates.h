// Is a new text known already, or does another entry say nearly the same? (design: tree.md §4 "Repeats",
// "Conflicts"). Pure functions of a state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/retrieval/curation.h"
#include "memory/store/tree_state.h"

namespace memory {

// The entry that holds the same text: equal after folding, or nine tenths of it in the same words with the same
// numbers, versions, dates, names and negations; where it is only nearly equal, texts below five words need the
// same title too.
std::optional<std::string> duplicate_of(const TreeState& state, const std::string& title, const EntryContent& content);

// Whether two contents say the same by these rules, whatever their titles.
bool same_statement(const EntryContent& a, const EntryContent& b);

// Sentences elsewhere that are the same but for numbers, names, negations or opposites; at most three.
// `except`: the path of the entry that the text belongs to.
std::vector<SimilarText> similar_texts(const TreeState& state, const std::string& except, const EntryContent& content);

}  // namespace memory
