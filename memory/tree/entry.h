// The model of one entry: n = ⟨R, C, V, S, L⟩, relations, raw concept (provenance), narrative, snippets,
// lifecycle (design: tree.md §3; ByteRover paper, definition of an entry). Plain values; no invariant but
// that absent text is an empty optional or an empty list.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace memory {

using Time = std::chrono::sys_seconds;  // UTC, to the second

struct Relation {
  std::string target;  // path without ".md", title or alias, as given
  std::string type;    // "depends_on", ...; empty: a plain reference
  std::string why;
  bool operator==(const Relation&) const = default;
};

struct Fact {
  std::string statement;
  std::string subject;
  std::string value;
  std::string category;
  std::string valid_from;   // ISO date (time), as given
  std::string valid_until;  // inclusive day
  std::string superseded_by;
  bool operator==(const Fact&) const = default;
};

struct Pattern {
  std::string pattern;
  std::string flags;
  std::string description;
  bool operator==(const Pattern&) const = default;
};

struct RawConcept {
  std::optional<std::string> task;
  std::vector<std::string> changes;
  std::vector<std::string> files;
  std::optional<std::string> flow;
  std::optional<std::string> timestamp;
  std::optional<std::string> author;
  std::vector<Pattern> patterns;
  bool operator==(const RawConcept&) const = default;
};

struct Diagram {
  std::string type;  // "mermaid", "ascii", ...: the fence's language
  std::string title;
  std::string content;
  bool operator==(const Diagram&) const = default;
};

struct Narrative {
  std::optional<std::string> structure;
  std::optional<std::string> dependencies;
  std::optional<std::string> highlights;
  std::optional<std::string> rules;
  std::optional<std::string> examples;
  std::vector<Diagram> diagrams;
  bool operator==(const Narrative&) const = default;
};

// The knowledge of an entry: what an operation's `content` may give, and what a parsed file holds.
struct EntryContent {
  std::optional<std::string> body;  // free markdown before the first known section
  std::optional<std::string> summary;
  std::vector<std::string> tags;
  std::vector<std::string> keywords;
  std::vector<std::string> aliases;    // other names of the subject
  std::vector<std::string> questions;  // questions the entry answers
  std::vector<Relation> relations;
  std::vector<Fact> facts;
  std::vector<std::string>
      snippets;  // text inside the fence; the language, where given, stays on its first line's fence
  std::optional<RawConcept> raw_concept;
  std::optional<Narrative> narrative;
  bool operator==(const EntryContent&) const = default;
};

struct Entry {
  std::string title;  // as given, byte for byte; the file's name without ".md" where the file has none
  bool title_in_file = false;
  EntryContent content;
  std::optional<std::string> reason;
  std::optional<Time> created_at;
  std::optional<Time> updated_at;
  std::optional<double> importance;     // ι, 0..100, as of updated_at
  std::optional<std::string> maturity;  // draft | validated | core
  bool pinned = false;
};

}  // namespace memory
