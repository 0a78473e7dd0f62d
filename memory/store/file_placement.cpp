#include "memory/store/file_placement.h"

#include "memory/tree/entry_path.h"
#include "memory/tree/sha256.h"

namespace memory {
namespace {

enum class Done { kNothing, kCreated, kReplaced, kRemoved };

struct Step {
  const FileChange* change = nullptr;
  std::string staged;  // the new bytes; after putting them in place the displaced ones
  bool skipped = false;
  Done done = Done::kNothing;
};

Error conflict(const FileChange& change, std::string_view what) {
  return {ErrorCode::kConflict, change.path + " " + std::string(what), "path", change.path};
}

std::string_view name_of(FileKind kind) {
  switch (kind) {
    case FileKind::kRegular:
      return "a file";
    case FileKind::kFolder:
      return "a folder";
    case FileKind::kShared:
      return "a hard link";
    case FileKind::kLink:
      return "a symbolic link";
    case FileKind::kOther:
      break;
  }
  return "a FIFO, socket or device";
}

Error in_the_way(FileKind kind, const std::string& name, std::string_view lacking) {
  return {ErrorCode::kAlreadyExists,
          "\"" + name + "\" is " + std::string(name_of(kind)) + ", " + std::string(lacking) +
              "; choose another name, or have it removed",
          "path", name};
}

class FilePlacer {
 public:
  FilePlacer(FileSystem& files, Placement& placement) : files_(files), placement_(placement) {}

  Result<> run(const std::vector<FileChange>& change, const BeforePlacing& before_placing) {
    for (const FileChange& file : change) steps_.push_back({&file, {}, false, Done::kNothing});
    auto result = stage_all();
    if (result) result = before_placing(staged());
    for (Step& step : steps_) {
      if (result) result = put(step);
    }
    if (!result) {
      undo();
      return result;
    }
    for (const Step& step : steps_) drop(step.staged);
    for (const Step& step : steps_) {
      if (step.done == Done::kRemoved) remove_emptied(step.change->file);
    }
    return result;
  }

 private:
  Result<> stage_all() {
    for (Step& step : steps_) {
      if (!step.change->after) continue;
      if (step.change->before.empty()) {
        if (auto made = make_folders(std::string(parent_path(step.change->file))); !made) {
          return explained(*step.change, made.error());
        }
      }
      auto staged = files_.stage(step.change->file, *step.change->after);
      // A full disk must not keep anybody from deleting: a listing can be made anew by a later change.
      step.skipped = !staged && staged.error().code == ErrorCode::kIo && step.change->recomputable;
      if (step.skipped) continue;
      if (!staged) return explained(*step.change, staged.error());
      step.staged = std::move(*staged);
    }
    return {};
  }

  std::vector<const FileChange*> staged() const {
    std::vector<const FileChange*> changes;
    for (const Step& step : steps_) {
      if (!step.skipped) changes.push_back(step.change);
    }
    return changes;
  }

  static Error gone(const FileChange& change) { return conflict(change, "is gone, or its folder"); }

  Result<> make_folders(const std::string& folder) {
    if (folder.empty()) return {};
    auto made = files_.make_folder(folder);
    if (!made && made.error().code == ErrorCode::kNotFound) {
      if (auto parents = make_folders(std::string(parent_path(folder))); !parents) return parents;
      made = files_.make_folder(folder);
    }
    if (!made) return made.error().code == ErrorCode::kAlreadyExists ? Result<>() : made;
    made_.push_back(folder);
    placement_.folders.push_back(folder);
    return {};
  }

  // What stands on the way to a new file and is no folder explains a failure better than the system does.
  Error explained(const FileChange& change, const Error& error) {
    if (error.code != ErrorCode::kNotFound && error.code != ErrorCode::kRefusedPath) return error;
    for (std::string_view folder = parent_path(change.file); !folder.empty(); folder = parent_path(folder)) {
      const auto there = files_.stat(std::string(folder));
      if (there && there->kind != FileKind::kFolder) return in_the_way(there->kind, std::string(folder), "no folder");
    }
    return error.code == ErrorCode::kNotFound ? gone(change) : error;
  }

  Error taken(const FileChange& change) {
    const auto there = files_.stat(change.file);
    if (!there || there->kind == FileKind::kRegular) return conflict(change, "was created meanwhile");
    return in_the_way(there->kind, change.file, "no entry");
  }

  Result<> put(Step& step) {
    if (step.skipped) return {};
    if (!step.change->after) return take_away(step);
    return step.change->before.empty() ? create(step) : replace(step);
  }

  Result<> create(Step& step) {
    const auto moved = files_.move_new(step.staged, step.change->file);
    if (!moved && moved.error().code == ErrorCode::kAlreadyExists) return taken(*step.change);
    if (!moved) return moved;
    step.staged.clear();
    step.done = Done::kCreated;
    return {};
  }

  Result<> replace(Step& step) {
    const auto exchanged = files_.exchange(step.staged, step.change->file);
    if (!exchanged) return exchanged.error().code == ErrorCode::kNotFound ? gone(*step.change) : exchanged.error();
    step.done = Done::kReplaced;
    return is_displaced(step);
  }

  Result<> take_away(Step& step) {
    auto aside = files_.move_aside(step.change->file);
    if (!aside) return aside.error().code == ErrorCode::kNotFound ? gone(*step.change) : aside.error();
    step.staged = std::move(*aside);
    step.done = Done::kRemoved;
    return is_displaced(step);
  }

  // The displaced bytes must be those that were read; the caller puts them back otherwise.
  Result<> is_displaced(const Step& step) {
    const auto displaced = files_.read(step.staged, kMaxEntryBytes);
    if (!displaced && displaced.error().code != ErrorCode::kTooLarge) return displaced.error();
    if (displaced && sha256_hex(*displaced) == step.change->before) return {};
    return conflict(*step.change, "was changed meanwhile");
  }

  void undo() {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      bool undone = true;
      if (step->done == Done::kCreated) undone = undo_create(*step);
      if (step->done == Done::kReplaced) undone = undo_replace(*step);
      if (step->done == Done::kRemoved) undone = undo_removal(*step);
      placement_.undone = placement_.undone && undone;
      if (step->done == Done::kNothing) drop(step->staged);
    }
    for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) {
      if (!files_.remove_folder(*folder)) continue;  // somebody uses it by now
    }
  }

  bool undo_create(Step& step) {
    const auto aside = files_.move_aside(step.change->file);
    if (!aside) return aside.error().code == ErrorCode::kNotFound;
    if (is_ours(*aside, step)) {
      drop(*aside);
      return true;
    }
    return files_.move_new(*aside, step.change->file).has_value();
  }

  bool undo_replace(Step& step) {
    const auto exchanged = files_.exchange(step.staged, step.change->file);
    if (!exchanged) return exchanged.error().code == ErrorCode::kNotFound;  // removed since
    if (is_ours(step.staged, step)) {
      drop(step.staged);
      return true;
    }
    // Edited since: theirs stays. What was displaced first is what was read, and theirs came after it.
    return files_.exchange(step.staged, step.change->file).has_value();
  }

  bool undo_removal(const Step& step) { return files_.move_new(step.staged, step.change->file).has_value(); }

  bool is_ours(const std::string& name, const Step& step) {
    const auto bytes = files_.read(name, kMaxEntryBytes);
    return bytes && step.change->after && *bytes == *step.change->after;
  }

  // A temporary file that cannot be removed now is removed by a later turn.
  void drop(const std::string& staged) {
    if (!staged.empty()) static_cast<void>(files_.remove(staged));
  }

  void remove_emptied(const std::string& file) {
    for (std::string_view folder = parent_path(file); !folder.empty(); folder = parent_path(folder)) {
      if (!files_.remove_folder(std::string(folder))) return;
      placement_.folders.emplace_back(folder);
    }
  }

  FileSystem& files_;
  Placement& placement_;
  std::vector<Step> steps_;
  std::vector<std::string> made_;
};

}  // namespace

Result<> place_files(FileSystem& files, const std::vector<FileChange>& change, Placement& placement,
                     const BeforePlacing& before_placing) {
  return FilePlacer(files, placement).run(change, before_placing);
}

}  // namespace memory
