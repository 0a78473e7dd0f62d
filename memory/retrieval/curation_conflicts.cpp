#include "memory/retrieval/curation_conflicts.h"

#include <algorithm>

#include "memory/tree/entry_path.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

// An operation that contradicts more facts than this has a subject that names no one thing ("note").
constexpr std::size_t kMostMarks = 20;

struct Validity {
  Time from = Time::min();
  Time until = Time::max();  // exclusive
  bool dated = false;
};

// A fact without any date holds from the day it was told, `told`.
Validity validity_of(const Fact& fact, Time told) {
  Validity validity;
  if (fact.valid_until.empty()) validity.from = told;
  if (const auto from = parse_time(fact.valid_from)) {
    validity.from = *from;
    validity.dated = true;
  }
  if (const auto until = parse_time(fact.valid_until)) {
    const bool whole_day = fact.valid_until.find(':') == std::string::npos;
    validity.until = *until + (whole_day ? std::chrono::hours(24) : std::chrono::hours(0));
  }
  return validity;
}

// A fact as it stands in an entry.
struct ToldFact {
  Fact fact;
  Validity validity;
};

bool contradicts(const ToldFact& brought, const ToldFact& stored) {
  const Fact& a = brought.fact;
  const Fact& b = stored.fact;
  if (b.value.empty() || !b.superseded_by.empty() || folded_key(a.subject) != folded_key(b.subject) ||
      folded_key(a.value) == folded_key(b.value)) {
    return false;
  }
  return brought.validity.from < stored.validity.until && stored.validity.from < brought.validity.until;
}

// Whether the fact of this operation is the current one.
bool replaces(const Validity& brought, const Validity& stored) {
  return !brought.dated || !stored.dated || brought.from >= stored.from;
}

// A fact of the operation and one it contradicts.
struct Conflict {
  ToldFact brought;
  ToldFact stored;
  std::string path;  // of the entry that holds `stored`
};

class ConflictPlanner {
 public:
  ConflictPlanner(const TreeState& state, Time now, Plan& plan) : state_(state), now_(now), plan_(plan) {}

  void run() {
    const FileChange* own = change_of(plan_.path);
    if (own == nullptr || !own->after) return;
    const EntryPtr after = make_stored_entry(own->file, *own->after);
    for (const Fact& fact : after->entry().content.facts) {
      if (fact.subject.empty() || fact.value.empty() || !fact.superseded_by.empty() || was_there(fact)) continue;
      collect({fact, validity_of(fact, now_)}, *after);
    }
    for (const Conflict& conflict : conflicts_) mark(conflict);
  }

 private:
  FileChange* change_of(const std::string& path) {
    for (FileChange& file : plan_.files) {
      if (file.path == path) return &file;
    }
    return nullptr;
  }

  bool was_there(const Fact& fact) const {
    for (const Fact& known : plan_.facts_before) {
      if (known.subject == fact.subject && known.value == fact.value) return true;
    }
    return false;
  }

  void collect(const ToldFact& fact, const StoredEntry& own) {
    const std::string subject = folded_key(fact.fact.subject);
    collect_from(fact, own, own.path);
    for (const EntryPtr& entry : state_.entries.list()) {
      if (entry->path == own.path || !std::binary_search(entry->subjects.begin(), entry->subjects.end(), subject))
        continue;
      const FileChange* change = change_of(entry->path);
      if (change == nullptr) {
        collect_from(fact, *entry, entry->path);
      } else if (change->after) {  // changed by this operation too; what it removes contradicts nobody
        collect_from(fact, *make_stored_entry(change->file, *change->after), entry->path);
      }
    }
  }

  void collect_from(const ToldFact& fact, const StoredEntry& entry, const std::string& path) {
    for (const Fact& known : entry.entry().content.facts) {
      const ToldFact stored{known, validity_of(known, entry.entry().created_at.value_or(Time::min()))};
      if (known == fact.fact || !contradicts(fact, stored)) continue;
      // Two facts that come together say nothing about which is newer.
      if (path == plan_.path && !was_there(known) && !stored.validity.dated) continue;
      if (conflicts_.size() < kMostMarks) conflicts_.push_back({fact, stored, path});
    }
  }

  void mark(const Conflict& conflict) {
    const bool current = replaces(conflict.brought.validity, conflict.stored.validity);
    const std::string& holder = current ? conflict.path : plan_.path;
    const std::string& winner = current ? plan_.path : conflict.path;
    const Fact& loser = current ? conflict.stored.fact : conflict.brought.fact;
    const Fact& current_fact = current ? conflict.brought.fact : conflict.stored.fact;
    if (!mark_in(holder, loser, winner)) return;
    plan_.warnings.push_back("\"" + loser.subject + "\" is \"" + current_fact.value + "\" in \"" + winner +
                             "\"; the fact with \"" + loser.value + "\" in \"" + holder +
                             "\" is now marked as superseded");
  }

  bool mark_in(const std::string& path, const Fact& fact, const std::string& by) {
    FileChange* change = change_of(path);
    const EntryPtr entry = state_.find(path);
    if (change == nullptr && !entry) return false;
    const std::string_view bytes = change != nullptr ? std::string_view(*change->after) : entry->bytes;
    auto marked = mark_superseded(bytes, last_component(path), fact, by);
    if (!marked || *marked == bytes) return false;
    if (change != nullptr) {
      change->after = std::move(*marked);
    } else {
      plan_.files.push_back(replaced_file(*entry, std::move(*marked)));
    }
    return true;
  }

  const TreeState& state_;
  Time now_;
  Plan& plan_;
  std::vector<Conflict> conflicts_;
};

}  // namespace

bool contradict(const Fact& a, Time told_a, const Fact& b, Time told_b) {
  return contradicts({a, validity_of(a, told_a)}, {b, validity_of(b, told_b)});
}

void plan_fact_conflicts(const TreeState& state, Time now, Plan& plan) { ConflictPlanner(state, now, plan).run(); }

}  // namespace memory
