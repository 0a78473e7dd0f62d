#include "memory/retrieval/curation_undo.h"

#include <algorithm>

#include "memory/retrieval/curation_history.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kNamed = 5;  // paths and changes in a message

Error unknown_change(const std::string& id) {
  return {ErrorCode::kNotFound, "no such change is kept; it may be too old, forgotten, or of another machine",
          "change_id", id};
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

class UndoPlanner {
 public:
  UndoPlanner(const TreeState& state, const PlannedCall& call) : state_(state), call_(call) {}

  Result<Plan> run() {
    const std::string id = to_lower(trim(call_.operation.change_id.value_or("")));
    if (id.empty()) {
      return Error{ErrorCode::kInvalidArgument, "UNDO needs change_id, as the result of the change or history gives it",
                   "change_id", ""};
    }
    record_ = call_.history ? call_.history->find(id) : nullptr;
    if (!record_) return unknown_change(id);
    for (const ChangedFile& file : record_->files) {
      auto planned = is_context_path(file.path) ? plan_context(file) : plan_entry(file);
      if (!planned) return planned.error();
    }
    if (!conflicts_.empty() && !call_.operation.force) return conflict(id);
    describe(id);
    return std::move(plan_);
  }

 private:
  EntryPtr now_at(const std::string& path) const {
    const auto found = state_.entries.find(path);
    return found == state_.entries.end() ? nullptr : found->second;
  }

  Result<> plan_entry(const ChangedFile& file) {
    const EntryPtr now = now_at(file.path);
    const std::string hash = now ? now->hash : "";
    // Also where later changes brought the same bytes back as stood there before.
    if (hash != file.after) conflicts_.push_back(&file);
    return hash == file.before ? Result<>() : put(file, now);
  }

  // The list in a context.md is not compared: it follows from the entries and is made anew.
  Result<> plan_context(const ChangedFile& file) {
    const EntryPtr now = now_at(file.path);
    if (file.before.empty()) return plan_made_context(file, now);
    const auto before = bytes_of(file, file.before);
    if (!before) return before.error();
    if (now && same_people_text(now->bytes, *before)) return {};
    if (now) {
      const auto left = file.after.empty() ? Result<std::string>(std::string()) : bytes_of(file, file.after);
      if (!left || !same_people_text(now->bytes, *left)) conflicts_.push_back(&file);
    } else if (!file.after.empty()) {
      conflicts_.push_back(&file);
    }
    return put(file, now);
  }

  // One that only lists goes by itself when its folder is empty; one that the change explained loses that text.
  Result<> plan_made_context(const ChangedFile& file, const EntryPtr& now) {
    if (!now) return {};
    const auto left = bytes_of(file, file.after);
    const bool listed_only = same_people_text(now->bytes, "");
    if (listed_only || !left || !same_people_text(now->bytes, *left)) return {};
    FileChange change = replaced_file(*now, "");
    change.file = file.file;
    plan_.files.push_back(std::move(change));
    return {};
  }

  Result<> put(const ChangedFile& file, const EntryPtr& now) {
    FileChange change{file.path, now ? now->file : file.file, now ? now->hash : "", std::nullopt, false};
    if (!file.before.empty()) {
      auto bytes = bytes_of(file, file.before);
      if (!bytes) return bytes.error();
      change.after = std::move(*bytes);
    }
    plan_.files.push_back(std::move(change));
    return {};
  }

  Result<std::string> bytes_of(const ChangedFile& file, const std::string& hash) const {
    auto bytes = call_.history->content(hash);
    if (bytes) return bytes;
    return Error{ErrorCode::kNotFound,
                 "history no longer holds the bytes of " + quoted(file.path) + " (" + bytes.error().message + ")",
                 "change_id", record_->id};
  }

  // Who changed the file after this change, in words.
  std::string later_changes(const ChangedFile& file) const {
    const auto records = call_.history->records();
    std::vector<std::string> ids;
    std::string left = file.after;
    for (auto at = std::find(records->begin(), records->end(), record_); at != records->end(); ++at) {
      if (*at == record_) continue;
      const ChangedFile* later = file_on(**at, file.path);
      if (!later) continue;
      ids.push_back((*at)->id);
      left = later->after;
    }
    const EntryPtr now = now_at(file.path);
    const bool edited = left != (now ? now->hash : "");
    std::string words;
    for (std::size_t i = ids.size() - std::min(ids.size(), kNamed); i < ids.size(); ++i) {
      words += (words.empty() ? "changed by " : ", ") + ids[i];
    }
    if (edited) words += words.empty() ? "edited outside" : ", then edited outside";
    return words.empty() ? "changed" : words;
  }

  Error conflict(const std::string& id) const {
    std::string text = "later changes touched it: ";
    for (std::size_t i = 0; i < std::min(kNamed, conflicts_.size()); ++i) {
      text += (i == 0 ? "" : "; ") + quoted(conflicts_[i]->path) + " was " + later_changes(*conflicts_[i]);
    }
    if (conflicts_.size() > kNamed) text += "; and " + std::to_string(conflicts_.size() - kNamed) + " files more";
    return {ErrorCode::kConflict,
            text + ". Undo these first, newest first, or give force: true to restore all the same", "change_id", id};
  }

  void describe(const std::string& id) {
    const bool back = is_move(*record_);
    const bool merge = record_->operation == "MERGE" || (!record_->target_path.empty() && !back);
    plan_.path = merge ? record_->target_path : record_->path;
    if (back) {
      plan_.source_path = record_->target_path;
      plan_.target_path = record_->path;
    }
    // Nothing goes before what replaces it stands.
    std::stable_partition(plan_.files.begin(), plan_.files.end(),
                          [](const FileChange& file) { return file.after.has_value(); });
    plan_.undoes = id;
    if (plan_.files.empty()) {
      plan_.message = "everything is as it was before the change";
      return;
    }
    plan_.effect = Effect::kUndone;
    if (const EntryPtr now = now_at(back ? plan_.source_path : plan_.path)) plan_.hash_before = now->hash;
    plan_.message = "undid " + record_->operation + " of " + quoted(record_->path);
    if (!record_->target_path.empty()) plan_.message += " to " + quoted(record_->target_path);
    plan_.message += " (" + id + ")";
    for (const ChangedFile* file : conflicts_) {
      plan_.warnings.push_back(quoted(file->path) + " had later changes, which are gone: it was " +
                               later_changes(*file));
      if (plan_.warnings.size() == kNamed) break;
    }
    plan_.compensation = compensating_signals(*record_, plan_.files, call_.lifecycles);
  }

  const TreeState& state_;
  const PlannedCall& call_;
  std::shared_ptr<const ChangeRecord> record_;
  std::vector<const ChangedFile*> conflicts_;
  Plan plan_;
};

// What lines of the log of signals say of an entry.
SignalTable table_of(const std::string& lines) {
  SignalTableBuilder builder{SignalTable()};
  for (const std::string_view line : split_lines(lines)) {
    if (const auto signal = parse_signal(line)) builder.apply(*signal);
  }
  return builder.take();
}

std::uint32_t without(std::uint32_t now, std::uint32_t after, std::uint32_t before) {
  const std::int64_t count = std::int64_t{now} - after + before;
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 0, UINT32_MAX));
}

SignalCounts counts_without(const SignalCounts& now, const SignalCounts& after, const SignalCounts& before) {
  SignalCounts counts = now;
  counts.accesses = without(now.accesses, after.accesses, before.accesses);
  counts.updates = without(now.updates, after.updates, before.updates);
  if (now.last_access == after.last_access) counts.last_access = before.last_access;
  if (now.last_update == after.last_update) counts.last_update = before.last_update;
  return counts;
}

class Compensation {
 public:
  Compensation(const ChangeRecord& record, const Lifecycles& lifecycles) : record_(record), lifecycles_(lifecycles) {}

  std::vector<Signal> run(const std::vector<FileChange>& files) {
    if (is_move(record_) && lifecycles_.signals_at(record_.target_path)) {
      Signal moved = signal(SignalKind::kMoved, record_.target_path);
      moved.target_path = record_.path;
      made_.push_back(std::move(moved));
    }
    for (const FileChange& file : files) {
      const ChangedFile* changed = file_on(record_, file.path);
      if (!changed || is_context_path(file.path)) continue;
      if (file.after) {
        restore(*changed, file);
      } else if (lifecycles_.signals_at(file.path)) {
        made_.push_back(signal(SignalKind::kRemoved, file.path));
      }
    }
    return std::move(made_);
  }

 private:
  Signal signal(SignalKind kind, const std::string& path) const {
    Signal made;
    made.kind = kind;
    made.time = lifecycles_.now();
    made.path = path;
    return made;
  }

  // A moved entry was counted on its new path since.
  void restore(const ChangedFile& changed, const FileChange& file) {
    const bool moved = is_move(record_) && changed.path == record_.path;
    const ChangedFile* counted = moved ? file_on(record_, record_.target_path) : &changed;
    const SignalTable before_table = table_of(changed.signals_before);
    const SignalTable after_table = table_of(counted->signals_after);
    const EntrySignals* before = before_table.find(changed.path);
    const EntrySignals* after = after_table.find(counted->path);
    const EntrySignals* now = lifecycles_.signals_at(counted->path);
    if (!before && !now) return;
    const EntryPtr entry = make_stored_entry(file.file, *file.after);
    const FileValues values = values_of(*entry);
    if (const KnownValues* known = before ? before->find(values) : nullptr; known && !(now && now->find(values))) {
      Signal wrote = signal(SignalKind::kWrote, changed.path);
      wrote.file = known->file;
      wrote.lifecycle = known->lifecycle;
      made_.push_back(std::move(wrote));
    }
    const SignalCounts none;
    Signal counts = signal(SignalKind::kCounts, changed.path);
    counts.counts = now ? counts_without(now->counts, after ? after->counts : none, before ? before->counts : none)
                        : before->counts;
    made_.push_back(std::move(counts));
  }

  const ChangeRecord& record_;
  const Lifecycles& lifecycles_;
  std::vector<Signal> made_;
};

}  // namespace

Result<Plan> plan_undo(const TreeState& state, const PlannedCall& call) { return UndoPlanner(state, call).run(); }

std::vector<Signal> compensating_signals(const ChangeRecord& record, const std::vector<FileChange>& files,
                                         const Lifecycles& lifecycles) {
  return Compensation(record, lifecycles).run(files);
}

}  // namespace memory
