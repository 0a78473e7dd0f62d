#include "tests/support/memory_file_system.h"

#include "memory/tree/entry_path.h"

namespace tests {

using memory::Error;
using memory::ErrorCode;
using memory::FileInfo;
using memory::FileKind;
using memory::FileLock;
using memory::FileView;
using memory::FolderItem;
using memory::FolderWatch;
using memory::last_component;
using memory::parent_path;
using memory::Result;
using memory::RootStatus;

struct MemoryDisk::Node {
  bool folder = false;
  std::string bytes;
  std::optional<std::string> synced_bytes;
  std::map<std::string, NodePtr> names;
  std::map<std::string, NodePtr> synced_names;
  std::uint64_t inode = 0;
  std::int64_t mtime_ns = 0;

  memory::FileStamp stamp() const { return {bytes.size(), mtime_ns, inode}; }
};

class CopiedFile final : public FileView {
 public:
  explicit CopiedFile(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string_view bytes() const override { return bytes_; }
  void forget_pages() override {}

 private:
  std::string bytes_;
};

class MemoryFileSystem final : public memory::FileSystem {
 public:
  explicit MemoryFileSystem(MemoryDisk& disk) : disk_(disk) {}

  std::string root() const override { return "/memory"; }
  memory::Result<RootStatus> check_root() override {
    const std::lock_guard lock(disk_.mutex_);
    if (disk_.root_ == root_) return root_ ? RootStatus::kSame : RootStatus::kAbsent;
    root_ = disk_.root_;
    return root_ ? RootStatus::kReplaced : RootStatus::kAbsent;
  }
  std::optional<std::string> write_obstacle() override { return std::nullopt; }
  bool is_remote() override { return false; }
  std::int64_t now_ns() override {
    const std::lock_guard lock(disk_.mutex_);
    return disk_.now_ns_;
  }
  Result<std::string> read(const std::string& file, std::size_t max_bytes) override {
    const std::lock_guard lock(disk_.mutex_);
    const auto node = disk_.find(file);
    if (!node) return missing(file);
    if (node->folder) return Error{ErrorCode::kRefusedPath, file + " is not a regular file"};
    if (node->bytes.size() > max_bytes) return Error{ErrorCode::kTooLarge, file + " is too large"};
    return node->bytes;
  }
  Result<std::string> read_from(const std::string& file, std::uint64_t offset, std::size_t max_bytes) override {
    const std::lock_guard lock(disk_.mutex_);
    const auto node = disk_.find(file);
    if (!node) return missing(file);
    return node->bytes.substr(std::min<std::size_t>(offset, node->bytes.size()), max_bytes);
  }
  Result<FileInfo> stat(const std::string& file) override {
    const std::lock_guard lock(disk_.mutex_);
    const auto node = disk_.find(file);
    if (!node) return missing(file);
    return FileInfo{node->folder ? FileKind::kFolder : FileKind::kRegular, node->stamp()};
  }
  Result<std::vector<FolderItem>> list(const std::string& folder) override {
    const std::lock_guard lock(disk_.mutex_);
    const auto node = disk_.find(folder);
    if (!node) return missing(folder);
    std::vector<FolderItem> items;
    for (const auto& [name, child] : node->names) {
      items.push_back({name, child->folder ? FileKind::kFolder : FileKind::kRegular, child->stamp()});
    }
    return items;
  }
  Result<> make_folder(const std::string& folder) override;
  Result<> remove_folder(const std::string& folder) override;
  Result<std::string> stage(const std::string& file, std::string_view bytes) override;
  Result<> sync_file(const std::string& file) override;
  Result<> move_new(const std::string& from, const std::string& to) override;
  Result<std::string> move_aside(const std::string& file) override;
  Result<> exchange(const std::string& staged, const std::string& file) override;
  Result<> remove(const std::string& file) override;
  Result<> sync_folder(const std::string& folder) override;
  Result<> replace_derived(const std::string& file, std::span<const std::string_view> pieces) override;
  Result<std::shared_ptr<FileView>> view(const std::string& file) override;
  Result<> append(const std::string& file, std::string_view lines) override;
  Result<std::unique_ptr<FileLock>> try_lock(const std::string& file) override;
  std::unique_ptr<FolderWatch> watch() override { return nullptr; }

 private:
  using NodePtr = MemoryDisk::NodePtr;

  class Lock final : public FileLock {
   public:
    Lock(MemoryDisk& disk, std::string file) : disk_(disk), file_(std::move(file)) {}
    ~Lock() override {
      const std::lock_guard lock(disk_.mutex_);
      disk_.locked_.erase(file_);
    }
    Result<> write_holder(std::string_view text) override {
      const std::lock_guard lock(disk_.mutex_);
      if (const auto node = disk_.find(file_)) node->bytes = text;
      return {};
    }

   private:
    MemoryDisk& disk_;
    std::string file_;
  };

  static Error missing(const std::string& name) { return {ErrorCode::kNotFound, name + " does not exist"}; }
  NodePtr new_file(std::string_view bytes);
  std::string staged_name(const std::string& file);

  MemoryDisk& disk_;
  MemoryDisk::NodePtr root_;
};

MemoryDisk::MemoryDisk() = default;

MemoryDisk::NodePtr MemoryDisk::find(const std::string& name) const {
  NodePtr node = root_;
  for (std::size_t start = 0; node && start < name.size();) {
    const std::size_t slash = std::min(name.find('/', start), name.size());
    const auto child = node->names.find(name.substr(start, slash - start));
    node = child == node->names.end() ? nullptr : child->second;
    start = slash + 1;
  }
  return node;
}

MemoryDisk::NodePtr MemoryDisk::folder_of(const std::string& name) const {
  const NodePtr folder = find(std::string(parent_path(name)));
  return folder && folder->folder ? folder : nullptr;
}

void MemoryDisk::put(const std::string& file, const std::string& bytes) {
  const std::lock_guard lock(mutex_);
  if (!root_) root_ = std::make_shared<Node>(Node{true, {}, {}, {}, {}, next_inode_++, 0});
  NodePtr folder = root_;
  std::size_t start = 0;
  for (std::size_t slash = file.find('/'); slash != std::string::npos; slash = file.find('/', start)) {
    NodePtr& child = folder->names[file.substr(start, slash - start)];
    if (!child) child = std::make_shared<Node>(Node{true, {}, {}, {}, {}, next_inode_++, 0});
    folder->synced_names[file.substr(start, slash - start)] = child;
    folder = child;
    start = slash + 1;
  }
  now_ns_ += 1000;
  const auto node = std::make_shared<Node>(Node{false, bytes, bytes, {}, {}, next_inode_++, now_ns_});
  folder->names[file.substr(start)] = node;
  folder->synced_names[file.substr(start)] = node;
}

void MemoryDisk::erase(const std::string& file) {
  const std::lock_guard lock(mutex_);
  const NodePtr folder = folder_of(file);
  if (!folder) return;
  folder->names.erase(std::string(last_component(file)));
  folder->synced_names.erase(std::string(last_component(file)));
}

std::optional<std::string> MemoryDisk::get(const std::string& file) const {
  const std::lock_guard lock(mutex_);
  const NodePtr node = find(file);
  return node && !node->folder ? std::optional(node->bytes) : std::nullopt;
}

void MemoryDisk::collect(const NodePtr& node, const std::string& name, std::set<std::string>& files) {
  if (!node->folder) files.insert(name);
  for (const auto& [child, below] : node->names) collect(below, name.empty() ? child : name + "/" + child, files);
}

std::set<std::string> MemoryDisk::files() const {
  const std::lock_guard lock(mutex_);
  std::set<std::string> files;
  if (root_) collect(root_, "", files);
  return files;
}

MemoryDisk::NodePtr MemoryDisk::survivor(const NodePtr& node) {
  auto after = std::make_shared<Node>(*node);
  if (!node->folder) {
    after->bytes = node->synced_bytes.value_or("");
    after->synced_bytes = after->bytes;
    return after;
  }
  after->names.clear();
  for (const auto& [name, child] : node->synced_names) after->names[name] = survivor(child);
  after->synced_names = after->names;
  return after;
}

MemoryDisk::NodePtr MemoryDisk::durable_copy(const NodePtr& node) {
  auto made = std::make_shared<Node>(*node);
  made->synced_bytes = node->bytes;
  for (auto& [name, child] : made->names) child = durable_copy(child);
  made->synced_names = made->names;
  return made;
}

std::unique_ptr<MemoryDisk> MemoryDisk::copy() const {
  const std::lock_guard lock(mutex_);
  auto made = std::make_unique<MemoryDisk>();
  if (root_) made->root_ = durable_copy(root_);
  made->next_inode_ = next_inode_;
  made->next_staged_ = next_staged_;
  made->now_ns_ = now_ns_;
  return made;
}

void MemoryDisk::lose_power() {
  const std::lock_guard lock(mutex_);
  if (root_) root_ = survivor(root_);
  locked_.clear();
}

std::unique_ptr<memory::FileSystem> MemoryDisk::open() { return std::make_unique<MemoryFileSystem>(*this); }

MemoryFileSystem::NodePtr MemoryFileSystem::new_file(std::string_view bytes) {
  disk_.now_ns_ += 1000;
  return std::make_shared<MemoryDisk::Node>(
      MemoryDisk::Node{false, std::string(bytes), {}, {}, {}, disk_.next_inode_++, disk_.now_ns_});
}

std::string MemoryFileSystem::staged_name(const std::string& file) {
  char name[32];
  std::snprintf(name, sizeof name, ".%016llx.staged", static_cast<unsigned long long>(disk_.next_staged_++));
  return file.substr(0, file.size() - last_component(file).size()) + name;
}

Result<> MemoryFileSystem::make_folder(const std::string& folder) {
  const std::lock_guard lock(disk_.mutex_);
  if (disk_.find(folder)) return Error{ErrorCode::kAlreadyExists, folder + " exists"};
  const auto made = std::make_shared<MemoryDisk::Node>(MemoryDisk::Node{true, {}, {}, {}, {}, disk_.next_inode_++, 0});
  if (folder.empty()) {
    disk_.root_ = made;
    return {};
  }
  const auto parent = disk_.folder_of(folder);
  if (!parent) return missing(folder);
  parent->names[std::string(last_component(folder))] = made;
  return {};
}

Result<> MemoryFileSystem::remove_folder(const std::string& folder) {
  const std::lock_guard lock(disk_.mutex_);
  const auto node = disk_.find(folder);
  if (!node || !node->folder) return missing(folder);
  if (!node->names.empty()) return Error{ErrorCode::kIo, folder + " is not empty"};
  disk_.folder_of(folder)->names.erase(std::string(last_component(folder)));
  return {};
}

Result<std::string> MemoryFileSystem::stage(const std::string& file, std::string_view bytes) {
  const std::lock_guard lock(disk_.mutex_);
  const auto folder = disk_.folder_of(file);
  if (!folder) return missing(file);
  const std::string name = staged_name(file);
  folder->names[std::string(last_component(name))] = new_file(bytes);
  return name;
}

Result<> MemoryFileSystem::sync_file(const std::string& file) {
  const std::lock_guard lock(disk_.mutex_);
  const auto node = disk_.find(file);
  if (!node) return missing(file);
  node->synced_bytes = node->bytes;
  return {};
}

Result<> MemoryFileSystem::move_new(const std::string& from, const std::string& to) {
  const std::lock_guard lock(disk_.mutex_);
  const auto node = disk_.find(from);
  const auto folder = disk_.folder_of(to);
  if (!node || !folder) return missing(from);
  if (disk_.find(to)) return Error{ErrorCode::kAlreadyExists, to + " exists"};
  folder->names[std::string(last_component(to))] = node;
  disk_.folder_of(from)->names.erase(std::string(last_component(from)));
  return {};
}

Result<std::string> MemoryFileSystem::move_aside(const std::string& file) {
  std::string aside;
  {
    const std::lock_guard lock(disk_.mutex_);
    aside = staged_name(file);
  }
  const auto moved = move_new(file, aside);
  if (!moved) return moved.error();
  return aside;
}

Result<> MemoryFileSystem::exchange(const std::string& staged, const std::string& file) {
  const std::lock_guard lock(disk_.mutex_);
  if (!disk_.find(staged) || !disk_.find(file)) return missing(file);
  std::swap(disk_.folder_of(staged)->names[std::string(last_component(staged))],
            disk_.folder_of(file)->names[std::string(last_component(file))]);
  return {};
}

Result<> MemoryFileSystem::remove(const std::string& file) {
  const std::lock_guard lock(disk_.mutex_);
  const auto node = disk_.find(file);
  if (!node || node->folder) return missing(file);
  disk_.folder_of(file)->names.erase(std::string(last_component(file)));
  return {};
}

Result<> MemoryFileSystem::sync_folder(const std::string& folder) {
  const std::lock_guard lock(disk_.mutex_);
  const auto node = disk_.find(folder);
  if (!node || !node->folder) return missing(folder);
  node->synced_names = node->names;
  return {};
}

Result<> MemoryFileSystem::replace_derived(const std::string& file, std::span<const std::string_view> pieces) {
  const std::lock_guard lock(disk_.mutex_);
  const auto folder = disk_.folder_of(file);
  if (!folder) return missing(file);
  std::string bytes;
  for (const std::string_view piece : pieces) bytes += piece;
  folder->names[std::string(last_component(file))] = new_file(bytes);
  return {};
}

Result<std::shared_ptr<FileView>> MemoryFileSystem::view(const std::string& file) {
  const std::lock_guard lock(disk_.mutex_);
  const auto node = disk_.find(file);
  if (!node || node->folder) return missing(file);
  return std::shared_ptr<FileView>(std::make_shared<CopiedFile>(node->bytes));
}

Result<> MemoryFileSystem::append(const std::string& file, std::string_view lines) {
  const std::lock_guard lock(disk_.mutex_);
  const auto folder = disk_.folder_of(file);
  if (!folder) return missing(file);
  MemoryDisk::NodePtr& node = folder->names[std::string(last_component(file))];
  if (!node) node = new_file("");
  node->bytes += lines;
  return {};
}

Result<std::unique_ptr<FileLock>> MemoryFileSystem::try_lock(const std::string& file) {
  const std::lock_guard lock(disk_.mutex_);
  const auto folder = disk_.folder_of(file);
  if (!folder) return missing(file);
  MemoryDisk::NodePtr& node = folder->names[std::string(last_component(file))];
  if (!node) node = new_file("");
  if (!disk_.locked_.insert(file).second) return std::unique_ptr<FileLock>();
  return std::unique_ptr<FileLock>(std::make_unique<Lock>(disk_, file));
}

}  // namespace tests
