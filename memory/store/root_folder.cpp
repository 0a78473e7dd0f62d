#include "memory/store/root_folder.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace memory {
namespace {

// openat2 takes no further flags beside O_PATH, which opens nothing that could wait.
int with_safety(int flags) {
  return flags | O_CLOEXEC | O_NOFOLLOW | ((flags & O_PATH) != 0 ? 0 : O_NONBLOCK | O_NOCTTY);
}

constexpr int kTries = 8;  // openat2 says EAGAIN when a rename elsewhere races with it

// -1 with errno, ENOSYS where the kernel (or a container's filter, which says EPERM) has no openat2.
int open_beneath(int root, const char* name, int flags, mode_t mode) {
  open_how how = {};
  how.flags = static_cast<unsigned>(flags);
  if ((flags & O_CREAT) != 0) how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  for (int i = 0;; ++i) {
    const long descriptor = ::syscall(SYS_openat2, root, name, &how, sizeof how);
    if (descriptor >= 0 || (errno != EAGAIN && errno != EINTR) || i == kTries) return static_cast<int>(descriptor);
  }
}

bool openat2_works() {
  static const bool works = [] {
    const FileHandle here(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    const FileHandle probe(open_beneath(here.get(), ".", O_PATH | O_CLOEXEC, 0));
    return static_cast<bool>(probe);
  }();
  return works;
}

int open_by_component(int root, const std::string& name, int flags, mode_t mode) {
  FileHandle folder;
  int at = root;
  std::size_t start = 0;
  for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', start)) {
    FileHandle next(::openat(at, name.substr(start, slash - start).c_str(), with_safety(O_PATH | O_DIRECTORY)));
    if (!next) return -1;
    folder = std::move(next);
    at = folder.get();
    start = slash + 1;
  }
  return ::openat(at, name.c_str() + start, flags, mode);
}

// Names come from scans and checked paths; this keeps a mistake from leaving the root.
bool is_plain_relative(std::string_view name) {
  if (name.find('\0') != std::string_view::npos) return false;
  std::size_t start = 0;
  while (true) {
    const std::size_t slash = name.find('/', start);
    const std::string_view component = name.substr(start, slash - start);
    if (component.empty() || component == "." || component == "..") return false;
    if (slash == std::string_view::npos) return true;
    start = slash + 1;
  }
}

Error refused(std::string_view name, std::string_view why) {
  return {ErrorCode::kRefusedPath, std::string(name) + " " + std::string(why)};
}

Error unusable(int code, std::string_view root) {
  return {ErrorCode::kIo,
          "cannot open the tree's folder " + std::string(root) + ": " + std::system_category().message(code)};
}

}  // namespace

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  if (this != &other) {
    reset();
    descriptor_ = other.release();
  }
  return *this;
}

int FileHandle::release() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  return descriptor;
}

void FileHandle::reset() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

Error system_error(int code, std::string_view doing, std::string_view name) {
  ErrorCode kind = ErrorCode::kIo;
  if (code == ENOENT || code == ENOTDIR) kind = ErrorCode::kNotFound;
  if (code == EEXIST) kind = ErrorCode::kAlreadyExists;
  if (code == ELOOP || code == EXDEV) {
    return refused(name, "is or leads through a symbolic link; links are not followed");
  }
  const std::string_view shown = name.empty() ? std::string_view("the tree's folder") : name;
  return {kind,
          "cannot " + std::string(doing) + " " + std::string(shown) + ": " + std::system_category().message(code)};
}

FileStamp stamp_of(const struct stat& status) {
  return {static_cast<std::uint64_t>(status.st_size),
          static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec, status.st_ino};
}

FileKind kind_of(const struct stat& status) {
  if (S_ISDIR(status.st_mode)) return FileKind::kFolder;
  if (S_ISLNK(status.st_mode)) return FileKind::kLink;
  if (!S_ISREG(status.st_mode)) return FileKind::kOther;
  return status.st_nlink > 1 ? FileKind::kShared : FileKind::kRegular;
}

RootFolder::RootFolder(std::string root) : root_(std::move(root)) { static_cast<void>(check()); }

std::shared_ptr<const FileHandle> RootFolder::handle() const {
  const std::lock_guard lock(mutex_);
  return handle_;
}

Result<RootStatus> RootFolder::lost(int code) {
  handle_.reset();
  if (code == ENOENT) return RootStatus::kAbsent;
  return unusable(code, root_);
}

Result<RootStatus> RootFolder::check() {
  const std::lock_guard lock(mutex_);
  struct stat now = {};
  struct stat held = {};
  int trouble = ::stat(root_.c_str(), &now) != 0 ? errno : 0;
  if (trouble == 0 && !S_ISDIR(now.st_mode)) trouble = ENOTDIR;
  if (trouble != 0) return lost(trouble);
  if (handle_ && ::fstat(handle_->get(), &held) == 0 && held.st_ino == now.st_ino && held.st_dev == now.st_dev) {
    return RootStatus::kSame;
  }
  FileHandle opened(::open(root_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!opened) return lost(errno);
  handle_ = std::make_shared<const FileHandle>(std::move(opened));
  return RootStatus::kReplaced;
}

std::optional<std::string> RootFolder::write_obstacle() const {
  const auto root = handle();
  if (!root || ::faccessat(root->get(), ".", W_OK | X_OK, AT_EACCESS) == 0) return std::nullopt;
  return std::system_category().message(errno);
}

Result<> RootFolder::create() {
  bool created = false;
  for (std::size_t slash = root_.find('/', 1);; slash = root_.find('/', slash + 1)) {
    const std::string folder = root_.substr(0, slash);
    if (::mkdir(folder.c_str(), 0777) == 0) {
      created = true;
      const std::size_t above = folder.find_last_of('/');
      const FileHandle parent(::open(above == 0 ? "/" : folder.substr(0, above).c_str(), O_RDONLY | O_CLOEXEC));
      if (parent) ::fsync(parent.get());
    } else if (errno != EEXIST && slash == std::string::npos) {
      return system_error(errno, "create", root_);
    }
    if (slash == std::string::npos) break;
  }
  const auto opened = check();
  if (!opened) return opened.error();
  if (*opened == RootStatus::kAbsent) return unusable(ENOENT, root_);
  if (!created) return Error{ErrorCode::kAlreadyExists, root_ + " exists"};
  return {};
}

Result<FileHandle> RootFolder::open(const std::string& name, int flags, mode_t mode) const {
  const auto root = handle();
  if (!root) return Error{ErrorCode::kNotFound, "the tree's folder " + root_ + " does not exist"};
  if (!name.empty() && !is_plain_relative(name)) return refused(name, "is not a name inside the tree");
  const std::string target = name.empty() ? "." : name;
  const int all = with_safety(flags);
  FileHandle opened(openat2_works() ? open_beneath(root->get(), target.c_str(), all, mode)
                                    : open_by_component(root->get(), target, all, mode));
  if (!opened) return system_error(errno, "open", name);
  return opened;
}

Result<FileHandle> RootFolder::open_file(const std::string& name, int flags, mode_t mode) const {
  auto opened = open(name, flags, mode);
  if (!opened) return opened;
  struct stat status = {};
  if (::fstat(opened->get(), &status) != 0) return system_error(errno, "open", name);
  if (!S_ISREG(status.st_mode)) return refused(name, "is not a regular file");
  return opened;
}

Result<OpenParent> RootFolder::open_parent(const std::string& name) const {
  const std::size_t slash = name.rfind('/');
  const std::string last = slash == std::string::npos ? name : name.substr(slash + 1);
  if (last.empty() || !is_plain_relative(last)) return refused(name, "is not a name inside the tree");
  auto folder = open(slash == std::string::npos ? "" : name.substr(0, slash), O_PATH | O_DIRECTORY);
  if (!folder) return folder.error();
  return OpenParent{std::move(*folder), last};
}

}  // namespace memory
