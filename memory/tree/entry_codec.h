// How does an entry become bytes, and how do bytes become an entry? Reading never fails: what cannot be
// parsed stays searchable text and is named in `problem`. Changing splices the owned segments only: unknown
// keys, comments, order, BOM, line endings, foreign headings and a missing final newline survive byte for
// byte (design: tree.md §3). Pure functions, safe on any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"
#include "memory/tree/entry.h"

namespace memory {

// Something of a file that could not be read as meant; the file stays untouched and searchable.
struct ParseProblem {
  int line = 0;      // 1-based line of the file
  std::string what;  // "duplicate key `title`"
};

struct ParsedEntry {
  Entry entry;
  std::size_t body_offset = 0;  // byte offset behind the frontmatter block (0 where there is none; behind a BOM)
  int body_line = 1;            // 1-based line of the file at body_offset
  int lines = 0;                // lines of the file; a final newline does not open one more
  std::vector<Relation> links;  // union of related:, Relations section, @annotations and [[wikilinks]] outside code
  std::optional<ParseProblem> problem;
};

// `name`: the file's name without ".md", the title of a file that has none.
ParsedEntry parse_entry(std::string_view bytes, std::string_view name);

// Everything an UPDATE does to one file (tree.md §4, "UPDATE, field by field").
struct EntryEdit {
  std::string find;     // literal text that occurs exactly once in the file
  std::string replace;  // literal
};
struct EntryChange {
  EntryContent content;             // given scalars replace, given lists unite
  std::vector<std::string> remove;  // list items, facts, relations, snippets, the summary by their exact text
  std::vector<EntryEdit> edits;
  bool append = false;                // scalars, body and narrative sections are added as new lines
  bool replace = false;               // exactly `content`: what is not given goes; unknown keys and foreign text stay
  std::optional<std::string> title;   // a rename; the old title becomes an alias
  std::optional<std::string> reason;  // the Reason section of a new entry; kept on updates
  std::optional<bool> pinned;
  // The lifecycle as of `now`; written along with another change, never a change of its own.
  std::optional<double> importance;
  std::optional<std::string> maturity;
};
struct ChangedEntry {
  std::string bytes;                 // the file's new bytes; equal to the old ones where nothing changed
  std::vector<std::string> removed;  // quotes of what disappeared, for the answer
};

// The bytes of a new entry. `importance` and `maturity` start at 50 and draft.
std::string write_new_entry(std::string_view title, const EntryContent& content, std::string_view reason, Time created,
                            Time updated);

// kUnparsable (with the line) where the frontmatter cannot be read; kInvalidArgument where an edit's `find`
// occurs never or more than once (message lists the lines) or a `remove` text is not there.
// updatedAt is set to `now` only where something else changed.
Result<ChangedEntry> change_entry(std::string_view bytes, std::string_view name, const EntryChange& change, Time now);

// MERGE, field by field (tree.md §4): the target's bytes with what only the source holds.
Result<std::string> merge_entries(std::string_view target, std::string_view target_name, std::string_view source,
                                  std::string_view source_name, Time now);

// Writes `superseded-by` into the fact that equals `fact`; kNotFound where there is none. No updatedAt: a mark is
// no change of the knowledge (lifecycle.md).
Result<std::string> mark_superseded(std::string_view bytes, std::string_view name, const Fact& fact,
                                    std::string_view by_path);

// Rewrites references to `old_path` (related:, Relations, @annotations, [[wikilinks]] by path) into
// `new_path`; paths without ".md". Touches nothing else, updatedAt neither.
std::string rewrite_references(std::string_view bytes, std::string_view old_path, std::string_view new_path);

// The same for every name that meant the one entry and no other: paths, titles, aliases, file names. A path or a
// name with ".md" becomes `new_path`, a bare name `new_name`, the new title; where that is empty, or is no target of
// a reference as it stands ("[[x]]", "x.md"), `new_path` too. Labels and headings of wikilinks stay.
std::string rewrite_references(std::string_view bytes, const std::vector<std::string>& old_names,
                               std::string_view new_path, std::string_view new_name);

}  // namespace memory
