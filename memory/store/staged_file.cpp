#include "memory/store/staged_file.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace memory {
namespace {

constexpr std::string_view kStagedEnd = ".staged";
constexpr std::size_t kRandomDigits = 16;
constexpr std::size_t kMaxCopied = std::size_t{64} << 20;  // no entry is larger, see EntryStore's limit

std::string staged_name() {
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random) random = static_cast<std::uint64_t>(::getpid());
  char name[2 + kRandomDigits + kStagedEnd.size()];
  std::snprintf(name, sizeof name, ".%016llx%s", static_cast<unsigned long long>(random), kStagedEnd.data());
  return name;
}

bool lacks_flag(int code) { return code == EINVAL || code == ENOSYS || code == ENOTSUP; }

// What other programs noted about the file ("user.*": tags, where it came from). No reason to fail: many file systems
// keep none.
void copy_attributes(int folder, const std::string& name, int staged) {
  const FileHandle old(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!old) return;
  std::string names(XATTR_LIST_MAX, '\0');
  const ssize_t size = ::flistxattr(old.get(), names.data(), names.size());
  if (size <= 0) return;
  names.resize(static_cast<std::size_t>(size));
  std::string value;
  for (const char* at = names.c_str(); at < names.data() + names.size(); at += std::strlen(at) + 1) {
    if (!std::string_view(at).starts_with("user.")) continue;
    value.resize(XATTR_SIZE_MAX);
    const ssize_t got = ::fgetxattr(old.get(), at, value.data(), value.size());
    if (got >= 0 && ::fsetxattr(staged, at, value.data(), static_cast<std::size_t>(got), 0) != 0) errno = 0;
  }
}

// Mode, owner and extended attributes of the file to be replaced. The owner is kept as far as this user may: a group's
// tree stays writable for the group, but nobody can give files away.
Result<> take_over(int folder, const std::string& name, int staged, std::string_view shown) {
  struct stat old = {};
  if (::fstatat(folder, name.c_str(), &old, AT_SYMLINK_NOFOLLOW) != 0) {
    return errno == ENOENT ? Result<>() : Result<>(system_error(errno, "look at", shown));
  }
  if (::faccessat(folder, name.c_str(), W_OK, AT_EACCESS) != 0) return system_error(errno, "write", shown);
  struct stat mine = {};
  if (::fstat(staged, &mine) != 0) return system_error(errno, "look at", shown);
  if (mine.st_gid != old.st_gid && ::fchown(staged, static_cast<uid_t>(-1), old.st_gid) != 0) errno = 0;
  if (mine.st_uid != old.st_uid && ::fchown(staged, old.st_uid, static_cast<gid_t>(-1)) != 0) errno = 0;
  if (S_ISREG(old.st_mode)) copy_attributes(folder, name, staged);
  if (::fchmod(staged, old.st_mode & 07777) != 0) return system_error(errno, "write", shown);
  return {};
}

Result<> fill(const OpenParent& parent, int staged, std::string_view bytes, std::string_view shown) {
  auto done = write_all(staged, bytes, shown);
  if (done) done = take_over(parent.folder.get(), parent.name, staged, shown);
  // Starts writing at once, so that syncing the files of one change waits for the disk about once.
  if (done) ::sync_file_range(staged, 0, 0, SYNC_FILE_RANGE_WRITE);
  return done;
}

// `shown` is the whole name, for messages.
Result<std::string> stage_beside(const OpenParent& parent, std::string_view bytes, std::string_view shown) {
  for (int i = 0;; ++i) {
    const std::string name = staged_name();
    const FileHandle staged(
        ::openat(parent.folder.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!staged && errno == EEXIST && i < 8) continue;
    if (!staged) return system_error(errno, "write", shown);
    const auto filled = fill(parent, staged.get(), bytes, shown);
    if (filled) return name;
    ::unlinkat(parent.folder.get(), name.c_str(), 0);
    return filled.error();
  }
}

// Without RENAME_EXCHANGE: a copy of the old bytes takes the staged name. Whoever writes between the copy and
// the rename is lost, which is why this is only the way round.
Result<> exchange_by_copy(int from_folder, const std::string& from, const OpenParent& to) {
  const FileHandle old(::openat(to.folder.get(), to.name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!old) return system_error(errno, "read", to.name);
  std::string bytes;
  char block[1 << 16];
  for (ssize_t got = 1; got > 0 && bytes.size() <= kMaxCopied;) {
    got = ::read(old.get(), block, sizeof block);
    if (got < 0) return system_error(errno, "read", to.name);
    bytes.append(block, static_cast<std::size_t>(got));
  }
  const auto copy = stage_beside(to, bytes, to.name);
  if (!copy) return copy.error();
  if (::renameat(from_folder, from.c_str(), to.folder.get(), to.name.c_str()) != 0) {
    const Error error = system_error(errno, "replace", to.name);
    ::unlinkat(to.folder.get(), copy->c_str(), 0);
    return error;
  }
  if (::renameat(to.folder.get(), copy->c_str(), from_folder, from.c_str()) != 0) {
    return system_error(errno, "keep the old text of", to.name);
  }
  return {};
}

}  // namespace

bool is_staged_name(std::string_view name) {
  if (name.size() != 1 + kRandomDigits + kStagedEnd.size() || name.front() != '.' || !name.ends_with(kStagedEnd)) {
    return false;
  }
  const std::string_view digits = name.substr(1, kRandomDigits);
  return std::all_of(digits.begin(), digits.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

Result<> write_all(int descriptor, std::string_view bytes, std::string_view name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error(errno, "write", name);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<std::string> stage_file(const RootFolder& root, const std::string& file, std::string_view bytes) {
  const auto parent = root.open_parent(file);
  if (!parent) return parent.error();
  auto name = stage_beside(*parent, bytes, file);
  if (!name) return name.error();
  return file.substr(0, file.size() - parent->name.size()) + *name;
}

Result<> rename_new(const RootFolder& root, const std::string& from, const std::string& to) {
  const auto source = root.open_parent(from);
  if (!source) return source.error();
  const auto target = root.open_parent(to);
  if (!target) return target.error();
  const int old_folder = source->folder.get();
  const int new_folder = target->folder.get();
  if (::renameat2(old_folder, source->name.c_str(), new_folder, target->name.c_str(), RENAME_NOREPLACE) == 0) return {};
  if (!lacks_flag(errno)) return system_error(errno, "write", to);
  // A hard link never replaces either.
  if (::linkat(old_folder, source->name.c_str(), new_folder, target->name.c_str(), 0) != 0) {
    return system_error(errno, "write", to);
  }
  if (::unlinkat(old_folder, source->name.c_str(), 0) != 0) return system_error(errno, "remove", from);
  return {};
}

Result<std::string> rename_aside(const RootFolder& root, const std::string& file) {
  const std::size_t slash = file.rfind('/');
  const std::string aside = (slash == std::string::npos ? "" : file.substr(0, slash + 1)) + staged_name();
  const auto moved = rename_new(root, file, aside);
  if (!moved) return moved.error();
  return aside;
}

Result<> exchange_files(const RootFolder& root, const std::string& staged, const std::string& file) {
  const auto source = root.open_parent(staged);
  if (!source) return source.error();
  const auto target = root.open_parent(file);
  if (!target) return target.error();
  if (::renameat2(source->folder.get(), source->name.c_str(), target->folder.get(), target->name.c_str(),
                  RENAME_EXCHANGE) == 0) {
    return {};
  }
  if (!lacks_flag(errno)) return system_error(errno, "replace", file);
  return exchange_by_copy(source->folder.get(), source->name, *target);
}

}  // namespace memory
