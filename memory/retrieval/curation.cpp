#include "memory/retrieval/curation.h"

#include <algorithm>
#include <memory>
#include <span>

#include "memory/retrieval/curation_conflicts.h"
#include "memory/retrieval/curation_context_files.h"
#include "memory/retrieval/curation_history.h"
#include "memory/retrieval/curation_plan.h"
#include "memory/retrieval/curation_relations.h"
#include "memory/retrieval/curation_signals.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/sha256.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMaxOperations = 200;
constexpr int kAttempts = 3;  // of an operation whose files change under it

// A dry run: everything but the writes.
class Rehearsal final : public EntryStore::Write {
 public:
  explicit Rehearsal(TreeStatePtr state) : state_(std::move(state)) {}

  TreeStatePtr state() const override { return state_; }
  Result<> apply(const std::vector<FileChange>& files) override {
    state_ = state_after(*state_, files);
    return {};
  }
  Result<> log(const AuditRecord& /*record*/) override { return {}; }
  Result<> finish() override { return {}; }
  std::optional<std::string> created_root() const override { return std::nullopt; }

 private:
  TreeStatePtr state_;
};

std::string upper_case(std::string_view text) {
  std::string upper(trim(text));
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return upper;
}

std::string asked_for(const Operation& operation) {
  std::string path = operation.path.value_or("");
  if (is_given(operation.title)) path += (path.empty() ? "" : "/") + *operation.title;
  return path;
}

Result<> check_type(const std::string& type, const Operation& operation) {
  for (const std::string_view known : {"ADD", "UPDATE", "UPSERT", "MERGE", "DELETE", "UNDO"}) {
    if (type == known) return {};
  }
  return Error{ErrorCode::kInvalidArgument, "unknown type; use ADD, UPDATE, UPSERT, MERGE, DELETE or UNDO", "type",
               operation.type};
}

// What the result says without an adapter's help; tools/error_text words `error` anew, with a remedy.
std::string words_of(const Error& error) {
  std::string text = error.message;
  if (!error.field.empty()) text += " (" + error.field + (error.value.empty() ? "" : ": \"" + error.value + "\"") + ")";
  for (std::size_t i = 0; i < error.candidates.size(); ++i) {
    text += (i == 0 ? "; closest: \"" : ", \"") + error.candidates[i] + "\"";
  }
  return text;
}

// One call's operations, in order.
class Curation {
 public:
  Curation(EntryStore::Write& write, const CurateRequest& request, const std::function<Time()>& clock,
           SignalLog* signals, History* history)
      : write_(write),
        request_(request),
        clock_(clock),
        first_(write.state()),
        signals_(signals, request.client),
        history_(history),
        kept_(request.dry_run ? nullptr : history) {}

  CurateResult run() {
    for (const Operation& operation : request_.operations) {
      run_operation(operation);
      if (request_.progress) request_.progress(result_.applied.size(), request_.operations.size());
    }
    for (std::size_t i = 0; i < result_.applied.size(); ++i) warn_of_links(i);
    if (!request_.dry_run) signals_.finish(write_, clock_());
    kept_.finish(clock_());
    return std::move(result_);
  }

 private:
  void run_operation(const Operation& operation) {
    OperationResult outcome;
    outcome.type = upper_case(operation.type);
    outcome.path = asked_for(operation);
    plans_.emplace_back();
    if (auto error = try_operation(operation, outcome)) fail(outcome, std::move(*error));
    result_.applied.push_back(std::move(outcome));
  }

  static void fail(OperationResult& outcome, Error error) {
    outcome.status = "failed";
    outcome.message = words_of(error);
    outcome.error = std::move(error);
  }

  std::optional<Error> try_operation(const Operation& operation, OperationResult& outcome) {
    if (request_.stop.stop_requested()) return Error{ErrorCode::kBusy, "the call was cancelled before this operation"};
    if (operation.malformed) return Error{ErrorCode::kInvalidArgument, *operation.malformed};
    if (auto known = check_type(outcome.type, operation); !known) return known.error();
    const std::optional<std::string>& reason = is_given(operation.reason) ? operation.reason : request_.reason;
    if (!is_given(reason)) {
      return Error{ErrorCode::kInvalidArgument, "why is missing: give a reason for the operation or for the call",
                   "reason", ""};
    }
    Operation reasoned = operation;
    reasoned.reason = reason;
    const std::span later = std::span(request_.operations).subspan(plans_.size());
    for (int attempt = 1;; ++attempt) {
      auto applied = apply(reasoned, later, outcome);
      if (applied) return std::nullopt;
      const Error& error = applied.error();
      // A file changed between reading and placing: everything is computed anew from what is there now.
      const bool lost_race = error.code == ErrorCode::kConflict && error.field == "path";
      if (!lost_race || attempt == kAttempts) return error;
    }
  }

  Result<> apply(const Operation& operation, std::span<const Operation> later, OperationResult& outcome) {
    const TreeStatePtr before = write_.state();
    const auto related = with_known_targets(*before, operation, later);
    if (!related) return related.error();
    const Time now = clock_();
    const PlannedCall call{*related, outcome.type, request_.client, now, signals_.lifecycles(now), history_};
    auto plan = plan_operation(*before, call);
    if (!plan) return plan.error();
    if (plan->effect != Effect::kUndone) plan_fact_conflicts(*before, call.now, *plan);
    const bool own_change = plan->effect != Effect::kUnchanged;
    if (plan->duplicate_of.empty()) plan_context_files(*before, call.operation, *plan);
    if (!own_change && !plan->files.empty() && plan->duplicate_of.empty()) {
      plan->effect = Effect::kUpdated;
      plan->message = "updated the folders' context.md";
    }
    if (auto size = check_size(*plan); !size) return size;
    if (!plan->files.empty()) {
      kept_.keep(*before, *plan);
      if (auto applied = write_.apply(plan->files); !applied) return applied;
    }
    // What is no entry is never touched: the folder then stays, which only the disk knows.
    const bool leftovers = call.operation.recursive && plan->effect == Effect::kDeleted && !request_.dry_run &&
                           write_.state()->has_folder(plan->path);
    if (leftovers) plan->message += "; the folder itself stays, with files that are no entries and were not touched";
    const SignalTablePtr signals_before = signals_.table();
    const auto promotions = signals_.take(*before, *write_.state(), *plan, now);
    if (plan->effect != Effect::kUnchanged) {
      outcome.change_id = kept_.record(call, *plan, *signals_before, *signals_.table(), plan->warnings);
    }
    report(call, *before, *plan, outcome);
    for (const AuditRecord& record : promotions) log(record, outcome);
    plans_.back() = std::move(*plan);
    return {};
  }

  void report(const PlannedCall& call, const TreeState& before, const Plan& plan, OperationResult& outcome) {
    outcome.path = plan.path;
    outcome.status = plan.effect == Effect::kUnchanged ? "unchanged" : "success";
    outcome.message = plan.message;
    outcome.removed = plan.removed;
    outcome.similar = plan.similar;
    outcome.warnings = plan.warnings;
    if (!plan.duplicate_of.empty()) outcome.duplicate_of = plan.duplicate_of;
    const auto hash = hash_now(before, plan);
    if (!request_.dry_run || is_stored(plan, hash)) outcome.hash = hash;
    if (plan.effect == Effect::kUnchanged) return;
    log({call.now, request_.client, call.type, path_before(plan), plan.target_path, call.operation.reason.value_or(""),
         plan.hash_before, hash.value_or(""), outcome.change_id.value_or("")},
        outcome);
  }

  void log(const AuditRecord& record, OperationResult& outcome) {
    const auto logged = write_.log(record);
    if (!logged) outcome.warnings.push_back("the audit log could not be written: " + logged.error().message);
  }

  static std::optional<std::string> hash_now(const TreeState& before, const Plan& plan) {
    if (plan.effect == Effect::kDeleted) return std::nullopt;
    for (const FileChange& file : plan.files) {
      if (file.path == plan.path && file.after) return sha256_hex(*file.after);
    }
    const bool removed = std::any_of(plan.files.begin(), plan.files.end(),
                                     [&](const FileChange& file) { return file.path == plan.path && !file.after; });
    const EntryPtr entry = before.find(plan.duplicate_of.empty() ? plan.path : plan.duplicate_of);
    return entry && !removed ? std::optional(entry->hash) : std::nullopt;
  }

  // The bytes of a dry run are never stored, and a later run makes others: it has another time.
  bool is_stored(const Plan& plan, const std::optional<std::string>& hash) const {
    const EntryPtr entry = first_->find(plan.duplicate_of.empty() ? plan.path : plan.duplicate_of);
    return plan.effect == Effect::kUnchanged && entry && hash == entry->hash;
  }

  // Targets are looked up after the last operation: a later one of the call may have made them.
  void warn_of_links(std::size_t i) {
    OperationResult& outcome = result_.applied[i];
    const Plan& plan = plans_[i];
    if (outcome.status != "success" || plan.effect == Effect::kDeleted || plan.effect == Effect::kUndone) return;
    const TreeStatePtr state = write_.state();
    const EntryPtr entry = state->find(plan.path);
    if (!entry) return;
    for (std::string& text : link_warnings(*state, *entry, plan.links_before)) {
      outcome.warnings.push_back(std::move(text));
    }
  }

  EntryStore::Write& write_;
  const CurateRequest& request_;
  const std::function<Time()>& clock_;
  const TreeStatePtr first_;  // before the first operation
  CurationSignals signals_;
  History* history_;
  CurationHistory kept_;
  CurateResult result_;
  std::vector<Plan> plans_;  // one an operation; empty where it failed

 public:
  const std::vector<Plan>& plans() const { return plans_; }
};

std::int64_t& counter_of(CurateSummary& summary, Effect effect) {
  switch (effect) {
    case Effect::kAdded:
      return summary.added;
    case Effect::kUpdated:
    case Effect::kUndone:
      return summary.updated;
    case Effect::kMerged:
      return summary.merged;
    case Effect::kDeleted:
      return summary.deleted;
    case Effect::kUnchanged:
      break;
  }
  return summary.unchanged;
}

CurateSummary summary_of(const CurateResult& result, const std::vector<Plan>& plans) {
  CurateSummary summary;
  for (std::size_t i = 0; i < result.applied.size(); ++i) {
    ++(result.applied[i].status == "failed" ? summary.failed : counter_of(summary, plans[i].effect));
  }
  return summary;
}

// What is in place but not certain to outlive a power loss is no success.
void mark_not_durable(CurateResult& result, const Error& error) {
  for (OperationResult& outcome : result.applied) {
    if (outcome.status != "success") continue;
    outcome.status = "failed";
    outcome.error = Error{ErrorCode::kIo, "written, but the disk did not confirm it: " + error.message, "", ""};
    outcome.message = outcome.error->message;
  }
}

}  // namespace

Result<> check_size(const Plan& plan) {
  for (const FileChange& file : plan.files) {
    if (!file.after || file.after->size() <= kMaxEntryBytes) continue;
    return Error{ErrorCode::kTooLarge,
                 "\"" + file.path + "\" would have " + std::to_string(file.after->size()) + " bytes, the limit is " +
                     std::to_string(kMaxEntryBytes) + " (4 MiB); split it into several entries",
                 "content", ""};
  }
  return {};
}

TreeStatePtr state_after(const TreeState& state, const std::vector<FileChange>& files) {
  TreeChange change;
  std::vector<std::string> folders = state.folders;
  for (const FileChange& file : files) {
    if (!file.after) {
      change.removed.push_back(file.path);
      continue;
    }
    change.changed.push_back(make_stored_entry(file.file, *file.after));
    for (std::string_view folder = parent_path(file.path); !folder.empty(); folder = parent_path(folder)) {
      if (!state.has_folder(folder)) folders.emplace_back(folder);
    }
  }
  std::sort(folders.begin(), folders.end());
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  return next_state(state, change, std::move(folders), state.problems);
}

Result<CurateResult> curate(EntryStore& store, const CurateRequest& request, const std::function<Time()>& clock,
                            SignalLog* signals, History* history) {
  if (request.operations.empty()) {
    return Error{ErrorCode::kInvalidArgument, "operations is empty: nothing to do", "operations", ""};
  }
  if (request.operations.size() > kMaxOperations) {
    return Error{ErrorCode::kTooLarge,
                 std::to_string(request.operations.size()) + " operations in one call, the limit is " +
                     std::to_string(kMaxOperations) + "; split the call",
                 "operations", ""};
  }
  std::unique_ptr<EntryStore::Write> write;
  if (request.dry_run) {
    write = std::make_unique<Rehearsal>(store.refresh());
  } else {
    auto begun = store.begin_write(request.client);
    if (!begun) return begun.error();
    write = std::move(*begun);
  }
  Curation curation(*write, request, clock, signals, history);
  CurateResult result = curation.run();
  result.created_root = write->created_root();
  if (auto durable = write->finish(); !durable) mark_not_durable(result, durable.error());
  result.summary = summary_of(result, curation.plans());
  return result;
}

}  // namespace memory
