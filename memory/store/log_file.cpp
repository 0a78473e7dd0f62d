#include "memory/store/log_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace memory {
namespace {

class PosixLog final : public LogFile {
 public:
  PosixLog(FileHandle handle, std::string name) : handle_(std::move(handle)), name_(std::move(name)) {}

  Result<std::uint64_t> size() override {
    struct stat status = {};
    if (::fstat(handle_.get(), &status) != 0) return system_error(errno, "look at", name_);
    return static_cast<std::uint64_t>(status.st_size);
  }
  Result<> write(std::uint64_t offset, std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = ::pwrite(handle_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return system_error(errno, "write", name_);
      bytes.remove_prefix(static_cast<std::size_t>(written));
      offset += static_cast<std::uint64_t>(written);
    }
    return {};
  }
  Result<> truncate(std::uint64_t size) override {
    if (::ftruncate(handle_.get(), static_cast<off_t>(size)) != 0) return system_error(errno, "truncate", name_);
    return {};
  }
  Result<> sync() override {
    if (::fdatasync(handle_.get()) != 0) return system_error(errno, "sync", name_);
    return {};
  }
  void reserve(std::uint64_t bytes) override {
    if (::fallocate(handle_.get(), FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) != 0) errno = 0;
  }

 private:
  FileHandle handle_;
  std::string name_;
};

}  // namespace

Result<std::unique_ptr<LogFile>> open_log_file(const RootFolder& root, const std::string& file) {
  auto handle = root.open_file(file, O_RDWR | O_CREAT, 0600);
  if (!handle) return handle.error();
  return std::unique_ptr<LogFile>(std::make_unique<PosixLog>(std::move(*handle), file));
}

}  // namespace memory
