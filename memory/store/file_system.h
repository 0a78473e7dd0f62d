// The file system as the store needs it, replaceable in tests (in memory, fault-injecting). Every name is
// relative to the tree's root; implementations open it relative to the root's handle and follow no links.
// Thread-safe. Nothing here decides: what may replace what is said in file_placement.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"

namespace memory {

// What tells a changed file from an unchanged one without reading it.
struct FileStamp {
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;  // since the epoch
  std::uint64_t inode = 0;
  bool operator==(const FileStamp&) const = default;
};

// kShared: a regular file that has a second name (hard link), which may stand outside the tree. kLink: a
// symbolic link. kOther: FIFO, socket, device. The last three are never opened.
enum class FileKind { kRegular, kFolder, kShared, kLink, kOther };

struct FolderItem {
  std::string name;  // as on disk
  FileKind kind = FileKind::kOther;
  FileStamp stamp;  // of regular files
};

struct FileInfo {
  FileKind kind = FileKind::kOther;
  FileStamp stamp;
  std::int64_t changed_ns = 0;  // when bytes, name or mode were changed last; nobody can set it
};

// What happened in the watched folders since the last drain.
struct WatchEvents {
  bool lost = false;                 // events were dropped: only a scan tells
  std::vector<std::string> files;    // names that came, went or changed
  std::vector<std::string> folders;  // folders that came, went or moved; with all that stands below
};

class FolderWatch {
 public:
  virtual ~FolderWatch() = default;
  virtual Result<> add(const std::string& folder) = 0;  // again for a known one: no effect
  virtual WatchEvents drain() = 0;                      // never waits
};

// The bytes of a file as they were when it was opened, mapped where the system can.
class FileView {
 public:
  virtual ~FileView() = default;
  virtual std::string_view bytes() const = 0;
  virtual void forget_pages() = 0;  // a hint: what was read is not needed in memory for now
};

// A held lock file. Its destruction gives the lock back.
class FileLock {
 public:
  virtual ~FileLock() = default;
  virtual Result<> write_holder(std::string_view text) = 0;  // replaces what the file says
};

// A file of the program's own that grows at its end, held open. Only the holder of the writer lock changes it.
class LogFile {
 public:
  virtual ~LogFile() = default;
  virtual Result<std::uint64_t> size() = 0;
  virtual Result<> write(std::uint64_t offset, std::string_view bytes) = 0;  // perhaps not all of them
  virtual Result<> truncate(std::uint64_t size) = 0;
  virtual Result<> sync() = 0;
  virtual void reserve(std::uint64_t bytes) = 0;  // room on the disk, where the system can promise it
};

enum class RootStatus { kSame, kReplaced, kAbsent };

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  virtual std::string root() const = 0;  // its path, for messages
  // Whether the root's name still means the folder that is open; a replaced one is opened. kIo where something
  // is there that cannot be used: a file, a folder without permission.
  virtual Result<RootStatus> check_root() = 0;
  // Why the system lets this process make no files in the root; nothing where it does, or where there is no root.
  virtual std::optional<std::string> write_obstacle() = 0;
  virtual bool is_remote() = 0;       // NFS, SMB, FUSE: locks and events cannot be relied on
  virtual std::int64_t now_ns() = 0;  // the clock that stamps files
  // Names the time since the machine was started; "" where it cannot be known. What was written and not synced is
  // there as long as the name is the same.
  virtual std::string boot() = 0;

  // Errors: kNotFound, kRefusedPath (a link on the way, or not a regular file), kTooLarge (above max_bytes), kIo.
  virtual Result<std::string> read(const std::string& file, std::size_t max_bytes) = 0;
  // At most so many bytes from there on; fewer at the end, none behind it.
  virtual Result<std::string> read_from(const std::string& file, std::uint64_t offset, std::size_t max_bytes) = 0;
  virtual Result<FileInfo> stat(const std::string& file) = 0;
  virtual Result<std::vector<FolderItem>> list(const std::string& folder) = 0;

  // The last component only; kAlreadyExists where there is one. "" makes the root and what is missing above it.
  virtual Result<> make_folder(const std::string& folder) = 0;
  virtual Result<> remove_folder(const std::string& folder) = 0;  // only an empty one

  // Writes a temporary file beside `file` and returns its name (a dot-name, see is_staged_name). It gets mode
  // and owner of the file that it is to replace. Not durable before sync_file.
  virtual Result<std::string> stage(const std::string& file, std::string_view bytes) = 0;
  // kIo only where the disk lost data; kRefusedPath where the system does not let this process open it.
  virtual Result<> sync_file(const std::string& file) = 0;
  // Renames without ever replacing: kAlreadyExists where `to` is taken, kNotFound where `from` is gone.
  virtual Result<> move_new(const std::string& from, const std::string& to) = 0;
  // Renames to a new staged name beside the file, and returns that name.
  virtual Result<std::string> move_aside(const std::string& file) = 0;
  // Swaps what two names mean, so that `staged` holds the displaced file. kNotFound where one is gone.
  virtual Result<> exchange(const std::string& staged, const std::string& file) = 0;
  virtual Result<> remove(const std::string& file) = 0;
  virtual Result<> sync_folder(const std::string& folder) = 0;  // errors as of sync_file

  // Derived data, which can be made anew: whole or not at all, but not durable, and for this user's eyes only.
  // kBusy where another process writes the same file.
  virtual Result<> replace_derived(const std::string& file, std::span<const std::string_view> pieces) = 0;
  // kNotFound, kRefusedPath, kIo. The file must only ever be replaced, never written into.
  virtual Result<std::shared_ptr<FileView>> view(const std::string& file) = 0;

  // Adds whole lines at the end; a torn last line of a dead writer is ended first. All or nothing.
  virtual Result<> append(const std::string& file, std::string_view lines) = 0;
  virtual Result<std::unique_ptr<LogFile>> open_log(const std::string& file) = 0;  // made where missing

  // The lock on that file (made where missing), or nothing where another holder has it.
  virtual Result<std::unique_ptr<FileLock>> try_lock(const std::string& file) = 0;
  // Null where the system has no such thing: every refresh is a scan then.
  virtual std::unique_ptr<FolderWatch> watch() = 0;
};

// Temporary files are named ".<random>.staged": the dot keeps them from ever being an entry.
bool is_staged_name(std::string_view name);

}  // namespace memory
