#include "tests/support/memory_file_system.h"

namespace tests {

using memory::Result;

bool FaultyFileSystem::fails() {
  if (!armed_ || at_ == 0) return false;
  const int call = ++calls_;
  return forever_ ? call >= at_ : call == at_;
}

class FaultyFileSystem::Log final : public memory::LogFile {
 public:
  Log(std::unique_ptr<memory::LogFile> log, FaultyFileSystem& files) : log_(std::move(log)), files_(files) {}

  Result<std::uint64_t> size() override {
    if (files_.fails()) return injected();
    return log_->size();
  }
  // A failed write may have written some.
  Result<> write(std::uint64_t offset, std::string_view bytes) override {
    if (!files_.fails()) return log_->write(offset, bytes);
    static_cast<void>(log_->write(offset, bytes.substr(0, bytes.size() / 2)));
    return injected();
  }
  Result<> truncate(std::uint64_t size) override {
    if (files_.fails()) return injected();
    return log_->truncate(size);
  }
  Result<> sync() override {
    if (files_.fails()) return injected();
    return log_->sync();
  }
  void reserve(std::uint64_t bytes) override { log_->reserve(bytes); }

 private:
  std::unique_ptr<memory::LogFile> log_;
  FaultyFileSystem& files_;
};

Result<std::unique_ptr<memory::LogFile>> FaultyFileSystem::open_log(const std::string& file) {
  if (fails()) return injected();
  auto log = files_->open_log(file);
  if (!log) return log.error();
  return std::unique_ptr<memory::LogFile>(std::make_unique<Log>(std::move(*log), *this));
}

Result<std::string> FaultyFileSystem::read(const std::string& file, std::size_t max_bytes) {
  if (fails()) return injected();
  return files_->read(file, max_bytes);
}

Result<std::string> FaultyFileSystem::read_from(const std::string& file, std::uint64_t offset, std::size_t max_bytes) {
  if (fails()) return injected();
  return files_->read_from(file, offset, max_bytes);
}

Result<memory::FileInfo> FaultyFileSystem::stat(const std::string& file) {
  if (fails()) return injected();
  return files_->stat(file);
}

Result<std::vector<memory::FolderItem>> FaultyFileSystem::list(const std::string& folder) {
  if (fails()) return injected();
  return files_->list(folder);
}

Result<> FaultyFileSystem::make_folder(const std::string& folder) {
  if (fails()) return injected();
  return files_->make_folder(folder);
}

Result<> FaultyFileSystem::remove_folder(const std::string& folder) {
  if (fails()) return injected();
  return files_->remove_folder(folder);
}

Result<std::string> FaultyFileSystem::stage(const std::string& file, std::string_view bytes) {
  if (fails()) return injected();
  return files_->stage(file, bytes);
}

Result<> FaultyFileSystem::sync_file(const std::string& file) {
  if (fails()) return injected();
  return files_->sync_file(file);
}

Result<> FaultyFileSystem::move_new(const std::string& from, const std::string& to) {
  if (fails()) return injected();
  return files_->move_new(from, to);
}

Result<std::string> FaultyFileSystem::move_aside(const std::string& file) {
  if (fails()) return injected();
  return files_->move_aside(file);
}

Result<> FaultyFileSystem::exchange(const std::string& staged, const std::string& file) {
  if (fails()) return injected();
  return files_->exchange(staged, file);
}

Result<> FaultyFileSystem::remove(const std::string& file) {
  if (fails()) return injected();
  return files_->remove(file);
}

Result<> FaultyFileSystem::sync_folder(const std::string& folder) {
  if (fails()) return injected();
  return files_->sync_folder(folder);
}

Result<> FaultyFileSystem::replace_derived(const std::string& file, std::span<const std::string_view> pieces) {
  if (fails()) return injected();
  return files_->replace_derived(file, pieces);
}

Result<std::shared_ptr<memory::FileView>> FaultyFileSystem::view(const std::string& file) {
  if (fails()) return injected();
  return files_->view(file);
}

Result<> FaultyFileSystem::append(const std::string& file, std::string_view lines) {
  if (fails()) return injected();
  return files_->append(file, lines);
}

Result<std::unique_ptr<memory::FileLock>> FaultyFileSystem::try_lock(const std::string& file) {
  if (fails()) return injected();
  return files_->try_lock(file);
}

}  // namespace tests
