// How does a tree become searchable when a process starts? From the snapshot that an earlier process left, where
// it can be trusted, reading only files that changed since; else from all files, and a snapshot is left for the
// next time. Every way gives the same answers (design: retrieval.md §1).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "memory/index/search_index.h"
#include "memory/store/entry_store.h"

namespace memory {

struct OpenedTree {
  std::unique_ptr<EntryStore> store;
  SearchIndexPtr index;            // of the store's state
  std::shared_ptr<FileView> view;  // of the snapshot that the index shows; perhaps null
  // "loaded" | "made: <why>" | "none: <why>"
  std::string snapshot;
};

// Errors: as EntryStore::open.
Result<OpenedTree> open_tree(const std::string& root, const StoreOptions& options, const std::function<Time()>& clock);

// Whether so much changed since the last snapshot that the next process had better find a new one.
bool deserves_snapshot(std::size_t changes, std::size_t entries);

// Leaves a snapshot of the index, whose entries the store has read. Errors: as FileSystem::replace_derived; kReadOnly
// where the tree is not to be written to.
Result<> leave_snapshot(const std::string& root, const StoreOptions& options, EntryStore& store,
                        const SearchIndex& index);

}  // namespace memory
