#include "memory/retrieval/review.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <unordered_map>

#include "memory/retrieval/curation_conflicts.h"
#include "memory/retrieval/curation_duplicates.h"
#include "memory/retrieval/review_sections.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/fact_line.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

constexpr std::size_t kMostProposals = 20;
constexpr double kFaded = 35;  // importance, and days without a touch: lifecycle.md
constexpr double kUntouchedDays = 60;
constexpr std::size_t kReadableTokens = 8000;  // what one read_entry call can give
constexpr std::size_t kMostOversized = 2;      // their calls carry text
// Entries or facts that are compared with each other: what thousands share tells nothing.
constexpr std::size_t kMostCompared = 16;
constexpr std::size_t kLongestLine = 500;  // bytes of a fact or a target that a proposal quotes

using Proposals = std::vector<Proposal>;

ProposedOperation update_of(const StoredEntry& entry) { return {.type = "UPDATE", .path = entry.path}; }

Proposal proposal(std::string kind, std::vector<std::string> paths, std::string why, ProposedOperation operation) {
  Proposal made{std::move(kind), std::move(paths), std::move(why), {{std::move(operation)}, ""}};
  made.call.reason = made.why;
  return made;
}

// Those that may be changed: entries that can be parsed and were not put aside.
std::vector<EntryPtr> reviewed_entries(const TreeState& tree) {
  std::vector<EntryPtr> entries;
  for (const EntryPtr& entry : tree.entries.list()) {
    const bool counts = entry->kind == SymbolKind::kContext && entry->problem_line == 0 && !is_archived(entry->path);
    if (counts) entries.push_back(entry);
  }
  return entries;
}

class Review {
 public:
  Review(const TreeState& tree, const RelationGraph& graph, const Lifecycles& lifecycles)
      : graph_(graph), lifecycles_(lifecycles), entries_(reviewed_entries(tree)) {}

  Proposals run() {
    const std::array<Proposals, 6> kinds = {conflicts(), merges(), stale(), archives(), orphans(), oversized()};
    Proposals all;
    for (std::size_t i = 0; i < kMostProposals; ++i) {
      for (const Proposals& kind : kinds) {
        if (i < kind.size() && all.size() < kMostProposals) all.push_back(kind[i]);
      }
    }
    return all;
  }

 private:
  // The longest untouched first.
  Proposals archives() const {
    std::vector<std::pair<double, EntryPtr>> faded;
    for (const EntryPtr& entry : entries_) {
      const double days = age_in_days(lifecycles_.touched(*entry), lifecycles_.now());
      if (entry->pinned || days < kUntouchedDays || stale_.contains(entry->path)) continue;
      const Lifecycle lifecycle = lifecycles_.of(*entry);
      if (lifecycle.maturity == Maturity::kDraft && lifecycle.importance < kFaded) faded.emplace_back(days, entry);
    }
    std::stable_sort(faded.begin(), faded.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    Proposals made;
    for (const auto& [days, entry] : faded) {
      if (made.size() == kMostProposals) break;
      std::array<char, 96> why{};
      std::snprintf(why.data(), why.size(), "a draft of importance %.1f that nobody touched for %.0f days",
                    lifecycles_.of(*entry).importance, days);
      ProposedOperation operation = update_of(*entry);
      operation.archived = true;
      made.push_back(proposal("archive", {entry->path}, why.data(), std::move(operation)));
    }
    return made;
  }

  // Entries are compared where their texts share one of a few hashes; of two that say the same the one that matters
  // less goes into the other.
  Proposals merges() const {
    std::unordered_map<std::uint32_t, std::vector<EntryPtr>> alike;
    for (const EntryPtr& entry : entries_) {
      for (const std::uint32_t hash : entry->sketch.smallest) {
        std::vector<EntryPtr>& group = alike[hash];
        if (group.size() < kMostCompared) group.push_back(entry);
      }
    }
    Proposals made;
    std::set<std::string_view> gone;
    for (const EntryPtr& entry : entries_) {
      if (made.size() == kMostProposals) break;
      const EntryPtr same = gone.contains(entry->path) ? nullptr : same_text(*entry, alike, gone);
      if (!same) continue;
      const bool keeps = lifecycles_.of(*entry).importance >= lifecycles_.of(*same).importance;
      const EntryPtr& target = keeps ? entry : same;
      const EntryPtr& source = keeps ? same : entry;
      gone.insert({source->path, target->path});
      ProposedOperation operation{.type = "MERGE", .path = source->path, .target_path = target->path};
      made.push_back(proposal("merge", {source->path, target->path}, "both say the same", std::move(operation)));
    }
    return made;
  }

  static EntryPtr same_text(const StoredEntry& entry,
                            const std::unordered_map<std::uint32_t, std::vector<EntryPtr>>& alike,
                            const std::set<std::string_view>& gone) {
    std::set<std::string_view> seen = {entry.path};
    for (const std::uint32_t hash : entry.sketch.smallest) {
      for (const EntryPtr& other : alike.at(hash)) {
        if (gone.contains(other->path) || !seen.insert(other->path).second) continue;
        const bool compared = other->sketch.whole == entry.sketch.whole || may_be_similar(entry.sketch, other->sketch);
        if (compared && same_statement(entry.entry().content, other->entry().content)) return other;
        if (seen.size() > kMostCompared) return nullptr;
      }
    }
    return nullptr;
  }

  struct ToldFact {
    EntryPtr entry;
    Fact fact;
    Time told;
  };

  // Two current facts of one subject with different values: the older one is marked as superseded.
  Proposals conflicts() const {
    std::map<std::string, std::vector<EntryPtr>> by_subject;
    for (const EntryPtr& entry : entries_) {
      for (const std::string_view subject : entry->subjects) by_subject[std::string(subject)].push_back(entry);
    }
    Proposals made;
    for (const auto& [subject, entries] : by_subject) {
      std::vector<ToldFact> facts;
      for (const EntryPtr& entry : entries) {
        for (const Fact& fact : entry->entry().content.facts) {
          const bool current = !fact.value.empty() && fact.superseded_by.empty() && folded_key(fact.subject) == subject;
          if (current && facts.size() < kMostCompared) {
            facts.push_back({entry, fact, entry->changed_at().value_or(Time::min())});
          }
        }
      }
      for (std::size_t i = 1; i < facts.size(); ++i) {
        if (made.size() == kMostProposals) return made;
        const ToldFact& a = facts[i - 1];
        const ToldFact& b = facts[i];
        const bool brief = format_fact(a.fact).size() + format_fact(b.fact).size() <= kLongestLine;
        if (brief && contradict(a.fact, a.told, b.fact, b.told)) made.push_back(conflict(a, b));
      }
    }
    return made;
  }

  static Proposal conflict(const ToldFact& a, const ToldFact& b) {
    const auto since = [](const ToldFact& f) { return parse_time(f.fact.valid_from).value_or(f.told); };
    const ToldFact& newer = since(a) > since(b) ? a : b;
    const ToldFact& older = since(a) > since(b) ? b : a;
    ProposedOperation operation = update_of(*older.entry);
    const std::string line = format_fact(older.fact);
    Fact marked = older.fact;
    marked.superseded_by = newer.entry->path;
    const std::size_t place = older.entry->bytes.find(line);
    if (place != std::string_view::npos && older.entry->bytes.find(line, place + 1) == std::string_view::npos) {
      operation.edits = {{line, format_fact(marked)}};
    } else {
      operation.remove = {line};
    }
    std::vector<std::string> paths = {older.entry->path};
    if (newer.entry->path != older.entry->path) paths.push_back(newer.entry->path);
    return proposal(
        "conflict", std::move(paths),
        "\"" + older.fact.subject + "\" is \"" + older.fact.value + "\" and, later, \"" + newer.fact.value + "\"",
        std::move(operation));
  }

  Proposals stale() {
    Proposals made;
    for (const EntryPtr& entry : entries_) {
      if (made.size() == kMostProposals) break;
      if (entry->pinned || entry->subjects.empty() || !is_over(entry->entry().content.facts)) continue;
      stale_.insert(entry->path);
      ProposedOperation operation = update_of(*entry);
      operation.archived = true;
      made.push_back(
          proposal("stale", {entry->path}, "all its facts are superseded or no longer valid", std::move(operation)));
    }
    return made;
  }

  bool is_over(const std::vector<Fact>& facts) const {
    const auto over = [&](const Fact& fact) {
      const auto until = parse_time(fact.valid_until);
      return !fact.superseded_by.empty() || (until && *until + std::chrono::hours(24) <= lifecycles_.now());
    };
    return !facts.empty() && std::all_of(facts.begin(), facts.end(), over);
  }

  Proposals orphans() const {
    Proposals made;
    for (const EntryPtr& entry : entries_) {
      for (const Link& link : graph_.forward(entry->path)) {
        if (!link.pending || link.to.size() > kLongestLine) continue;
        if (made.size() == kMostProposals) return made;
        // A reference inside a sentence is the sentence's business.
        const auto& relations = entry->entry().content.relations;
        const auto own = std::find_if(relations.begin(), relations.end(),
                                      [&](const Relation& relation) { return relation.target == link.to; });
        if (own == relations.end()) continue;
        ProposedOperation operation = update_of(*entry);
        operation.remove = {link.to};
        made.push_back(proposal("orphan", {entry->path}, "its relation to \"" + link.to + "\" leads nowhere",
                                std::move(operation)));
      }
    }
    return made;
  }

  Proposals oversized() const {
    Proposals made;
    for (const EntryPtr& entry : entries_) {
      const auto folders = std::count(entry->path.begin(), entry->path.end(), '/');
      if (estimate_tokens(entry->bytes) <= kReadableTokens || folders < 2 || folders > 3) continue;
      const auto section = section_to_move(*entry);
      if (!section) continue;
      const std::string folder(parent_path(entry->path));
      ProposedOperation operation = update_of(*entry);
      operation.edits = {{section->text, section->heading_line + "\n\n[[" + section->title + "]]\n"}};
      Proposal made_of = proposal("oversized", {entry->path},
                                  std::to_string(estimate_tokens(entry->bytes)) +
                                      " tokens are more than one read gives; its section \"" + section->title +
                                      "\" can stand by itself",
                                  std::move(operation));
      ProposedOperation addition{.type = "ADD", .path = folder, .title = section->title, .content = section->body};
      made_of.call.operations.insert(made_of.call.operations.begin(), std::move(addition));
      made.push_back(std::move(made_of));
      if (made.size() == kMostOversized) break;
    }
    return made;
  }

  const RelationGraph& graph_;
  const Lifecycles& lifecycles_;
  const std::vector<EntryPtr> entries_;
  std::set<std::string_view> stale_;
};

}  // namespace

std::vector<Proposal> review(const TreeState& tree, const RelationGraph& graph, const Lifecycles& lifecycles) {
  return Review(tree, graph, lifecycles).run();
}

}  // namespace memory
