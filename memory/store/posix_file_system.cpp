#include "memory/store/posix_file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "memory/store/derived_file.h"
#include "memory/store/inotify_watch.h"
#include "memory/store/log_file.h"
#include "memory/store/root_folder.h"
#include "memory/store/staged_file.h"

namespace memory {
namespace {

// Not in linux/magic.h of Debian 12: statfs(2), "Linux-specific types".
constexpr long kSmb2Magic = 0xFE534D42;
constexpr long kCifsMagic = 0xFF534D42;
constexpr long kFuseMagic = 0x65735546;

constexpr std::size_t kBootDigits = 36;  // a UUID's

class PosixLock final : public FileLock {
 public:
  explicit PosixLock(FileHandle file) : file_(std::move(file)) {}

  Result<> write_holder(std::string_view text) override {
    if (::ftruncate(file_.get(), 0) != 0 || ::lseek(file_.get(), 0, SEEK_SET) != 0)
      return system_error(errno, "write", "the lock file");
    return write_all(file_.get(), text, "the lock file");
  }

 private:
  FileHandle file_;  // closing it ends the flock
};

class PosixFileSystem final : public FileSystem {
 public:
  explicit PosixFileSystem(std::string root) : root_(std::make_shared<RootFolder>(std::move(root))) {}

  std::string root() const override { return root_->path(); }
  Result<RootStatus> check_root() override { return root_->check(); }
  std::optional<std::string> write_obstacle() override { return root_->write_obstacle(); }
  bool is_remote() override;
  std::int64_t now_ns() override {
    return std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
  }
  std::string boot() override;
  Result<std::string> read(const std::string& file, std::size_t max_bytes) override;
  Result<std::string> read_from(const std::string& file, std::uint64_t offset, std::size_t max_bytes) override;
  Result<FileInfo> stat(const std::string& file) override;
  Result<std::vector<FolderItem>> list(const std::string& folder) override;
  Result<> make_folder(const std::string& folder) override;
  Result<> remove_folder(const std::string& folder) override { return unlink(folder, AT_REMOVEDIR); }
  Result<std::string> stage(const std::string& file, std::string_view bytes) override {
    return stage_file(*root_, file, bytes);
  }
  Result<> sync_file(const std::string& file) override;
  Result<> move_new(const std::string& from, const std::string& to) override { return rename_new(*root_, from, to); }
  Result<std::string> move_aside(const std::string& file) override { return rename_aside(*root_, file); }
  Result<> exchange(const std::string& staged, const std::string& file) override {
    return exchange_files(*root_, staged, file);
  }
  Result<> remove(const std::string& file) override { return unlink(file, 0); }
  Result<> sync_folder(const std::string& folder) override;
  Result<> replace_derived(const std::string& file, std::span<const std::string_view> pieces) override {
    return replace_derived_file(*root_, file, pieces);
  }
  Result<std::shared_ptr<FileView>> view(const std::string& file) override { return map_file(*root_, file); }
  Result<> append(const std::string& file, std::string_view lines) override;
  Result<std::unique_ptr<LogFile>> open_log(const std::string& file) override { return open_log_file(*root_, file); }
  Result<std::unique_ptr<FileLock>> try_lock(const std::string& file) override;
  std::unique_ptr<FolderWatch> watch() override { return is_remote() ? nullptr : make_inotify_watch(root_); }

 private:
  Result<> unlink(const std::string& name, int flags);

  std::shared_ptr<RootFolder> root_;
};

bool PosixFileSystem::is_remote() {
  struct statfs status = {};
  std::string folder = root_->path();  // the root, or the nearest folder above that exists
  while (::statfs(folder.c_str(), &status) != 0) {
    const std::size_t slash = folder.find_last_of('/');
    if (slash == std::string::npos || folder == "/") return false;
    folder = slash == 0 ? "/" : folder.substr(0, slash);
  }
  const long type = status.f_type & 0xFFFFFFFFL;
  return type == NFS_SUPER_MAGIC || type == SMB_SUPER_MAGIC || type == kSmb2Magic || type == kCifsMagic ||
         type == kFuseMagic;
}

// What cannot be opened has lost nothing.
Error not_opened(Error error) {
  if (error.code == ErrorCode::kIo) error.code = ErrorCode::kRefusedPath;
  return error;
}

std::string PosixFileSystem::boot() {
  char id[kBootDigits];
  const FileHandle file(::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
  if (!file || ::read(file.get(), id, sizeof id) != static_cast<ssize_t>(sizeof id)) return {};
  return {id, sizeof id};
}

Result<std::string> PosixFileSystem::read(const std::string& file, std::size_t max_bytes) {
  const auto handle = root_->open_file(file, O_RDONLY);
  if (!handle) return handle.error();
  struct stat status = {};
  if (::fstat(handle->get(), &status) != 0) return system_error(errno, "read", file);
  std::string bytes;
  bytes.resize(std::min<std::size_t>(static_cast<std::size_t>(status.st_size), max_bytes) + 1);
  std::size_t filled = 0;
  while (true) {  // a file may grow while it is read
    const ssize_t got = ::read(handle->get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(errno, "read", file);
    filled += static_cast<std::size_t>(got);
    if (filled > max_bytes) {
      return Error{ErrorCode::kTooLarge, file + " is larger than " + std::to_string(max_bytes) + " bytes"};
    }
    if (got == 0) break;
    if (filled == bytes.size()) bytes.resize(std::min(2 * bytes.size(), max_bytes + 1));
  }
  bytes.resize(filled);
  return bytes;
}

Result<std::string> PosixFileSystem::read_from(const std::string& file, std::uint64_t offset, std::size_t max_bytes) {
  const auto handle = root_->open_file(file, O_RDONLY);
  if (!handle) return handle.error();
  std::string bytes(max_bytes, '\0');
  std::size_t filled = 0;
  while (filled < max_bytes) {
    const auto place = static_cast<off_t>(offset + filled);
    const ssize_t got = ::pread(handle->get(), bytes.data() + filled, max_bytes - filled, place);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(errno, "read", file);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

Result<FileInfo> PosixFileSystem::stat(const std::string& file) {
  const auto parent = root_->open_parent(file);
  if (!parent) return parent.error();
  struct stat status = {};
  if (::fstatat(parent->folder.get(), parent->name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return system_error(errno, "look at", file);
  }
  const std::int64_t changed_ns = std::int64_t{status.st_ctim.tv_sec} * 1'000'000'000 + status.st_ctim.tv_nsec;
  return FileInfo{kind_of(status), stamp_of(status), changed_ns};
}

Result<std::vector<FolderItem>> PosixFileSystem::list(const std::string& folder) {
  auto handle = root_->open(folder, O_RDONLY | O_DIRECTORY);
  if (!handle) return handle.error();
  DIR* stream = ::fdopendir(handle->get());
  if (stream == nullptr) return system_error(errno, "list", folder);
  const int descriptor = handle->release();  // the stream owns it now
  const std::unique_ptr<DIR, int (*)(DIR*)> closing(stream, ::closedir);
  std::vector<FolderItem> items;
  while (true) {
    errno = 0;
    const dirent* item = ::readdir(stream);
    if (item == nullptr) break;
    const std::string_view name = item->d_name;
    if (name == "." || name == "..") continue;
    FolderItem found{std::string(name), FileKind::kFolder, {}};
    if (item->d_type != DT_DIR) {
      struct stat status = {};
      if (::fstatat(descriptor, item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT) continue;  // gone since
        return system_error(errno, "look at", found.name);
      }
      found.kind = kind_of(status);
      found.stamp = stamp_of(status);
    }
    items.push_back(std::move(found));
  }
  if (errno != 0) return system_error(errno, "list", folder);
  return items;
}

Result<> PosixFileSystem::make_folder(const std::string& folder) {
  if (folder.empty()) return root_->create();
  const auto parent = root_->open_parent(folder);
  if (!parent) return parent.error();
  if (::mkdirat(parent->folder.get(), parent->name.c_str(), 0777) != 0) return system_error(errno, "create", folder);
  return {};
}

Result<> PosixFileSystem::unlink(const std::string& name, int flags) {
  const auto parent = root_->open_parent(name);
  if (!parent) return parent.error();
  if (::unlinkat(parent->folder.get(), parent->name.c_str(), flags) != 0) return system_error(errno, "remove", name);
  return {};
}

Result<> PosixFileSystem::sync_file(const std::string& file) {
  const auto handle = root_->open_file(file, O_RDONLY);
  if (!handle) return not_opened(handle.error());
  if (::fdatasync(handle->get()) != 0) return system_error(errno, "sync", file);
  return {};
}

Result<> PosixFileSystem::sync_folder(const std::string& folder) {
  const auto handle = root_->open(folder, O_RDONLY | O_DIRECTORY);
  if (!handle) return not_opened(handle.error());
  if (::fsync(handle->get()) != 0 && errno != EINVAL) return system_error(errno, "sync", folder);
  return {};
}

Result<> PosixFileSystem::append(const std::string& file, std::string_view lines) {
  const auto handle = root_->open_file(file, O_RDWR | O_APPEND | O_CREAT);
  if (!handle) return handle.error();
  struct stat status = {};
  if (::fstat(handle->get(), &status) != 0) return system_error(errno, "append to", file);
  std::string text;
  char last = '\n';
  if (status.st_size > 0 && ::pread(handle->get(), &last, 1, status.st_size - 1) == 1 && last != '\n') text = "\n";
  text += lines;
  const auto written = write_all(handle->get(), text, file);
  if (!written && ::ftruncate(handle->get(), status.st_size) != 0) {
    return Error{ErrorCode::kIo, written.error().message + "; a torn line is left"};
  }
  return written;
}

Result<std::unique_ptr<FileLock>> PosixFileSystem::try_lock(const std::string& file) {
  for (int i = 0; i < 8; ++i) {
    auto handle = root_->open_file(file, O_RDWR | O_CREAT);
    if (!handle) return handle.error();
    if (::flock(handle->get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK || errno == EINTR) return std::unique_ptr<FileLock>();
      return system_error(errno, "lock", file);
    }
    // Someone may have replaced the file between opening and locking: then this lock keeps nobody out.
    struct stat held = {};
    const auto named = stat(file);
    if (::fstat(handle->get(), &held) == 0 && named && named->stamp.inode == held.st_ino) {
      return std::unique_ptr<FileLock>(std::make_unique<PosixLock>(std::move(*handle)));
    }
  }
  return Error{ErrorCode::kIo, file + " is replaced again and again"};
}

}  // namespace

std::unique_ptr<FileSystem> make_posix_file_system(std::string root) {
  return std::make_unique<PosixFileSystem>(std::move(root));
}

}  // namespace memory
