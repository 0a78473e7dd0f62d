// Is the tree's root where it was, can it be read, and does it take files? A root that was there once and is out of
// reach now is no empty tree (design: durability.md "Reads"). Not thread-safe: its store guards it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/store/file_system.h"
#include "memory/store/tree_state.h"

namespace memory {

class RootWatch {
 public:
  // `writes`: the store is going to write, so that a root that takes no files is a problem.
  RootWatch(FileSystem& files, bool writes) : files_(files), writes_(writes) {}

  // kAbsent where it cannot be used, whatever the reason.
  RootStatus look();
  // Why it cannot be used; nothing where it can, or where it never was there.
  const std::optional<std::string>& trouble() const { return trouble_; }
  std::vector<Problem> problems() const;

 private:
  FileSystem& files_;
  bool writes_;
  bool seen_ = false;
  std::optional<std::string> trouble_;
  std::optional<std::string> write_obstacle_;
};

}  // namespace memory
