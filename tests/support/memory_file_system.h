// A file system in memory that knows what would survive a power loss: bytes and names become durable only when
// they are synced. Thread-safe. Names are relative to the root, as in memory/store/file_system.h.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "memory/store/file_system.h"

namespace tests {

class MemoryDisk {
 public:
  MemoryDisk();

  // What a person does: at once, durable. Folders above are made.
  void put(const std::string& file, const std::string& bytes);
  void erase(const std::string& file);
  std::optional<std::string> get(const std::string& file) const;
  std::set<std::string> files() const;  // all, staged ones and the program's own too

  // Another disk with the same files, all of them durable.
  std::unique_ptr<MemoryDisk> copy() const;

  // Everything that was not synced is gone; locks are free again. A file whose name is durable but whose bytes
  // are not is empty, as file systems do it.
  void lose_power();
  // Locks are free again; nothing else is lost.
  void kill();

  // A new handle, as another process would have it.
  std::unique_ptr<memory::FileSystem> open();

 private:
  friend class MemoryFileSystem;
  struct Node;
  using NodePtr = std::shared_ptr<Node>;

  NodePtr find(const std::string& name) const;
  NodePtr folder_of(const std::string& name) const;
  static void collect(const NodePtr& node, const std::string& name, std::set<std::string>& files);
  static NodePtr survivor(const NodePtr& node);
  static NodePtr durable_copy(const NodePtr& node);

  mutable std::mutex mutex_;
  NodePtr root_;
  std::map<std::string, std::uint64_t> locked_;  // by whom
  std::uint64_t next_lock_ = 1;
  std::uint64_t next_inode_ = 1;
  std::uint64_t next_staged_ = 1;
  int boots_ = 1;
  std::int64_t now_ns_ = 1'800'000'000'000'000'000;  // advances with every write
};

// Hands every call on to another file system, and fails the k-th one.
class FaultyFileSystem final : public memory::FileSystem {
 public:
  // `at`: 1-based; 0 never. `forever`: all later calls fail too, as when a disk dies.
  FaultyFileSystem(std::unique_ptr<memory::FileSystem> files, int at, bool forever)
      : files_(std::move(files)), at_(at), forever_(forever) {}

  bool failed() const { return calls_ >= at_ && at_ > 0; }
  void arm() { armed_ = true; }  // counting begins; before, nothing fails

  std::string root() const override { return files_->root(); }
  memory::Result<memory::RootStatus> check_root() override { return files_->check_root(); }
  std::optional<std::string> write_obstacle() override { return files_->write_obstacle(); }
  bool is_remote() override { return files_->is_remote(); }
  std::int64_t now_ns() override { return files_->now_ns(); }
  std::string boot() override { return files_->boot(); }
  memory::Result<std::string> read(const std::string& file, std::size_t max_bytes) override;
  memory::Result<std::string> read_from(const std::string& file, std::uint64_t offset, std::size_t max_bytes) override;
  memory::Result<memory::FileInfo> stat(const std::string& file) override;
  memory::Result<std::vector<memory::FolderItem>> list(const std::string& folder) override;
  memory::Result<> make_folder(const std::string& folder) override;
  memory::Result<> remove_folder(const std::string& folder) override;
  memory::Result<std::string> stage(const std::string& file, std::string_view bytes) override;
  memory::Result<> sync_file(const std::string& file) override;
  memory::Result<> move_new(const std::string& from, const std::string& to) override;
  memory::Result<std::string> move_aside(const std::string& file) override;
  memory::Result<> exchange(const std::string& staged, const std::string& file) override;
  memory::Result<> remove(const std::string& file) override;
  memory::Result<> sync_folder(const std::string& folder) override;
  memory::Result<> replace_derived(const std::string& file, std::span<const std::string_view> pieces) override;
  memory::Result<std::shared_ptr<memory::FileView>> view(const std::string& file) override;
  memory::Result<> append(const std::string& file, std::string_view lines) override;
  memory::Result<std::unique_ptr<memory::LogFile>> open_log(const std::string& file) override;
  memory::Result<std::unique_ptr<memory::FileLock>> try_lock(const std::string& file) override;
  std::unique_ptr<memory::FolderWatch> watch() override { return nullptr; }

 private:
  class Log;

  bool fails();
  static memory::Error injected() { return {memory::ErrorCode::kIo, "injected failure"}; }

  std::unique_ptr<memory::FileSystem> files_;
  int at_;
  bool forever_;
  bool armed_ = false;
  std::atomic<int> calls_ = 0;
};

}  // namespace tests
