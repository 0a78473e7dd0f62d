#include "memory/store/tree_state.h"

#include <algorithm>
#include <cstdio>
#include <tuple>
#include <unordered_set>

#include "memory/tree/entry_path.h"

namespace memory {
namespace {

bool path_before(const EntryPtr& a, const EntryPtr& b) { return a->path < b->path; }

bool key_before(const EntryKey& a, const EntryKey& b) {
  return std::tie(a.key, a.entry->path) < std::tie(b.key, b.entry->path);
}

std::span<const EntryKey> with(const std::vector<EntryKey>& keys, std::string_view wanted) {
  const auto first = std::lower_bound(keys.begin(), keys.end(), wanted,
                                      [](const EntryKey& key, std::string_view text) { return key.key < text; });
  auto last = first;
  while (last != keys.end() && last->key == wanted) ++last;
  return {first, last};
}

void add_names(std::vector<EntryKey>& keys, const StoredEntry& entry) {
  for (const std::string_view name : entry.names) keys.push_back({name, &entry});
}

// `before` without the keys of `gone`, and with the sorted `added`, in order.
std::vector<EntryKey> merged(const std::vector<EntryKey>& before, const std::unordered_set<const StoredEntry*>& gone,
                             std::vector<EntryKey> added) {
  if (!std::is_sorted(added.begin(), added.end(), key_before)) std::sort(added.begin(), added.end(), key_before);
  std::vector<EntryKey> keys;
  keys.reserve(before.size() + added.size());
  auto next = added.begin();
  for (const EntryKey& key : before) {
    if (!gone.empty() && gone.contains(key.entry)) continue;
    while (next != added.end() && key_before(*next, key)) keys.push_back(*next++);
    keys.push_back(key);
  }
  keys.insert(keys.end(), next, added.end());
  return keys;
}

std::string hex(std::uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value));
  return digits;
}

// The entries that a change takes away: those removed, and the former versions of those changed.
std::unordered_set<const StoredEntry*> entries_gone(const TreeState& before, const TreeChange& change) {
  std::unordered_set<const StoredEntry*> gone;
  const auto forget = [&](std::string_view path) {
    const auto at = before.entries.find(path);
    if (at != before.entries.end()) gone.insert(at->second.get());
  };
  for (const std::string& path : change.removed) forget(path);
  for (const EntryPtr& entry : change.changed) forget(entry->path);
  return gone;
}

// Files that look-up cannot tell apart need the exact name, and a person to rename one of them.
void add_collisions(const std::vector<EntryKey>& keys, std::vector<Problem>& problems) {
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i].key != keys[i - 1].key) continue;
    problems.push_back({keys[i].entry->path, "differs from " + keys[i - 1].entry->path + " in case or separators only",
                        "rename one of them, or give the exact path"});
  }
}

}  // namespace

EntryTable::iterator EntryTable::lower_bound(std::string_view path) const {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), path,
                                   [](const EntryPtr& entry, std::string_view text) { return entry->path < text; });
  return iterator(entries_.data() + (at - entries_.begin()));
}

EntryTable::iterator EntryTable::find(std::string_view path) const {
  const iterator at = lower_bound(path);
  return at != end() && at->first == path ? at : end();
}

EntryPtr TreeState::find(std::string_view path) const {
  const auto exact = entries.find(path);
  if (exact != entries.end()) return exact->second;
  const auto folded = with_key(folded_key(path));
  return folded.size() == 1 ? entries.find(folded[0].entry->path)->second : nullptr;
}

std::span<const EntryKey> TreeState::with_key(std::string_view folded) const { return with(by_key, folded); }
std::span<const EntryKey> TreeState::with_name(std::string_view folded) const { return with(by_name(), folded); }

std::span<const EntryPtr> TreeState::below(std::string_view folder) const {
  if (folder.empty()) return entries.list();
  const std::string prefix = std::string(folder);
  const EntryPtr* first = entries.lower_bound(prefix + '/').base();
  const EntryPtr* last = entries.lower_bound(prefix + static_cast<char>('/' + 1)).base();
  return {first, last};
}

const std::vector<EntryKey>& TreeState::by_name() const {
  const std::lock_guard lock(names_mutex_);
  if (!names_) {
    names_.emplace();
    for (const EntryPtr& entry : entries.list()) add_names(*names_, *entry);
    std::sort(names_->begin(), names_->end(), key_before);
  }
  return *names_;
}

bool TreeState::has_folder(std::string_view folder) const {
  return std::binary_search(folders.begin(), folders.end(), folder);
}

const Problem* TreeState::unread_at(std::string_view path) const {
  const std::string wanted = folded_key(path);
  for (const Problem& problem : problems) {
    if (problem.unread == Unread::kNothing) continue;
    const std::string as_entry = entry_path_of_file(problem.path);
    const bool is_file = as_entry.size() != problem.path.size();
    if (is_file && folded_key(as_entry) == wanted) return &problem;
    if (problem.path.empty() || wanted.starts_with(folded_key(problem.path) + "/")) return &problem;
  }
  return nullptr;
}

Error unread_error(const Problem& problem, std::string field, std::string value) {
  const bool named = problem.path.empty() || problem.what.find(problem.path) != std::string::npos;
  return {ErrorCode::kIo, (named ? "" : "\"" + problem.path + "\" ") + problem.what + "; " + problem.remedy,
          std::move(field), std::move(value)};
}

TreeStatePtr next_state(const TreeState& before, const TreeChange& change, std::vector<std::string> folders,
                        std::vector<Problem> problems) {
  auto state = std::make_shared<TreeState>();
  const auto gone = entries_gone(before, change);
  std::vector<EntryPtr> added = change.changed;
  if (!std::is_sorted(added.begin(), added.end(), path_before)) std::sort(added.begin(), added.end(), path_before);

  std::vector<EntryPtr> kept;
  kept.reserve(before.entries.size());
  for (const EntryPtr& entry : before.entries.list()) {
    if (gone.empty() || !gone.contains(entry.get())) kept.push_back(entry);
  }
  std::vector<EntryPtr> entries;
  entries.reserve(kept.size() + added.size());
  std::merge(std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end()), added.begin(), added.end(),
             std::back_inserter(entries), path_before);

  std::vector<EntryKey> keys;
  std::vector<EntryKey> names;
  const std::vector<EntryKey>* names_before = nullptr;
  {
    const std::lock_guard lock(before.names_mutex_);
    if (before.names_) names_before = &*before.names_;
  }
  state->fingerprint = before.fingerprint;
  for (const StoredEntry* entry : gone) state->fingerprint -= entry->fingerprint;
  for (const EntryPtr& entry : added) {
    state->fingerprint += entry->fingerprint;
    keys.push_back({entry->key, entry.get()});
    if (names_before) add_names(names, *entry);
  }
  state->by_key = merged(before.by_key, gone, std::move(keys));
  if (names_before) state->names_ = merged(*names_before, gone, std::move(names));
  state->entries = EntryTable(std::move(entries));
  state->folders = std::move(folders);
  add_collisions(state->by_key, problems);
  state->problems = std::move(problems);
  state->generation = hex(state->fingerprint);
  return state;
}

TreeStatePtr make_tree_state(std::vector<EntryPtr> entries) {
  std::vector<std::string> folders;
  for (const EntryPtr& entry : entries) {
    for (std::string_view folder = parent_path(entry->path); !folder.empty(); folder = parent_path(folder)) {
      folders.emplace_back(folder);
    }
  }
  std::sort(folders.begin(), folders.end());
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  return next_state(TreeState{}, TreeChange{std::move(entries), {}}, std::move(folders), {});
}

}  // namespace memory
