// The part of the manifest that reads files and settles which of them stand for which entry.
#include <algorithm>
#include <atomic>
#include <thread>

#include "memory/store/file_placement.h"
#include "memory/store/manifest.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// Two writes within one tick of the clock that stamps files look alike; none ticks slower (FAT: 2 s).
constexpr std::int64_t kYoungNs = 2'000'000'000;
constexpr std::size_t kFewFiles = 64;  // not worth threads
constexpr unsigned kMostThreads = 8;

// Calls `work` for 0..count-1, on several threads where that pays.
template <class Work>
void for_each_index(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  const unsigned cores = std::max(1U, std::min(kMostThreads, std::thread::hardware_concurrency()));
  std::vector<std::jthread> helpers;
  if (count >= kFewFiles) {
    for (unsigned i = 1; i < cores; ++i) helpers.emplace_back(run);
  }
  run();
}

}  // namespace

void Manifest::read_pending() {
  for_each_index(pending_.size(), [&](std::size_t i) {
    Reading& reading = pending_[i];
    auto bytes = files_.read(reading.file, kMaxEntryBytes);
    if (!bytes) {
      reading.error = bytes.error();
    } else if (reading.known && reading.known->bytes == *bytes) {
      reading.entry = reading.known;
    } else {
      reading.entry = make_stored_entry(reading.file, std::move(*bytes));
    }
  });
  files_read_ += pending_.size();
  for (Reading& reading : pending_) take_reading(reading);
  pending_.clear();
}

void Manifest::take_remembered(const std::string& file, const FileStamp& stamp, File& record) {
  record.stamp = stamp;
  path_files_[record.entry->path].insert(file);
  touched_.insert(record.entry->path);
  note_troubles(file, record);
}

std::vector<FileStamp> Manifest::stamps_of(std::span<const EntryPtr> entries) {
  std::vector<FileStamp> stamps;
  stamps.reserve(entries.size());
  for (const EntryPtr& entry : entries) {
    const File* record = known_file(entry->file);
    const bool sure = record != nullptr && record->entry == entry && !record->young && record->trouble.empty();
    stamps.push_back(sure ? record->stamp : FileStamp{});
  }
  return stamps;
}

void Manifest::take_reading(Reading& reading) {
  File* record = known_file(reading.file);
  if (record == nullptr) return;
  if (reading.error && reading.error->code == ErrorCode::kNotFound) return forget_file(reading.file);
  retry_.erase(reading.file);
  record->stamp = reading.stamp;
  record->young = reading.stamp.mtime_ns > files_.now_ns() - kYoungNs;
  record->trouble.clear();
  if (reading.error) {
    record->trouble = reading.error->message;
    const bool too_large = reading.error->code == ErrorCode::kTooLarge;
    if (too_large) {
      record->trouble = "is larger than an entry may be (" + std::to_string(kMaxEntryBytes) + " bytes); it is not read";
    } else {
      retry_.insert(reading.file);
    }
    record->foreign = too_large || reading.error->code == ErrorCode::kRefusedPath;
    if (record->foreign) record->entry = nullptr;
  } else {
    record->entry = std::move(reading.entry);
  }
  const std::string path = entry_path_of_file(reading.file);
  path_files_[path].insert(reading.file);
  touched_.insert(path);
  note_troubles(reading.file, *record);
}

void Manifest::note_troubles(const std::string& file, const File& record) {
  if (!record.trouble.empty()) {
    const Unread unread = record.entry ? Unread::kNothing : record.foreign ? Unread::kForeign : Unread::kRefused;
    note(file, record.trouble + (record.entry ? "; its text is kept as it was" : ""),
         "make it readable, or split it where it is too large", unread);
  } else if (record.entry && record.entry->problem_line != 0) {
    const std::string what = "line " + std::to_string(record.entry->problem_line) + ": " + std::string(record.entry->problem);
    note(file, what + "; it is searched as plain text", "mend the frontmatter");
  }
  const auto files = path_files_.find(entry_path_of_file(file));
  if (files != path_files_.end() && files->second.size() > 1) touched_.insert(files->first);
}

// One file stands for a path: the one that is spelled like it, else the first. The others are named.
void Manifest::settle_path(const std::string& path, TreeChange& change) {
  EntryPtr winner;
  const auto files = path_files_.find(path);
  if (files != path_files_.end()) {
    for (const std::string& file : files->second) {
      const File* record = known_file(file);
      if (record == nullptr || !record->entry) continue;
      if (!winner || file == path + ".md") winner = record->entry;
    }
    for (const std::string& file : files->second) {
      if (winner && file == winner->file) {
        problems_.erase(file);  // it may have been the other one before
        note_troubles(file, *known_file(file));
      } else if (winner) {
        note(file, "has the same name as " + winner->file + " in another spelling; it is not read",
             "merge it into that file and delete it");
      }
    }
    if (files->second.empty()) path_files_.erase(files);
  }
  const auto known = published_.find(path);
  if (winner && (known == published_.end() || known->second != winner)) {
    change.changed.push_back(winner);
    published_[path] = winner;
  } else if (!winner && known != published_.end()) {
    change.removed.push_back(path);
    published_.erase(known);
  }
}

TreeChange Manifest::finish() {
  read_pending();
  TreeChange change;
  for (const std::string& path : touched_) settle_path(path, change);
  touched_.clear();
  return change;
}

Manifest::File* Manifest::known_file(const std::string& file) {
  const auto folder = folders_.find(std::string(parent_path(file)));
  if (folder == folders_.end()) return nullptr;
  const auto record = folder->second.files.find(std::string(last_component(file)));
  return record == folder->second.files.end() ? nullptr : &record->second;
}

const std::vector<std::string>& Manifest::folders() {
  if (folders_changed_) {
    folder_paths_.clear();
    for (const auto& [name, folder] : folders_) {
      if (!name.empty()) folder_paths_.push_back(to_nfc(name));
    }
    std::sort(folder_paths_.begin(), folder_paths_.end());
    folder_paths_.erase(std::unique(folder_paths_.begin(), folder_paths_.end()), folder_paths_.end());
    find_folder_twins();
    folders_changed_ = false;
  }
  return folder_paths_;
}

void Manifest::find_folder_twins() {
  folder_twins_.clear();
  std::unordered_map<std::string, std::string> first;  // parent and folded name → path
  for (const std::string& folder : folder_paths_) {
    const std::string key = std::string(parent_path(folder)) + "/" + folded_key(last_component(folder));
    const auto [known, added] = first.emplace(key, folder);
    if (added) continue;
    folder_twins_.push_back({folder, "differs from the folder " + known->second + " in case or separators only",
                             "move the entries of one into the other, or give exact paths"});
  }
}

std::vector<Problem> Manifest::problems() {
  static_cast<void>(folders());
  std::vector<Problem> problems = folder_twins_;
  for (const auto& [file, problem] : problems_) problems.push_back(problem);
  return problems;
}

}  // namespace memory
