// The file system as the store needs it, replaceable in tests (in memory, fault-injecting). Every name is
// relative to the tree's root; implementations open it relative to the root's handle and follow no links.
#pragma once

#include <cstdint>
#include <optional>
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

enum class FileKind { kRegular, kFolder, kOther };  // kOther: link, FIFO, socket, device: never opened

struct FolderItem {
  std::string name;  // as on disk
  FileKind kind = FileKind::kOther;
  FileStamp stamp;  // of regular files
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // Errors: kNotFound, kRefusedPath (a link on the way), kTooLarge (above max_bytes), kIo.
  virtual Result<std::string> read(const std::string& file, std::size_t max_bytes) = 0;
  virtual Result<FileStamp> stat(const std::string& file) = 0;
  virtual Result<std::vector<FolderItem>> list(const std::string& folder) = 0;
  virtual Result<> make_folders(const std::string& folder) = 0;  // also the root itself
  // Writes a temporary file beside `file`, syncs its data and renames it into place; mode and owner of an
  // existing file are kept. `must_be_new`: kAlreadyExists instead of replacing.
  virtual Result<> write_atomically(const std::string& file, std::string_view bytes, bool must_be_new) = 0;
  virtual Result<> append(const std::string& file, std::string_view bytes, bool sync) = 0;
  virtual Result<> remove(const std::string& file) = 0;
  virtual Result<> remove_folder(const std::string& folder) = 0;  // only an empty one
  virtual Result<> sync_folder(const std::string& folder) = 0;
};

}  // namespace memory
