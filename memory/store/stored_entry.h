// One file of the tree as this process holds it: its bytes, and what answers need of it most often, so that
// few of them parse a file. Immutable and shared between the states that hold it. What is read from the file
// lies in one run of bytes, the record (entry_record.h), which may stand in a mapped snapshot.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/store/text_list.h"
#include "memory/store/text_sketch.h"
#include "memory/tree/entry_codec.h"

namespace memory {

enum class SymbolKind : std::uint8_t {  // tree.md §5
  kDomain = 1,
  kTopic = 2,
  kSubtopic = 3,
  kContext = 4,
  kSummary = 5,
};

// A link as written: its target, its type and why, both perhaps empty.
struct LinkText {
  std::string_view target;
  std::string_view type;
  std::string_view why;
};

struct StoredEntry {
  StoredEntry() = default;
  StoredEntry(const StoredEntry&) = delete;
  StoredEntry& operator=(const StoredEntry&) = delete;
  virtual ~StoredEntry() { delete parsed_.load(); }

  std::string path;  // "domain/topic/entry": relative, "/", without ".md", spelled as on disk (NFC)
  std::string file;  // relative file name as on disk
  std::string hash;  // hex SHA-256 of the bytes
  SymbolKind kind = SymbolKind::kContext;  // kSummary: a folder's context.md (path "domain/context")
  std::string_view bytes;                  // of the file
  std::string_view record;                 // what the fields below were read from

  std::uint64_t fingerprint = 0;  // of (path, hash); the state's generation is made from these
  std::string_view key;           // folded_key(path)
  std::string_view title;
  std::optional<std::string_view> summary;
  std::optional<std::string_view> maturity;
  std::optional<double> importance;
  bool pinned = false;
  std::optional<Time> created_at;
  std::optional<Time> updated_at;
  std::optional<Time> tells_of;  // raw_concept.timestamp, else createdAt (retrieval.md §2)
  TextList tags;
  TextList search_words;        // keywords, aliases and questions
  TextList names;               // folded title, aliases and file name, each once
  TextList subjects;            // folded subjects of the facts that have a value, sorted, each once
  SketchView sketch;            // for near duplicates
  std::size_t body_offset = 0;  // as ParsedEntry says them
  int body_line = 1;
  int problem_line = 0;      // of what could not be read as meant; 0: nothing
  std::string_view problem;  // what that is
  TextList link_texts;       // target, type, why of each link in turn

  std::vector<LinkText> links() const;
  std::optional<Time> changed_at() const { return updated_at ? updated_at : created_at; }  // tree.md §3

  // The file as parsed: on the first call, kept from then on. Thread-safe.
  const ParsedEntry& parsed() const;
  const Entry& entry() const { return parsed().entry; }

 private:
  mutable std::atomic<const ParsedEntry*> parsed_ = nullptr;
};
using EntryPtr = std::shared_ptr<const StoredEntry>;

// An entry from its file's bytes. `path` is the file name in NFC without ".md".
EntryPtr make_stored_entry(std::string file, std::string bytes);

// The path that a file name stands for: NFC, without ".md" in any case.
std::string entry_path_of_file(std::string_view file);

// What became different between two states of the tree.
struct TreeChange {
  std::vector<EntryPtr> changed;     // new or other bytes
  std::vector<std::string> removed;  // paths

  bool empty() const { return changed.empty() && removed.empty(); }
};

}  // namespace memory
