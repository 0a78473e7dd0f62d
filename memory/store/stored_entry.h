// One file of the tree as this process holds it: bytes, hash and what was read from them. Immutable and
// shared between the states that hold it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "memory/store/text_sketch.h"
#include "memory/tree/entry_codec.h"

namespace memory {

enum class SymbolKind { kDomain = 1, kTopic = 2, kSubtopic = 3, kContext = 4, kSummary = 5 };  // tree.md §5

struct StoredEntry {
  std::string path;  // "domain/topic/entry": relative, "/", without ".md", spelled as on disk (NFC)
  std::string file;  // relative file name as on disk
  SymbolKind kind = SymbolKind::kContext;  // kSummary: a folder's context.md (path "domain/context")
  std::string hash;                        // hex SHA-256 of the bytes
  std::shared_ptr<const std::string> bytes;
  ParsedEntry parsed;
  std::string key;                    // folded_key(path)
  std::vector<std::string> names;     // folded title, aliases and file name, each once
  std::vector<std::string> subjects;  // folded subjects of the facts that have a value, sorted, each once
  std::uint64_t fingerprint = 0;      // of (path, hash); the state's generation is made from these
  SketchCell sketch;                  // for near duplicates; made when first asked for

  const Entry& entry() const { return parsed.entry; }
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
