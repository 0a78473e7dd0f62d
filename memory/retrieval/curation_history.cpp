#include "memory/retrieval/curation_history.h"

#include "memory/tree/entry_path.h"
#include "memory/tree/outline.h"
#include "memory/tree/sha256.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

std::string people_text(std::string_view bytes) {
  std::string text;
  for (const ByteRange& range : person_ranges(bytes)) text += bytes.substr(range.begin, range.end - range.begin);
  return text;
}

// All that is known of an entry between two writes of its file, as lines of the log of signals.
std::string signals_text(const SignalTable& table, const std::string& path) {
  const EntrySignals* signals = table.find(path);
  std::string lines;
  if (!signals) return lines;
  for (const Signal& signal : signals_for(path, *signals)) lines += signal_line(signal);
  return lines;
}

// Lists alone are made anew from the entries by any change, so they need not be kept.
bool is_list_only(const FileChange& file, const EntryPtr& before) {
  return is_context_path(file.path) && before && file.after && same_people_text(before->bytes, *file.after);
}

}  // namespace

bool is_context_path(std::string_view path) { return last_component(path) == "context"; }

bool same_people_text(std::string_view a, std::string_view b) { return trim(people_text(a)) == trim(people_text(b)); }

const std::string& path_before(const Plan& plan) { return plan.source_path.empty() ? plan.path : plan.source_path; }

void CurationHistory::keep(const TreeState& before, const Plan& plan) {
  if (!history_) return;
  pending_ = {};
  failure_.reset();
  for (const FileChange& file : plan.files) {
    const auto known = before.entries.find(file.path);
    const EntryPtr entry = known == before.entries.end() ? nullptr : known->second;
    if (is_list_only(file, entry)) continue;
    ChangedFile changed{file.path, file.file, file.before, file.after ? sha256_hex(*file.after) : "", "", ""};
    if (entry && !changed.before.empty()) keep_bytes(changed.before, entry->bytes);
    if (file.after) keep_bytes(changed.after, *file.after);
    pending_.files.push_back(std::move(changed));
  }
}

void CurationHistory::keep_bytes(const std::string& hash, std::string_view bytes) {
  if (failure_) return;
  const auto stored = history_->keep(hash, bytes);
  if (!stored) {
    failure_ = stored.error();
  } else {
    pending_.stored += *stored;
  }
}

std::optional<std::string> CurationHistory::record(const PlannedCall& call, const Plan& plan, const SignalTable& before,
                                                   const SignalTable& after, std::vector<std::string>& warnings) {
  if (!history_ || pending_.files.empty()) return std::nullopt;
  pending_.id = new_change_id();
  pending_.time = call.now;
  pending_.client = call.client;
  pending_.operation = call.type;
  pending_.path = path_before(plan);
  pending_.target_path = plan.target_path;
  pending_.reason = call.operation.reason.value_or("");
  pending_.undoes = plan.undoes;
  for (ChangedFile& file : pending_.files) {
    file.signals_before = signals_text(before, file.path);
    file.signals_after = signals_text(after, file.path);
  }
  if (!failure_) {
    auto added = history_->add(pending_);
    if (added) return pending_.id;
    failure_ = added.error();
  }
  warnings.push_back("this change cannot be undone, its history could not be written: " + failure_->message);
  return std::nullopt;
}

void CurationHistory::finish(Time now) {
  if (history_) history_->trim(now);
}

}  // namespace memory
