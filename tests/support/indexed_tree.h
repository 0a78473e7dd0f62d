// Entries and indexes made of text, for tests of searching.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "memory/index/search_index.h"
#include "memory/store/stored_entry.h"

namespace tests {

// "domain/topic/name" and the file's bytes.
inline memory::EntryPtr entry(const std::string& path, const std::string& bytes) {
  return memory::make_stored_entry(path + ".md", bytes);
}

using Files = std::vector<std::pair<std::string, std::string>>;

inline std::vector<memory::EntryPtr> entries(const Files& files) {
  std::vector<memory::EntryPtr> made;
  for (const auto& [path, bytes] : files) made.push_back(entry(path, bytes));
  return made;
}

inline memory::SearchIndexPtr index_of(const Files& files) {
  return memory::SearchIndex::build(entries(files), "generation");
}

}  // namespace tests
