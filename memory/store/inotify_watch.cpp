#include "memory/store/inotify_watch.h"

#include <fcntl.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <unordered_map>

namespace memory {
namespace {

constexpr std::uint32_t kMask = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO |
                                IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK;
// A folder that someone writes to without pause must not keep an answer waiting.
constexpr int kMostReads = 256;

class InotifyWatch final : public FolderWatch {
 public:
  InotifyWatch(FileHandle events, std::shared_ptr<RootFolder> root)
      : events_(std::move(events)), root_(std::move(root)) {}

  Result<> add(const std::string& folder) override {
    const auto handle = root_->open(folder, O_PATH | O_DIRECTORY);
    if (!handle) return handle.error();
    // By handle: the name could have become a link meanwhile.
    const std::string name = "/proc/self/fd/" + std::to_string(handle->get());
    const int id = ::inotify_add_watch(events_.get(), name.c_str(), kMask);
    if (id < 0) return system_error(errno, "watch", folder);
    const std::lock_guard lock(mutex_);
    const auto known = folders_.find(id);
    if (known != folders_.end() && known->second != folder) ids_.erase(known->second);
    folders_[id] = folder;
    ids_[folder] = id;
    return {};
  }

  WatchEvents drain() override {
    const std::lock_guard lock(mutex_);
    WatchEvents found;
    alignas(inotify_event) std::array<char, 1 << 16> buffer;
    for (int i = 0; i < kMostReads; ++i) {
      const ssize_t got = ::read(events_.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        if (got < 0 && errno != EAGAIN) found.lost = true;
        return found;
      }
      take(std::string_view(buffer.data(), static_cast<std::size_t>(got)), found);
    }
    found.lost = true;
    return found;
  }

 private:
  void take(std::string_view buffer, WatchEvents& found) {
    while (buffer.size() >= sizeof(inotify_event)) {
      inotify_event event;
      std::memcpy(&event, buffer.data(), sizeof event);
      const char* text = buffer.data() + sizeof event;
      take_one(event, std::string_view(text, ::strnlen(text, event.len)), found);
      buffer.remove_prefix(sizeof event + event.len);
    }
  }

  void take_one(const inotify_event& event, std::string_view name, WatchEvents& found) {
    if ((event.mask & (IN_Q_OVERFLOW | IN_UNMOUNT)) != 0) found.lost = true;
    const auto at = folders_.find(event.wd);
    if (at == folders_.end()) return;
    const std::string folder = at->second;
    if ((event.mask & IN_IGNORED) != 0) {
      const auto known = ids_.find(folder);
      if (known != ids_.end() && known->second == event.wd) ids_.erase(known);
      folders_.erase(at);
      return;
    }
    if ((event.mask & (IN_DELETE_SELF | IN_MOVE_SELF)) != 0) {
      found.folders.push_back(folder);
      return;
    }
    // A folder's own attributes are reported to the folder above as well; the root has none.
    if (name.empty() && folder.empty() && (event.mask & IN_ATTRIB) != 0) found.folders.emplace_back();
    if (name.empty() || name.front() == '.') return;  // dot-names are no entries
    std::string path = folder.empty() ? std::string(name) : folder + '/' + std::string(name);
    if ((event.mask & IN_ISDIR) == 0) {
      found.files.push_back(std::move(path));
      return;
    }
    if ((event.mask & (IN_MOVED_FROM | IN_DELETE)) != 0) forget_below(path);
    found.folders.push_back(std::move(path));
  }

  // A moved folder's watches would go on under names that are no longer its own.
  void forget_below(const std::string& folder) {
    for (auto at = ids_.lower_bound(folder); at != ids_.end() && at->first.starts_with(folder);) {
      if (at->first.size() != folder.size() && at->first[folder.size()] != '/') {
        ++at;
        continue;
      }
      ::inotify_rm_watch(events_.get(), at->second);
      folders_.erase(at->second);
      at = ids_.erase(at);
    }
  }

  std::mutex mutex_;
  FileHandle events_;
  std::shared_ptr<RootFolder> root_;
  std::unordered_map<int, std::string> folders_;  // watch → folder
  std::map<std::string, int> ids_;                // folder → watch
};

}  // namespace

std::unique_ptr<FolderWatch> make_inotify_watch(std::shared_ptr<RootFolder> root) {
  FileHandle events(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!events) return nullptr;
  return std::make_unique<InotifyWatch>(std::move(events), std::move(root));
}

}  // namespace memory
