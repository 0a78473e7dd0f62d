// The part of the manifest that reads files and settles which of them stand for which entry.
#include <algorithm>

#include "memory/store/file_placement.h"
#include "memory/store/manifest.h"
#include "memory/store/parallel.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// Two writes within one tick of the clock that stamps files look alike; none ticks slower (FAT: 2 s).
constexpr std::int64_t kYoungNs = 2'000'000'000;

}  // namespace

void Manifest::read_pending() {
  constexpr std::size_t kWorthThreads = 64;
  for_each_index(pending_.size(), kWorthThreads, [&](std::size_t i) {
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
  for (Reading& reading : pending_) take_reading(reading);
  pending_.clear();
}

void Manifest::take_remembered(const std::string& file, const FileStamp& stamp, File& record) {
  record.stamp = stamp;
  Place& place = places_[record.entry->path];
  if (place.files.empty()) {  // nobody else stands for the path: there is nothing to settle
    place.files.push_back(file);
    place.published = record.entry;
    unchanged_.push_back(record.entry);
  } else {
    put_at(record.entry->path, file);
  }
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
  put_at(entry_path_of_file(reading.file), reading.file);
  note_troubles(reading.file, *record);
}

void Manifest::note_troubles(const std::string& file, const File& record) {
  if (!record.trouble.empty()) {
    const Unread unread = record.entry ? Unread::kNothing : record.foreign ? Unread::kForeign : Unread::kRefused;
    note(file, record.trouble + (record.entry ? "; its text is kept as it was" : ""),
         "make it readable, or split it where it is too large", unread);
  } else if (record.entry && record.entry->problem_line != 0) {
    const std::string what =
        "line " + std::to_string(record.entry->problem_line) + ": " + std::string(record.entry->problem);
    note(file, what + "; it is searched as plain text", "mend the frontmatter");
  }
  if (twins_ > 0) touched_.push_back(entry_path_of_file(file));  // what was noted about its twin may be gone
}

void Manifest::put_at(const std::string& path, const std::string& file) {
  std::vector<std::string>& files = places_[path].files;
  const auto at = std::lower_bound(files.begin(), files.end(), file);
  if (at == files.end() || *at != file) {
    files.insert(at, file);
    if (files.size() == 2) ++twins_;
  }
  touched_.push_back(path);
}

void Manifest::take_from(const std::string& path, const std::string& file) {
  const auto place = places_.find(path);
  if (place == places_.end()) return;
  if (std::erase(place->second.files, file) > 0 && place->second.files.size() == 1) --twins_;
  touched_.push_back(path);
}

// One file stands for a path: the one that is spelled like it, else the first. The others are named.
void Manifest::settle_path(const std::string& path, TreeChange& change) {
  const auto found = places_.find(path);
  if (found == places_.end()) return;
  Place& place = found->second;
  EntryPtr winner;
  for (const std::string& file : place.files) {
    const File* record = known_file(file);
    if (record == nullptr || !record->entry) continue;
    if (!winner || file == path + ".md") winner = record->entry;
  }
  for (std::size_t i = 0; winner && i < place.files.size(); ++i) {
    const std::string& file = place.files[i];
    if (file == winner->file) {  // it may have been the other one before
      if (problems_.erase(file) > 0) note_troubles(file, *known_file(file));
    } else {
      note(file, "has the same name as " + winner->file + " in another spelling; it is not read",
           "merge it into that file and delete it");
    }
  }
  if (winner && place.published != winner) {
    change.changed.push_back(winner);
  } else if (!winner && place.published) {
    change.removed.push_back(path);
  }
  place.published = std::move(winner);
  if (place.files.empty()) places_.erase(found);
}

TreeChange Manifest::finish() {
  read_pending();
  TreeChange change;
  change.changed = std::exchange(unchanged_, {});
  const bool first = !change.changed.empty();
  std::vector<std::string> touched = std::exchange(touched_, {});
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const std::string& path : touched) {
    const auto place = places_.find(path);
    if (first && place != places_.end() && place->second.published) {  // taken as it was before its twin was met
      std::erase(change.changed, std::exchange(place->second.published, nullptr));
    }
    settle_path(path, change);
  }
  touched_.clear();  // settling twins touches them again
  return change;
}

Manifest::File* Manifest::known_file(const std::string& file) {
  const auto folder = folders_.find(parent_path(file));
  if (folder == folders_.end()) return nullptr;
  const auto record = folder->second.files.find(last_component(file));
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
