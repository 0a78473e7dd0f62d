// Small trees for the tests of what reads a state: entries from their bytes, no disk.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "memory/store/tree_state.h"

inline memory::TreeStatePtr tree_of(const std::vector<std::pair<std::string, std::string>>& files) {
  std::vector<memory::EntryPtr> entries;
  for (const auto& [file, bytes] : files) entries.push_back(memory::make_stored_entry(file, bytes));
  return memory::make_tree_state(std::move(entries));
}

inline std::string titled(const std::string& title, const std::string& body) {
  return "---\ntitle: \"" + title + "\"\n---\n" + body;
}
