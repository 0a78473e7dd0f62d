#include "memory/store/derived_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

namespace memory {
namespace {

class MappedFile final : public FileView {
 public:
  MappedFile(void* begin, std::size_t size) : begin_(begin), size_(size) {}
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() override { ::munmap(begin_, size_); }

  std::string_view bytes() const override { return {static_cast<const char*>(begin_), size_}; }
  void forget_pages() override { ::madvise(begin_, size_, MADV_DONTNEED); }

 private:
  void* begin_;
  std::size_t size_;
};

class EmptyFile final : public FileView {
 public:
  std::string_view bytes() const override { return {}; }
  void forget_pages() override {}
};

// Writes all pieces, many with one call: a snapshot has a hundred thousand.
Result<> write_pieces(int descriptor, std::span<const std::string_view> pieces, const std::string& file) {
  constexpr std::size_t kAtOnce = 512;  // below IOV_MAX everywhere
  std::array<iovec, kAtOnce> vectors;
  std::size_t next = 0;    // piece
  std::size_t offset = 0;  // written of it
  while (next < pieces.size()) {
    std::size_t count = 0;
    for (std::size_t i = next; i < pieces.size() && count < kAtOnce; ++i) {
      const std::string_view rest = pieces[i].substr(i == next ? offset : 0);
      vectors[count++] = {const_cast<char*>(rest.data()), rest.size()};
    }
    const ssize_t written = ::writev(descriptor, vectors.data(), static_cast<int>(count));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error(errno, "write", file);
    for (auto left = static_cast<std::size_t>(written); next < pieces.size();) {
      const std::size_t rest = pieces[next].size() - offset;
      if (left < rest) {
        offset += left;
        break;
      }
      left -= rest;
      offset = 0;
      ++next;
    }
  }
  return {};
}

bool is_named(const OpenParent& parent, const std::string& name, int descriptor) {
  struct stat held = {};
  struct stat named = {};
  return ::fstat(descriptor, &held) == 0 &&
         ::fstatat(parent.folder.get(), name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

}  // namespace

Result<> replace_derived_file(const RootFolder& root, const std::string& file,
                              std::span<const std::string_view> pieces) {
  const auto parent = root.open_parent(file);
  if (!parent) return parent.error();
  // One name for all writers, so that one that is killed leaves no more than the next one takes over. Whoever holds
  // the lock on what has that name may write into it; once renamed, nobody does.
  const std::string staged = parent->name + ".new";
  const auto handle = root.open_file(file + ".new", O_RDWR | O_CREAT, 0600);
  if (!handle) return handle.error();
  if (::flock(handle->get(), LOCK_EX | LOCK_NB) != 0 || !is_named(*parent, staged, handle->get())) {
    return Error{ErrorCode::kBusy, file + " is being written by another process"};
  }
  if (::ftruncate(handle->get(), 0) != 0) return system_error(errno, "write", file);
  auto written = write_pieces(handle->get(), pieces, file);
  if (written && ::renameat(parent->folder.get(), staged.c_str(), parent->folder.get(), parent->name.c_str()) != 0) {
    written = system_error(errno, "replace", file);
  }
  if (!written) ::unlinkat(parent->folder.get(), staged.c_str(), 0);
  return written;
}

Result<std::shared_ptr<FileView>> map_file(const RootFolder& root, const std::string& file) {
  const auto handle = root.open_file(file, O_RDONLY);
  if (!handle) return handle.error();
  struct stat status = {};
  if (::fstat(handle->get(), &status) != 0) return system_error(errno, "read", file);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return std::shared_ptr<FileView>(std::make_shared<EmptyFile>());
  void* begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, handle->get(), 0);
  if (begin == MAP_FAILED) return system_error(errno, "map", file);
  return std::shared_ptr<FileView>(std::make_shared<MappedFile>(begin, size));
}

}  // namespace memory
