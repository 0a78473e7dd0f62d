#include "memory/store/manifest.h"

#include <algorithm>

#include "memory/store/entry_file_name.h"
#include "memory/store/file_placement.h"
#include "memory/store/parallel.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr int kDeepest = 32;  // folders; deeper ones are a mistake
constexpr std::size_t kFoldersAtOnce = 256;
constexpr std::size_t kWorthThreads = 16;  // folders

std::string child(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

bool stands_below(std::string_view path, std::string_view folder) {
  return folder.empty() || (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

bool is_looked_into(std::string_view folder) {
  for (; !folder.empty(); folder = parent_path(folder)) {
    if (use_of_folder_name(last_component(folder)) != NameUse::kCandidate) return false;
  }
  return true;
}

}  // namespace

void Manifest::set_watch(FolderWatch* watch) {
  watch_ = watch;
  watch_failed_ = false;
}

void Manifest::remember(std::span<const KnownFile> files) {
  remembered_.reserve(files.size());
  places_.reserve(files.size());
  for (const KnownFile& file : files) remembered_.emplace(file.entry->file, &file);
}

TreeChange Manifest::scan() {
  watch_failed_ = false;
  look_at_folder("");
  TreeChange change = finish();
  remembered_.clear();
  return change;
}

TreeChange Manifest::look_at(const std::set<std::string>& files, const std::set<std::string>& folders) {
  for (const std::string& folder : std::set<std::string>(unlisted_)) look_at_folder(folder);
  for (const std::string& folder : folders) look_at_folder(folder);
  for (const std::string& file : std::set<std::string>(retry_)) look_at_file(file);
  for (const std::string& file : files) look_at_file(file);
  return finish();
}

void Manifest::look_at_folder(const std::string& folder) {
  if (!is_looked_into(folder)) return;
  if (!folder.empty()) {
    const std::string parent(parent_path(folder));
    if (!folders_.contains(parent)) return look_at_folder(parent);  // with all below
    const auto info = files_.stat(folder);
    if (!info || info->kind != FileKind::kFolder) {
      if (!info && info.error().code == ErrorCode::kIo) return;  // unknown is not gone
      forget_folder(folder);
      if (info) take_item(folder, {std::string(last_component(folder)), info->kind, info->stamp}, true);
      return;
    }
    folders_[parent].folders.emplace(last_component(folder));
  }
  // Level by level, many folders at once: most of the time goes to the system looking at every file.
  std::vector<std::string> level = {folder};
  while (!level.empty()) {
    std::vector<std::string> below;
    for (std::size_t begin = 0; begin < level.size(); begin += kFoldersAtOnce) {
      std::vector<Listing> listings(std::min(kFoldersAtOnce, level.size() - begin));
      for_each_index(listings.size(), kWorthThreads,
                     [&](std::size_t i) { listings[i] = list_folder(level[begin + i]); });
      for (std::size_t i = 0; i < listings.size(); ++i) take_folder(level[begin + i], listings[i], below);
    }
    level = std::move(below);
  }
}

Manifest::Listing Manifest::list_folder(const std::string& folder) const {
  Listing listing;
  listing.too_deep = std::count(folder.begin(), folder.end(), '/') >= kDeepest;
  if (listing.too_deep) return listing;
  if (watch_ != nullptr) {  // before listing: what comes in between is reported
    const auto watched = watch_->add(folder);
    listing.unwatched = !watched && watched.error().code != ErrorCode::kNotFound;
  }
  listing.items = files_.list(folder);
  return listing;
}

void Manifest::take_folder(const std::string& folder, const Listing& listing, std::vector<std::string>& below) {
  if (listing.too_deep) {
    return note(folder, "is nested more than " + std::to_string(kDeepest) + " folders deep", "move it up",
                Unread::kRefused);
  }
  if (listing.unwatched) watch_failed_ = true;
  const auto& items = listing.items;
  if (!items && items.error().code == ErrorCode::kNotFound) return forget_folder(folder);
  if (!items) {
    unlisted_.insert(folder);
    return note(folder, "cannot be listed, its entries are kept as they were: " + items.error().message,
                "make it readable", Unread::kRefused);
  }
  unlisted_.erase(folder);
  problems_.erase(folder);
  take_listing(folder, *items, below);
}

void Manifest::take_listing(const std::string& folder, const std::vector<FolderItem>& items,
                            std::vector<std::string>& below) {
  forget_problems_in(folder);
  if (!folders_.contains(folder)) folders_changed_ = true;
  Folder& record = folders_[folder];
  std::vector<std::string> files;
  std::set<std::string> folders;
  for (const FolderItem& item : items) {
    const std::string name = child(folder, item.name);
    if (item.kind != FileKind::kFolder) {
      if (take_item(name, item, false)) files.push_back(item.name);
    } else if (const NameUse use = use_of_folder_name(item.name); use == NameUse::kCandidate) {
      folders.insert(item.name);
      below.push_back(name);
    } else if (use != NameUse::kIgnored) {
      take_odd_item(name, item);
    }
  }
  std::vector<std::string> gone;
  std::sort(files.begin(), files.end());
  for (const auto& [name, file] : record.files) {
    if (!std::binary_search(files.begin(), files.end(), name)) gone.push_back(name);
  }
  for (const std::string& name : gone) forget_entry(child(folder, name));  // what was noted about it is of now
  const std::set<std::string> before = std::exchange(record.folders, folders);
  for (const std::string& name : before) {
    if (!folders.contains(name)) forget_folder(child(folder, name));
  }
}

void Manifest::look_at_file(const std::string& file) {
  const std::string folder(parent_path(file));
  if (!folders_.contains(folder)) return look_at_folder(folder);
  const auto info = files_.stat(file);
  problems_.erase(file);
  retry_.erase(file);
  if (!info) {
    if (info.error().code == ErrorCode::kNotFound) return forget_file(file);
    retry_.insert(file);
    return note(file, info.error().message, "make it readable", Unread::kRefused);
  }
  if (!take_item(file, {std::string(last_component(file)), info->kind, info->stamp}, true)) forget_entry(file);
}

// Whether the file is, or may be, an entry.
bool Manifest::take_item(const std::string& file, const FolderItem& item, bool force) {
  if (is_staged_name(item.name)) staged_.insert(file);
  if (item.kind != FileKind::kRegular || use_of_file_name(item.name) != NameUse::kCandidate) {
    take_odd_item(file, item);
    return false;
  }
  Folder& folder = folders_[std::string(parent_path(file))];
  const auto known = folder.files.find(item.name);
  if (known == folder.files.end() || force || known->second.young || known->second.stamp != item.stamp ||
      retry_.contains(file)) {
    File& record = folder.files[item.name];
    const auto remembered = remembered_.find(file);
    if (remembered != remembered_.end() && !record.entry) record.entry = remembered->second->entry;
    if (remembered != remembered_.end() && remembered->second->stamp == item.stamp) {
      take_remembered(file, item.stamp, record);
    } else {
      pending_.push_back({file, item.stamp, record.entry, nullptr, {}});
    }
  } else {
    note_troubles(file, known->second);
  }
  return true;
}

void Manifest::take_odd_item(const std::string& file, const FolderItem& item) {
  const NameUse use = item.kind == FileKind::kFolder ? use_of_folder_name(item.name) : use_of_file_name(item.name);
  if (item.kind == FileKind::kLink) {
    // A link without an extension is probably one to a folder, which people expect to be looked into.
    const bool wanted = use != NameUse::kIgnored || item.name.find('.') == std::string::npos;
    if (wanted)
      note(file, "is a symbolic link; links are never followed", "put the file or folder itself there",
           Unread::kForeign);
    return;
  }
  if (use == NameUse::kIgnored) return;
  if (use == NameUse::kConflictCopy) {
    return note(file, "is the second version that a synchronising program kept; it is not read",
                "merge it into the entry and delete it", Unread::kForeign);
  }
  if (use == NameUse::kNotUtf8)
    return note(file, "has a name that is not UTF-8; it is not read", "rename it", Unread::kForeign);
  if (use == NameUse::kUnaddressable) {
    return note(file, "has a name that no path may hold; it is not read", "rename it", Unread::kForeign);
  }
  if (item.kind == FileKind::kShared) {
    retry_.insert(file);  // losing its other name touches no stamp
    return note(file, "is a hard link that may lead out of the tree; it is not read", "replace it by a copy of itself",
                Unread::kForeign);
  }
  note(file, "is no regular file (FIFO, socket or device); it is never opened", "remove it", Unread::kForeign);
}

void Manifest::forget_file(const std::string& file) {
  problems_.erase(file);
  retry_.erase(file);
  forget_entry(file);
}

void Manifest::forget_entry(const std::string& file) {
  const auto folder = folders_.find(std::string(parent_path(file)));
  if (folder == folders_.end() || folder->second.files.erase(std::string(last_component(file))) == 0) return;
  take_from(entry_path_of_file(file), file);
}

void Manifest::forget_folder(const std::string& folder) {
  for (auto at = folders_.lower_bound(folder); at != folders_.end() && at->first.starts_with(folder);) {
    if (at->first != folder && !stands_below(at->first, folder)) {
      ++at;
      continue;
    }
    while (!at->second.files.empty()) forget_file(child(at->first, at->second.files.begin()->first));
    unlisted_.erase(at->first);
    problems_.erase(at->first);
    forget_problems_in(at->first);
    at = folders_.erase(at);
    folders_changed_ = true;
  }
  const auto parent = folder.empty() ? folders_.end() : folders_.find(std::string(parent_path(folder)));
  if (parent != folders_.end()) parent->second.folders.erase(std::string(last_component(folder)));
}

void Manifest::forget_problems_in(const std::string& folder) {
  for (auto at = problems_.lower_bound(folder); at != problems_.end() && at->first.starts_with(folder);) {
    const bool inside = at->first != folder && parent_path(at->first) == folder;
    if (inside) retry_.erase(at->first);
    at = inside ? problems_.erase(at) : std::next(at);
  }
}

void Manifest::note(const std::string& file, std::string what, std::string remedy, Unread unread) {
  problems_[file] = {to_nfc(file), std::move(what), std::move(remedy), unread};
}

}  // namespace memory
