// Which entries does the tree hold at one moment? An immutable value in flat sorted arrays: taking over 24,000
// entries into the next state copies pointers, which costs a millisecond; maps of strings cost ten.
// Reading is safe on any thread once published.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory/error.h"
#include "memory/store/stored_entry.h"

namespace memory {

// What a problem keeps from being known: nothing; what a file says, or a folder holds, that the system does not let
// this process read; the same of something that is never read (a link, a FIFO, a file too large).
enum class Unread { kNothing, kRefused, kForeign };

// A file or folder that needs a person's look; listed by `status`.
struct Problem {
  std::string path;
  std::string what;
  std::string remedy;
  Unread unread = Unread::kNothing;
  bool operator==(const Problem&) const = default;
};

// Entries by path, in the order of the paths' bytes; reads like a std::map<std::string, EntryPtr>.
class EntryTable {
 public:
  using value_type = std::pair<const std::string&, const EntryPtr&>;

  class iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = EntryTable::value_type;
    using iterator_category = std::input_iterator_tag;
    using reference = value_type;
    struct pointer {
      value_type value;
      const value_type* operator->() const { return &value; }
    };

    iterator() = default;
    explicit iterator(const EntryPtr* at) : at_(at) {}
    value_type operator*() const { return {(*at_)->path, *at_}; }
    pointer operator->() const { return {**this}; }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++at_;
      return before;
    }
    bool operator==(const iterator&) const = default;
    const EntryPtr* base() const { return at_; }

   private:
    const EntryPtr* at_ = nullptr;
  };

  EntryTable() = default;
  explicit EntryTable(std::vector<EntryPtr> sorted) : entries_(std::move(sorted)) {}

  iterator begin() const { return iterator(entries_.data()); }
  iterator end() const { return iterator(entries_.data() + entries_.size()); }
  iterator lower_bound(std::string_view path) const;
  iterator find(std::string_view path) const;
  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  const std::vector<EntryPtr>& list() const { return entries_; }

 private:
  std::vector<EntryPtr> entries_;
};

// One of the texts that lead to an entry. Points into the entry, which its state keeps alive.
struct EntryKey {
  std::string_view key;
  const StoredEntry* entry = nullptr;
};

// Every file of the tree at one moment. Immutable once published.
struct TreeState {
  EntryTable entries;                // by path as on disk; context.md files too
  std::vector<EntryKey> by_key;      // folded_key(path) → entry, sorted by key, then path
  std::vector<std::string> folders;  // every folder, sorted, "domain", "domain/topic"
  std::vector<Problem> problems;
  std::uint64_t fingerprint = 0;  // sum of the entries' fingerprints
  std::string generation;         // the fingerprint in 16 hex digits: hash over (path, content hash)

  EntryPtr find(std::string_view path) const;  // exact, then folded where it is one file only; else nullptr
  // All entries on a folded path, or with a folded title, alias or file name; in the order of their paths.
  std::span<const EntryKey> with_key(std::string_view folded) const;
  std::span<const EntryKey> with_name(std::string_view folded) const;
  // Folded title, alias or file name → entry, sorted likewise. Sorted when first asked for: a search asks for none.
  const std::vector<EntryKey>& by_name() const;
  // The entries of a folder and of all folders below it, context.md files too; "" is the whole tree.
  std::span<const EntryPtr> below(std::string_view folder) const;
  bool has_folder(std::string_view folder) const;  // exact
  // What could not be read at this path, or on the way to it: why an entry that may be there is not known.
  const Problem* unread_at(std::string_view path) const;

 private:
  friend std::shared_ptr<const TreeState> next_state(const TreeState& before, const TreeChange& change,
                                                     std::vector<std::string> folders, std::vector<Problem> problems);
  mutable std::mutex names_mutex_;
  mutable std::optional<std::vector<EntryKey>> names_;
};
using TreeStatePtr = std::shared_ptr<const TreeState>;

// kIo: why there is no telling whether an entry stands at a path (TreeState::unread_at), with the remedy.
Error unread_error(const Problem& problem, std::string field, std::string value);

// The state after a change; folders and problems are the new ones, whole. Paths that differ in nothing but
// case or separators are added to the problems.
TreeStatePtr next_state(const TreeState& before, const TreeChange& change, std::vector<std::string> folders,
                        std::vector<Problem> problems);

// A state that holds just these entries and the folders they stand in.
TreeStatePtr make_tree_state(std::vector<EntryPtr> entries);

// The paths that look most like `wanted`, best first, folders too; for messages that name a way on.
std::vector<std::string> closest_paths(const TreeState& state, std::string_view wanted, std::size_t count);

}  // namespace memory
