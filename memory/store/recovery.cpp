#include "memory/store/recovery.h"

#include <algorithm>
#include <map>
#include <utility>

#include "memory/store/file_placement.h"
#include "memory/store/kept_texts.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/sha256.h"

namespace memory {
namespace {

// What the changes together mean for one file.
struct Intent {
  const JournalFile* last = nullptr;
  const JournalRecord* record = nullptr;    // of `last`
  std::set<std::string> earlier;            // hashes it had on the way, "" for none
  std::vector<const std::string*> written;  // bytes it was given on the way
};

enum class Standing { kDone, kBehind, kForeign };

struct Found {
  Standing standing = Standing::kDone;
  std::string hash;  // "" where there is no file
};

// A file system may keep a new file's name and lose bytes of it: what was not written reads as nothing or zeros.
bool is_torn(std::string_view bytes, std::string_view whole) {
  if (bytes.size() > whole.size()) return false;
  return std::equal(bytes.begin(), bytes.end(), whole.begin(), [](char a, char b) { return a == b || a == '\0'; });
}

class Recovery {
 public:
  Recovery(FileSystem& files, const JournalContent& journal, const std::string& boot)
      : files_(files), journal_(journal), power_lost_(journal.boot.empty() || journal.boot != boot) {}

  Result<Recovered> run() {
    for (const JournalRecord& record : journal_.records) gather(record);
    std::map<std::string, Found> found;
    for (const auto& [file, intent] : intents_) {
      auto now = look_at(file, intent);
      if (!now) return now.error();
      if (now->standing == Standing::kForeign) contested_.insert(intent.record);
      found.emplace(file, std::move(*now));
    }
    if (auto kept = keep_displaced(); !kept) return kept.error();
    for (const bool removals : {false, true}) {
      for (const auto& [file, intent] : intents_) {
        if (intent.last->bytes.has_value() == removals) continue;
        if (auto settled = settle(file, intent, found.at(file)); !settled) return settled.error();
      }
    }
    return std::move(recovered_);
  }

 private:
  void gather(const JournalRecord& record) {
    for (const JournalFile& file : record.files) {
      if (file.recomputable) continue;
      if (record.done && !power_lost_) {
        intents_.erase(file.file);  // whatever an earlier one meant, this came later
        continue;
      }
      Intent& intent = intents_[file.file];
      if (intent.last != nullptr) intent.earlier.insert(intent.last->after);
      intent.earlier.insert(file.before);
      if (file.bytes) intent.written.push_back(&*file.bytes);
      intent.last = &file;
      intent.record = &record;
    }
  }

  Result<Found> look_at(const std::string& file, const Intent& intent) {
    const auto bytes = files_.read(file, kMaxEntryBytes);
    if (!bytes && bytes.error().code == ErrorCode::kIo) return bytes.error();
    if (!bytes && bytes.error().code != ErrorCode::kNotFound) return Found{Standing::kForeign, {}};
    Found found{Standing::kBehind, bytes ? sha256_hex(*bytes) : ""};
    if (found.hash == intent.last->after) {
      found.standing = Standing::kDone;
    } else if (!intent.earlier.contains(found.hash)) {
      const bool torn = power_lost_ && bytes && std::any_of(intent.written.begin(), intent.written.end(), [&](auto* w) {
                          return is_torn(*bytes, *w);
                        });
      if (!torn) found.standing = Standing::kForeign;
    } else if (power_lost_ && bytes) {
      // As it was on the way there: a lost write, or a person's doing. What is gone is made again, for a deletion in
      // vain is the smaller harm.
      const auto info = files_.stat(file);
      if (!info) return info.error();
      if (info->changed_ns > intent.record->time_ns) found.standing = Standing::kDone;
    }
    return found;
  }

  Result<> settle(const std::string& file, const Intent& intent, const Found& found) {
    if (found.standing == Standing::kDone) return {};
    const JournalFile& last = *intent.last;
    if (found.standing == Standing::kForeign) return keep(file, intent);
    if (!last.bytes && contested_.contains(intent.record)) return {};
    Placement placement;
    auto placed = place_files(files_, {FileChange{last.path, file, found.hash, last.bytes, false}}, placement,
                              [](const auto&) { return Result<>(); });
    if (!placed && placed.error().code == ErrorCode::kIo) return placed;
    if (!placed) return keep(file, intent);
    recovered_.files.insert(file);
    recovered_.folders.insert(recovered_.folders.end(), placement.folders.begin(), placement.folders.end());
    return {};
  }

  // A deletion that is not carried out means no bytes.
  Result<> keep(const std::string& file, const Intent& intent) {
    if (!intent.last->bytes) return {};
    return keep_text(files_, intent.record->id, file, *intent.last->bytes);
  }

  // A writer that dies right after an exchange leaves what it displaced under a temporary name: it may be an edit that
  // nobody has read. Such files are removed after recovery. What a power loss left of them cannot be told apart.
  Result<> keep_displaced() {
    std::set<std::string> folders;
    for (const auto& [file, intent] : intents_) folders.emplace(parent_path(file));
    if (power_lost_) folders.clear();
    for (const std::string& folder : folders) {
      const auto items = files_.list(folder);
      if (!items && items.error().code == ErrorCode::kIo) return items.error();
      if (!items) continue;
      for (const FolderItem& item : *items) {
        if (item.kind != FileKind::kRegular || !is_staged_name(item.name)) continue;
        if (auto kept = keep_displaced_file(folder, item.name); !kept) return kept;
      }
    }
    return {};
  }

  Result<> keep_displaced_file(const std::string& folder, const std::string& name) {
    const std::string in_folder = folder.empty() ? "" : folder + "/";
    const auto bytes = files_.read(in_folder + name, kMaxEntryBytes);
    if (!bytes) return bytes.error();
    const std::string hash = sha256_hex(*bytes);
    for (const JournalRecord& record : journal_.records) {
      for (const JournalFile& file : record.files) {
        // The beginning of new bytes is what a recovery leaves that is killed while it writes them.
        if (hash == file.before || hash == file.after || (file.bytes && file.bytes->starts_with(*bytes))) return {};
      }
    }
    return keep_text(files_, journal_.records.back().id, in_folder + "displaced" + name + ".md", *bytes);
  }

  FileSystem& files_;
  const JournalContent& journal_;
  const bool power_lost_;
  std::map<std::string, Intent> intents_;  // by file
  std::set<const JournalRecord*> contested_;
  Recovered recovered_;
};

// A folder that is gone stands for the nearest one above it. What cannot be opened now is somebody else's affair.
Result<> sync_folder_or_above(FileSystem& files, std::string folder) {
  while (true) {
    auto synced = files.sync_folder(folder);
    if (synced || synced.error().code == ErrorCode::kIo || folder.empty()) return synced;
    folder = parent_path(folder);
  }
}

}  // namespace

Result<Recovered> finish_changes(FileSystem& files, const JournalContent& journal, const std::string& boot) {
  return Recovery(files, journal, boot).run();
}

Result<> sync_changes(FileSystem& files, const std::vector<JournalRecord>& records) {
  std::set<std::string> names;
  std::set<std::string> folders;
  for (const JournalRecord& record : records) {
    for (const JournalFile& file : record.files) {
      if (file.bytes) names.insert(file.file);
      for (std::string_view folder = file.file; !folder.empty();) folders.emplace(folder = parent_path(folder));
    }
  }
  // Bytes first: a name must not become durable before what it names.
  for (const std::string& name : names) {
    auto synced = files.sync_file(name);
    if (!synced && synced.error().code == ErrorCode::kIo) return synced;
  }
  for (const std::string& folder : folders) {
    auto synced = sync_folder_or_above(files, folder);
    if (!synced && synced.error().code == ErrorCode::kIo) return synced;
  }
  return {};
}

}  // namespace memory
