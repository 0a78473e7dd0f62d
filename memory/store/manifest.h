// Which files stood in the tree when this process last looked, and what has become different since? Keeps the
// stamp of every file, so that a look reads only what changed. Not thread-safe: its store guards it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "memory/store/file_system.h"
#include "memory/store/tree_state.h"

namespace memory {

// A file as it was when it was read, before this process began.
struct KnownFile {
  EntryPtr entry;
  FileStamp stamp;  // zero where it has to be read again
};

class Manifest {
 public:
  explicit Manifest(FileSystem& files) : files_(files) {}

  // What is known already: a file that still has its stamp is not read. For the first scan alone.
  void remember(std::span<const KnownFile> files);

  // From now on folders are watched as they are met; null: they are not. Whether every one could be watched.
  void set_watch(FolderWatch* watch);
  bool watches_all() const { return watch_ != nullptr && !watch_failed_; }

  // Looks at every folder and reads what changed. A file stamped less than two seconds before it was read may
  // have changed again under the same stamp, and is read once more.
  TreeChange scan();
  // Looks at these files and folders (with all below) only, and at those that could not be read before.
  TreeChange look_at(const std::set<std::string>& files, const std::set<std::string>& folders);

  // How the entries' files looked when they were read: zero where one may have changed under the same stamp, or is
  // another entry by now.
  std::vector<FileStamp> stamps_of(std::span<const EntryPtr> entries);

  const std::vector<std::string>& folders();  // as paths, sorted
  std::vector<Problem> problems();
  // Temporary files met in scans since the last call: left by a writer, unless one is at work now.
  std::set<std::string> take_staged() { return std::exchange(staged_, {}); }
  // Something could not be read: a look is due although nothing was reported.
  bool has_doubts() const { return !retry_.empty() || !unlisted_.empty(); }

 private:
  struct File {
    FileStamp stamp;
    bool young = false;    // may have changed under the same stamp
    EntryPtr entry;        // null where it could not be read
    std::string trouble;   // why not
    bool foreign = false;  // it never can be
  };
  struct Folder {
    std::map<std::string, File, std::less<>> files;  // by name
    std::set<std::string> folders;                   // names
  };
  struct Listing {
    bool too_deep = false;
    bool unwatched = false;
    Result<std::vector<FolderItem>> items;
  };
  struct Place {                     // a path
    std::vector<std::string> files;  // that stand for it: one, but for spellings that come to the same path
    EntryPtr published;              // in the last change
  };
  struct Reading {  // a file to be read, and the outcome
    std::string file;
    FileStamp stamp;
    EntryPtr known;
    EntryPtr entry;
    std::optional<Error> error;
  };

  void look_at_folder(const std::string& folder);
  Listing list_folder(const std::string& folder) const;
  void take_folder(const std::string& folder, const Listing& listing, std::vector<std::string>& below);
  void take_listing(const std::string& folder, const std::vector<FolderItem>& items, std::vector<std::string>& below);
  void look_at_file(const std::string& file);
  bool take_item(const std::string& file, const FolderItem& item, bool force);
  void take_odd_item(const std::string& file, const FolderItem& item);
  void note_troubles(const std::string& file, const File& record);
  void forget_file(const std::string& file);
  void forget_entry(const std::string& file);  // the file may be there, but is none
  void forget_folder(const std::string& folder);
  void forget_problems_in(const std::string& folder);
  void read_pending();
  void take_reading(Reading& reading);
  void take_remembered(const std::string& file, const FileStamp& stamp, File& record);
  void put_at(const std::string& path, const std::string& file);
  void take_from(const std::string& path, const std::string& file);
  void settle_path(const std::string& path, TreeChange& change);
  TreeChange finish();
  void find_folder_twins();
  File* known_file(const std::string& file);
  void note(const std::string& file, std::string what, std::string remedy, Unread unread = Unread::kNothing);

  FileSystem& files_;
  FolderWatch* watch_ = nullptr;
  bool watch_failed_ = false;
  std::map<std::string, Folder, std::less<>> folders_;  // by name on disk; "" is the root
  std::vector<std::string> folder_paths_;               // the same as paths
  std::vector<Problem> folder_twins_;                   // folders beside each other that look-up cannot tell apart
  bool folders_changed_ = false;                        // folder_paths_ is out of date
  std::unordered_map<std::string, Place> places_;
  std::size_t twins_ = 0;                    // paths that several files stand for
  std::map<std::string, Problem> problems_;  // by file or folder
  std::set<std::string> retry_;              // files to look at again each time
  std::set<std::string> unlisted_;           // folders likewise
  std::vector<EntryPtr> unchanged_;          // since the last process: as they were, published by the first scan
  std::vector<std::string> touched_;         // paths that may have become different, perhaps several times
  std::vector<Reading> pending_;
  std::unordered_map<std::string_view, const KnownFile*> remembered_;  // by file; for the first scan
  std::set<std::string> staged_;
};

}  // namespace memory
