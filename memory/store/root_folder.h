// How is a name below the tree's root opened without ever leaving it? Relative to the root's handle, with no
// symbolic link followed on the way: openat2 where the kernel has it, else component by component with
// O_NOFOLLOW. Thread-safe; a handle in use stays valid when the root is replaced.
#pragma once

#include <sys/stat.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "memory/store/file_system.h"

namespace memory {

// Owns a file descriptor.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
  FileHandle(FileHandle&& other) noexcept : descriptor_(other.release()) {}
  FileHandle& operator=(FileHandle&& other) noexcept;
  ~FileHandle() { reset(); }

  int get() const { return descriptor_; }
  explicit operator bool() const { return descriptor_ >= 0; }
  int release();

 private:
  void reset();
  int descriptor_ = -1;
};

// The error for a failed system call: kNotFound, kAlreadyExists, kRefusedPath (a link) or kIo with the reason.
Error system_error(int code, std::string_view doing, std::string_view name);

// A name's folder, opened, and its last component.
struct OpenParent {
  FileHandle folder;
  std::string name;
};

FileStamp stamp_of(const struct stat& status);
FileKind kind_of(const struct stat& status);

class RootFolder {
 public:
  explicit RootFolder(std::string root);

  const std::string& path() const { return root_; }
  Result<RootStatus> check();  // see FileSystem
  std::optional<std::string> write_obstacle() const;
  Result<> create();  // with what is missing above it; kAlreadyExists

  // `name` "" is the root. O_CLOEXEC, O_NOFOLLOW, O_NONBLOCK and O_NOCTTY are added to the flags.
  Result<FileHandle> open(const std::string& name, int flags, mode_t mode = 0666) const;
  // The same, of a regular file; anything else is kRefusedPath.
  Result<FileHandle> open_file(const std::string& name, int flags, mode_t mode = 0666) const;
  Result<OpenParent> open_parent(const std::string& name) const;

 private:
  std::shared_ptr<const FileHandle> handle() const;
  Result<RootStatus> lost(int code);  // the mutex is held

  std::string root_;
  mutable std::mutex mutex_;
  std::shared_ptr<const FileHandle> handle_;  // null where the root does not exist
};

}  // namespace memory
