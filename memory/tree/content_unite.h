// How does given content unite with what an entry says (UPDATE) and two entries with each other (MERGE)? (design:
// tree.md §4, field by field). Models only, no bytes. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memory/tree/entry.h"

namespace memory {

// UPDATE: given scalars and texts replace (`append`: are added as new lines), given lists unite; headings inside a
// field that its new text lacks stay with their text (kept_headings.h). `given` is normal; `as_given` tells an empty
// text, which clears its field, from one that is absent.
void unite_content(EntryContent& content, const EntryContent& given, const EntryContent& as_given, bool append);

// A fact whose folded statement is known gets the parts that the other one has; where both have a subject, a value
// or a start of validity and these differ, both facts stay.
void unite_facts(std::vector<Fact>& facts, const std::vector<Fact>& more);
// The same with parts that are there taking precedence; facts with different ends of validity both stay too.
void merge_facts(std::vector<Fact>& facts, const std::vector<Fact>& more);

// By target and type; a why that is given replaces.
void unite_relations(std::vector<Relation>& relations, const std::vector<Relation>& more);

// MERGE: the target with what only the source has. Texts: the target's, a blank line, the source's paragraphs that
// the target lacks; other scalars: the target's unless empty.
void merge_content(EntryContent& target, const EntryContent& source);
void merge_text(std::optional<std::string>& target, const std::optional<std::string>& source);

}  // namespace memory
