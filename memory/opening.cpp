#include "memory/opening.h"

#include <algorithm>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "memory/index/part_snapshot.h"
#include "memory/store/posix_file_system.h"
#include "memory/store/state_folder.h"

namespace memory {
namespace {

constexpr const char* kSnapshotFile = ".state/index";
constexpr std::size_t kFewEntries = 64;   // are read sooner than a snapshot is written
constexpr std::size_t kFewChanges = 32;   // likewise
constexpr std::size_t kChangeShare = 64;  // one entry of so many may have changed

Result<OpenedTree> open_from_files(const std::string& root, const StoreOptions& options,
                                   const std::function<Time()>& clock) {
  OpenedTree opened;
  auto store = EntryStore::open(root, options, clock);
  if (!store) return store.error();
  opened.store = std::move(*store);
  const TreeStatePtr tree = opened.store->state();
  opened.index = SearchIndex::build(tree->entries.list(), tree->generation);
  return opened;
}

Result<OpenedTree> open_from(const PartWithFiles& snapshot, const std::string& root, const StoreOptions& options,
                             const std::function<Time()>& clock) {
  OpenedTree opened;
  auto store = EntryStore::open(root, options, clock, snapshot.files);
  if (!store) return store.error();
  opened.store = std::move(*store);
  const TreeStatePtr tree = opened.store->state();
  opened.index = SearchIndex::open(snapshot.part, tree->entries.list(), tree->generation);
  opened.view = snapshot.view;
  opened.snapshot = "loaded";
  return opened;
}

void return_free_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

std::string because(const Error& error) {
  return error.code == ErrorCode::kNotFound ? "there was none" : "the last one " + error.message;
}

}  // namespace

bool deserves_snapshot(std::size_t changes, std::size_t entries) {
  return changes > std::max(kFewChanges, entries / kChangeShare);
}

Result<> leave_snapshot(const std::string& root, const StoreOptions& options, EntryStore& store,
                        const SearchIndex& index) {
  if (options.read_only) return Error{ErrorCode::kReadOnly, "the server was started read-only"};
  const auto files = make_posix_file_system(root);
  if (const auto foreign = unknown_format(*files)) return Error{ErrorCode::kReadOnly, *foreign};
  if (auto made = make_state_folder(*files); !made) return made;
  const IndexPartPtr part = index.merged();
  return save_part(*files, kSnapshotFile, *part, store.stamps_of(part->stored()));
}

Result<OpenedTree> open_tree(const std::string& root, const StoreOptions& options, const std::function<Time()>& clock) {
  const auto files = make_posix_file_system(root);
  auto snapshot = load_part(*files, kSnapshotFile);
  auto opened = snapshot ? open_from(*snapshot, root, options, clock) : open_from_files(root, options, clock);
  if (!opened) return opened;
  const std::size_t entries = opened->store->state()->entries.size();
  const std::size_t changes = snapshot ? opened->index->changes() : entries;
  const std::string why = snapshot ? std::to_string(changes) + " entries had changed" : because(snapshot.error());
  if (!snapshot) opened->snapshot = "none: " + why;
  if (entries < kFewEntries || !deserves_snapshot(changes, entries)) return opened;
  const auto left = leave_snapshot(root, options, *opened->store, *opened->index);
  if (!left) {
    opened->snapshot += "; a new one cannot be left: " + left.error().message;
    return opened;
  }
  // What was read and built takes several times the text's memory; what is mapped, only what is looked at.
  snapshot = Error{ErrorCode::kNotFound, ""};
  *opened = {};
  return_free_memory();
  snapshot = load_part(*files, kSnapshotFile);
  opened = snapshot ? open_from(*snapshot, root, options, clock) : open_from_files(root, options, clock);
  if (opened) opened->snapshot = "made: " + why;
  return opened;
}

}  // namespace memory
