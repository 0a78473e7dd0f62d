#include "memory/store/entry_store.h"

#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "memory/store/change_writer.h"
#include "memory/store/idle_task.h"
#include "memory/store/kept_texts.h"
#include "memory/store/manifest.h"
#include "memory/store/posix_file_system.h"
#include "memory/store/root_watch.h"
#include "memory/store/state_folder.h"
#include "memory/store/writer_lock.h"

namespace memory {
namespace {

// How often a file system without events is scanned where each look goes over a network.
constexpr std::chrono::seconds kRemoteScanPause{1};

// A call waits longer for its own process's calls, which all come to an end, than for another process.
constexpr int kOwnWaits = 6;

using SteadyTime = std::chrono::steady_clock::time_point;

class FileEntryStore final : public EntryStore {
 public:
  FileEntryStore(std::unique_ptr<FileSystem> files, StoreOptions options, std::span<const KnownFile> known)
      : files_(std::move(files)),
        options_(options),
        remote_(files_->is_remote()),
        root_(*files_, !options.read_only),
        manifest_(*files_),
        writer_(*files_),
        idle_(options.checkpoint_after, [this] { tidy(true); }) {
    manifest_.remember(known);
  }
  ~FileEntryStore() override {
    if (options_.checkpoint_after.count() > 0 && writer_.checkpoint_quick()) tidy(true);
  }

  // A process before this one may have been killed.
  void begin() {
    if (!options_.read_only && writer_.has_journal()) tidy(options_.checkpoint_after.count() > 0);
    static_cast<void>(refresh());
  }

  TreeStatePtr refresh() override {
    if (!options_.read_only && writer_.looks_unfinished()) tidy(false);
    const std::lock_guard lock(mutex_);
    look(false);
    return state();
  }

  TreeStatePtr state() const override {
    const std::lock_guard lock(state_mutex_);
    return state_;
  }

  std::vector<FileStamp> stamps_of(std::span<const EntryPtr> entries) override {
    const std::lock_guard lock(mutex_);
    return manifest_.stamps_of(entries);
  }

  void set_listener(Listener listener) override {
    const std::lock_guard lock(mutex_);
    listener_ = std::move(listener);
  }

  Result<std::unique_ptr<Write>> begin_write(const std::string& client) override;

 private:
  class Turn;

  void look(bool even_if_recent);
  std::optional<TreeChange> changes_since(const LoggedChanges& news, bool even_if_recent);
  void look_after_placing(const std::vector<FileChange>& change, const Placement& placement);
  TreeChange rescan();
  void publish(const TreeChange& change);
  std::vector<Problem> problems();
  std::optional<Error> refusal();
  Result<bool> make_root();
  void remove_staged();
  void tidy(bool checkpoint);
  Result<> recover();
  bool look_at_kept(bool news);

  const std::unique_ptr<FileSystem> files_;
  const StoreOptions options_;
  const bool remote_;

  std::mutex mutex_;  // guards the picture of the tree and its publication
  RootWatch root_;
  Manifest manifest_;
  std::unique_ptr<FolderWatch> watch_;
  bool root_known_ = false;             // open and read
  std::vector<Problem> root_problems_;  // as published
  SteadyTime last_scan_;
  std::optional<std::string> foreign_format_;
  std::vector<Problem> kept_;  // texts of changes that gave way to somebody's edit
  bool kept_known_ = false;
  std::optional<std::string> unrecovered_;  // why an interrupted change cannot be finished
  std::vector<Problem> noted_;              // those of the published state, but for the collisions it found itself
  Listener listener_;

  mutable std::mutex state_mutex_;  // guards the pointer alone, so that reading it never waits for a look
  TreeStatePtr state_ = make_tree_state({});

  TurnQueue turns_;
  ChangeWriter writer_;
  IdleTask idle_;  // last, for it uses the others until it ends
};

class FileEntryStore::Turn final : public EntryStore::Write {
 public:
  Turn(FileEntryStore& store) : store_(store) {}
  ~Turn() override { end(); }

  Result<> take_lock(const std::string& client) {
    auto created = store_.make_root();
    if (!created) return created.error();
    created_root_ = *created;
    if (auto made = make_state_folder(*store_.files_); !made) return made;
    auto lock = lock_writers(*store_.files_, client, store_.options_.lock_wait);
    if (!lock) return lock.error();
    lock_ = std::move(*lock);
    auto machine = fill_state_folder(*store_.files_);
    if (!machine) return machine.error();
    machine_ = std::move(*machine);
    if (auto recovered = store_.recover(); !recovered) return recovered;
    store_.remove_staged();
    return {};
  }

  TreeStatePtr state() const override { return store_.state(); }

  Result<> apply(const std::vector<FileChange>& change) override {
    if (!lock_) return Error{ErrorCode::kIo, "the writer's turn is over"};
    if (store_.writer_.lost_data()) return *store_.refusal();
    Placement placement;
    auto placed = store_.writer_.place(change, placement);
    store_.look_after_placing(change, placement);
    return placed;
  }

  Result<> log(const AuditRecord& record) override {
    const std::string file = audit_file(record.time, machine_);
    const std::string line = audit_line(record);
    store_.writer_.also_sync(file);
    auto appended = store_.files_->append(file, line);
    if (appended || appended.error().code != ErrorCode::kNotFound) return appended;
    const auto made = store_.files_->make_folder(".log");
    if (!made && made.error().code != ErrorCode::kAlreadyExists) return made.error();
    return store_.files_->append(file, line);
  }

  Result<> finish() override {
    Result<> done;
    if (lock_ && store_.writer_.checkpoint_due()) done = store_.writer_.checkpoint();
    end();
    if (store_.options_.checkpoint_after.count() > 0) store_.idle_.put_off();
    return done;
  }

  std::optional<std::string> created_root() const override {
    return created_root_ ? std::optional(store_.files_->root()) : std::nullopt;
  }

 private:
  void end() {
    if (ended_) return;
    ended_ = true;
    lock_.reset();
    store_.turns_.leave();
  }

  FileEntryStore& store_;
  std::unique_ptr<FileLock> lock_;
  std::string machine_;
  bool created_root_ = false;
  bool ended_ = false;
};

// Takes in what became different. The mutex is held.
void FileEntryStore::look(bool even_if_recent) {
  const RootStatus root = root_.look();
  if (root != RootStatus::kSame) root_known_ = kept_known_ = false;
  // What was read of a root that is out of reach stays: unknown is not gone.
  const LoggedChanges news = root == RootStatus::kAbsent ? LoggedChanges() : writer_.news();
  const auto change = root == RootStatus::kAbsent ? std::nullopt : changes_since(news, even_if_recent);
  const bool other_kept = look_at_kept(news.lost || !news.files.empty());
  if (change || other_kept || root_.problems() != root_problems_) publish(change.value_or(TreeChange{}));
}

// Only a recovery adds one, and logs what it did; a person takes them away.
bool FileEntryStore::look_at_kept(bool news) {
  if (!news && kept_.empty() && kept_known_) return false;
  kept_known_ = true;
  std::vector<Problem> kept = kept_texts(*files_);
  return std::exchange(kept_, kept) != kept;
}

// Nothing where there was nothing to look at.
std::optional<TreeChange> FileEntryStore::changes_since(const LoggedChanges& news, bool even_if_recent) {
  if (!root_known_) {
    root_known_ = true;
    watch_ = files_->watch();
    manifest_.set_watch(watch_.get());
    foreign_format_ = unknown_format(*files_);
    return rescan();
  }
  if (!manifest_.watches_all()) {
    const bool recent = std::chrono::steady_clock::now() - last_scan_ < kRemoteScanPause;
    const bool silent = !news.lost && news.files.empty();
    return !remote_ || !recent || even_if_recent || !silent ? std::optional(rescan()) : std::nullopt;
  }
  const WatchEvents events = watch_->drain();
  if (events.lost || news.lost) return rescan();
  std::set<std::string> files = news.files;
  std::set<std::string> folders = news.folders;
  files.insert(events.files.begin(), events.files.end());
  folders.insert(events.folders.begin(), events.folders.end());
  if (files.empty() && folders.empty() && !manifest_.has_doubts()) return std::nullopt;
  return manifest_.look_at(files, folders);
}

void FileEntryStore::look_after_placing(const std::vector<FileChange>& change, const Placement& placement) {
  std::set<std::string> files;
  for (const FileChange& file : change) files.insert(file.file);
  const std::lock_guard lock(mutex_);
  writer_.tell(files, placement.folders);
  if (!root_known_) return;  // it went meanwhile; the next look reads everything
  publish(manifest_.look_at(files, {placement.folders.begin(), placement.folders.end()}));
}

TreeChange FileEntryStore::rescan() {
  TreeChange change = manifest_.scan();
  last_scan_ = std::chrono::steady_clock::now();
  return change;
}

std::vector<Problem> FileEntryStore::problems() {
  std::vector<Problem> problems = manifest_.problems();
  root_problems_ = root_.problems();
  problems.insert(problems.end(), root_problems_.begin(), root_problems_.end());
  if (foreign_format_) {
    problems.push_back({kStateFolder, "the tree is read-only: " + *foreign_format_, "use the version that made it"});
  }
  problems.insert(problems.end(), kept_.begin(), kept_.end());
  if (unrecovered_) {
    problems.push_back({kJournalFile, "a change that was interrupted cannot be finished: " + *unrecovered_,
                        "remove the reason; the next write finishes it, or fails with the same reason"});
  }
  if (remote_) {
    problems.push_back({"", "the tree lies on a network file system: changes by others are seen within a second",
                        "keep the tree on a local disk"});
  }
  return problems;
}

void FileEntryStore::publish(const TreeChange& change) {
  const TreeStatePtr before = state();
  std::vector<Problem> noted = problems();
  if (change.empty() && manifest_.folders() == before->folders && noted == noted_) return;
  const TreeStatePtr after = next_state(*before, change, manifest_.folders(), noted);
  noted_ = std::move(noted);
  {
    const std::lock_guard lock(state_mutex_);
    state_ = after;
  }
  if (listener_) listener_(after, change);
}

// Why nothing may be written now, if so.
std::optional<Error> FileEntryStore::refusal() {
  if (options_.read_only) return Error{ErrorCode::kReadOnly, "the server was started read-only"};
  if (writer_.lost_data()) {
    return Error{ErrorCode::kReadOnly,
                 "the disk reported a failed write earlier; the server only reads until it is started anew"};
  }
  if (remote_ && !options_.allow_network_fs) {
    return Error{ErrorCode::kReadOnly,
                 "the tree lies on a network file system, where locks cannot be relied on; --allow-network-fs "
                 "allows writing all the same"};
  }
  if (const auto foreign = unknown_format(*files_)) {
    const std::lock_guard lock(mutex_);
    foreign_format_ = foreign;
    return Error{ErrorCode::kReadOnly, "the tree is read-only: " + *foreign};
  }
  return std::nullopt;
}

Result<bool> FileEntryStore::make_root() {
  {
    const std::lock_guard lock(mutex_);
    look(true);
    if (root_known_) return false;
    if (root_.trouble()) return Error{ErrorCode::kIo, *root_.trouble() + "; nothing is written until it can be used"};
  }
  const auto made = files_->make_folder("");
  if (!made && made.error().code != ErrorCode::kAlreadyExists) return made.error();
  const std::lock_guard lock(mutex_);
  root_known_ = false;
  look(true);
  return made.has_value();
}

// Temporary files that dead writers left. Under the lock nobody else is at work.
void FileEntryStore::remove_staged() {
  std::set<std::string> staged;
  {
    const std::lock_guard lock(mutex_);
    look(true);
    staged = manifest_.take_staged();
  }
  for (const std::string& file : staged) static_cast<void>(files_->remove(file));
}

// Under the writer lock.
Result<> FileEntryStore::recover() {
  auto recovered = writer_.recover();
  const std::lock_guard lock(mutex_);
  unrecovered_ = recovered ? std::nullopt : std::optional(recovered.error().message);
  return recovered;
}

// Finishes what dead writers began, and empties the journal where that is asked for. Whoever is at work does both
// sooner or later: nobody waits for that here.
void FileEntryStore::tidy(bool checkpoint) {
  if (refusal() || !turns_.enter({})) return;
  if (const auto lock = lock_writers(*files_, "", {}); lock && recover() && checkpoint) {
    static_cast<void>(writer_.checkpoint());
  }
  turns_.leave();
}

Result<std::unique_ptr<EntryStore::Write>> FileEntryStore::begin_write(const std::string& client) {
  if (const auto error = refusal()) return *error;
  if (!turns_.enter(kOwnWaits * options_.lock_wait)) {
    return Error{ErrorCode::kBusy, "this process is busy writing to the tree; try again"};
  }
  auto turn = std::make_unique<Turn>(*this);
  if (auto locked = turn->take_lock(client); !locked) return locked.error();
  return std::unique_ptr<Write>(std::move(turn));
}

}  // namespace

Result<std::unique_ptr<EntryStore>> EntryStore::open(const std::string& root, StoreOptions options,
                                                     std::function<Time()> clock, std::span<const KnownFile> known) {
  if (root.empty() || root.front() != '/') {
    return Error{ErrorCode::kInvalidArgument, "the tree's folder must be an absolute path", "root", root};
  }
  return open(make_posix_file_system(root), options, std::move(clock), known);
}

Result<std::unique_ptr<EntryStore>> EntryStore::open(std::unique_ptr<FileSystem> files, StoreOptions options,
                                                     std::function<Time()> /*clock*/,
                                                     std::span<const KnownFile> known) {
  auto store = std::make_unique<FileEntryStore>(std::move(files), options, known);
  store->begin();
  return std::unique_ptr<EntryStore>(std::move(store));
}

}  // namespace memory
