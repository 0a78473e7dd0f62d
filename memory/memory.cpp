#include "memory/memory.h"

#include <unordered_set>
#include <utility>

#include "memory/retrieval/paper_search.h"
#include "memory/retrieval/tiers.h"
#include "memory/store/audit_reading.h"
#include "memory/store/posix_file_system.h"

namespace memory {
namespace {

// A snapshot is left when the server ends where that takes no time to speak of.
constexpr std::size_t kSmallTree = std::size_t{8} << 20U;  // bytes
// Changes come in bursts: a snapshot is left once nothing came for so long.
constexpr std::chrono::seconds kQuiet{5};
// The graph of all relations is made anew for each state, which must not hold up the search after a change; in larger
// trees the words nearly always find enough.
constexpr std::size_t kMostRelated = 2000;   // entries
constexpr std::size_t kSearchesBetween = 8;  // two times that pages are given back

// The paper's profile has an index of its own, which no snapshot holds.
Result<OpenedTree> open_for_paper(const MemoryOptions& options) {
  auto store = EntryStore::open(options.root.path.string(), options.store, options.clock);
  if (!store) return store.error();
  return OpenedTree{std::move(*store), nullptr, nullptr, "none: the paper's profile keeps none"};
}

QueryKey key_of(const SearchRequest& request, const MemoryState& state) {
  return make_query_key(request, state.index ? state.index->statistics().languages : LanguageCounts{});
}

// What a filter like "7d" leaves is another thing tomorrow.
bool may_be_kept(const SearchRequest& request) { return !request.since && !request.until; }

std::size_t bytes_of(const TreeState& tree) {
  std::size_t bytes = 0;
  for (const EntryPtr& entry : tree.entries.list()) bytes += entry->bytes.size();
  return bytes;
}

MemoryState state_after(const MemoryState& before, const TreeStatePtr& tree, const TreeChange& change) {
  MemoryState state;
  state.tree = tree;
  if (change.empty()) {
    state.index = before.index;
    state.paper_index = before.paper_index;
    return state;
  }
  if (before.index) state.index = before.index->with(change, tree->generation);
  if (before.paper_index) state.paper_index = before.paper_index->with(change, tree->generation);
  return state;
}

}  // namespace

Memory::Memory(MemoryOptions options)
    : options_(std::move(options)),
      signals_(make_posix_file_system(options_.root.path.string()), options_.store.read_only),
      history_(make_posix_file_system(options_.root.path.string())),
      loader_([this](const std::stop_token& stop) { load(stop); }) {}

Memory::~Memory() = default;

void Memory::load(const std::stop_token& stop) {
  const auto begun = std::chrono::steady_clock::now();
  auto opened = options_.profile == SearchProfile::kPaper
                    ? open_for_paper(options_)
                    : open_tree(options_.root.path.string(), options_.store, options_.clock);
  MemoryState first;
  if (opened) {
    first.tree = opened->store->state();
    first.index = opened->index;
    if (!first.index) first.paper_index = PaperIndex::build(first.tree->entries.list(), first.tree->generation);
    note_missed_edits(*first.tree);
    opened->store->set_listener([this](const TreeStatePtr& tree, const TreeChange& change) { publish(tree, change); });
  }
  finish_load(std::move(opened), std::move(first), std::chrono::steady_clock::now() - begun);
  if (options_.profile == SearchProfile::kDefault && !options_.store.read_only) keep_snapshots(stop);
}

void Memory::finish_load(Result<OpenedTree> opened, MemoryState first, std::chrono::steady_clock::duration took) {
  const std::scoped_lock lock(mutex_);
  if (opened) {
    store_ = std::move(opened->store);
    snapshot_ = std::move(opened->snapshot);
    view_ = std::move(opened->view);
    changes_ = first.index ? first.index->changes() : 0;
    state_ = std::move(first);
  } else {
    load_error_ = opened.error();
  }
  built_ms_ = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  load_finished_ = true;
  loaded_.notify_all();
}

// Leaves a new snapshot whenever enough has changed, until the server ends.
void Memory::keep_snapshots(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!store_) return;
  const auto due = [this] { return deserves_snapshot(changes_, state_.tree->entries.size()); };
  while (changed_.wait(lock, stop, due)) {
    for (std::size_t seen = 0; seen != changes_ && !stop.stop_requested();) {
      seen = changes_;
      changed_.wait_for(lock, stop, kQuiet, [&] { return seen != changes_; });
    }
    if (stop.stop_requested()) break;
    leave_snapshot_now(lock);
  }
  if (due() && bytes_of(*state_.tree) <= kSmallTree) leave_snapshot_now(lock);
}

void Memory::leave_snapshot_now(std::unique_lock<std::mutex>& lock) {
  const SearchIndexPtr index = state_.index;
  const std::size_t covered = changes_;
  lock.unlock();
  const auto left = leave_snapshot(options_.root.path.string(), options_.store, *store_, *index);
  lock.lock();
  if (!left) snapshot_ = "old: a new one could not be left: " + left.error().message;
  changes_ -= covered;  // also where it failed: the next try comes with the next changes
}

// The store calls this under its own mutex, one difference after the other, so the next state always builds
// on the one before.
void Memory::publish(const TreeStatePtr& tree, const TreeChange& change) {
  MemoryState before;
  {
    const std::scoped_lock lock(mutex_);
    before = state_;
  }
  note_edits(*before.tree, change);
  MemoryState next = state_after(before, tree, change);
  const std::scoped_lock lock(mutex_);
  state_ = std::move(next);
  changes_ += change.changed.size() + change.removed.size();
  changed_.notify_all();
}

bool Memory::ready_within(std::chrono::milliseconds wait) {
  std::unique_lock lock(mutex_);
  return loaded_.wait_for(lock, wait, [this] { return load_finished_; });
}

Result<EntryStore*> Memory::store() {
  std::unique_lock lock(mutex_);
  loaded_.wait(lock, [this] { return load_finished_; });
  if (load_error_) return *load_error_;
  return store_.get();
}

Result<MemoryState> Memory::current() {
  const auto opened = store();
  if (!opened) return opened.error();
  (*opened)->refresh();
  MemoryState state;
  {
    const std::scoped_lock lock(mutex_);
    state = state_;
  }
  state.lifecycles = Lifecycles(signals_.refresh(), options_.clock());
  return state;
}

// What people wrote into the lifecycle of entries counts from the moment it is seen.
void Memory::note_missed_edits(const TreeState& tree) {
  const Lifecycles lifecycles(signals_.refresh(), options_.clock());
  signals_.add(signals_of_missed_edits(lifecycles, tree));
}

void Memory::note_edits(const TreeState& before, const TreeChange& change) {
  if (before.entries.empty() || change.empty()) return;
  const Lifecycles lifecycles(signals_.refresh(), options_.clock());
  std::vector<Signal> signals = signals_of_moves(lifecycles, before, change);
  for (const EntryPtr& entry : change.changed) {
    const auto known = before.entries.find(entry->path);
    if (known == before.entries.end()) continue;
    for (Signal& signal : signals_of_edit(lifecycles, *known->second, *entry)) signals.push_back(std::move(signal));
  }
  signals_.add(signals);
}

void Memory::note_delivery(const MemoryState& state, const std::string& path) {
  const auto entry = state.tree->entries.find(path);
  if (options_.store.read_only || entry == state.tree->entries.end()) return;
  signals_.add(signals_of_access(state.lifecycles, *entry->second));
}

// Links are asked for far less often than the tree changes, so the graph is made when it is needed.
std::shared_ptr<const RelationGraph> Memory::graph_of(const TreeStatePtr& tree) {
  {
    const std::scoped_lock lock(mutex_);
    if (graph_tree_ == tree) return graph_;
  }
  auto graph = std::make_shared<const RelationGraph>(*tree);
  const std::scoped_lock lock(mutex_);
  graph_tree_ = tree;
  graph_ = graph;
  return graph;
}

Result<SearchResult> Memory::search(const SearchRequest& request) {
  const auto state = current();
  if (!state) return state.error();
  auto result = search_in(*state, request);
  const bool first_page = !request.cursor || request.cursor->empty();
  if (result && first_page && !result->hits.empty()) note_delivery(*state, result->hits.front().path);
  return result;
}

Result<SearchResult> Memory::search_in(const MemoryState& state, const SearchRequest& request) {
  forget_pages_at_times();
  const Time now = state.lifecycles.now();
  auto result = state.paper_index
                    ? search_paper(*state.paper_index, request, now, state.lifecycles)
                    : memory::search(*state.index, request, now, state.lifecycles, neighbours_in(state.tree));
  if (!result) return result;
  for (SearchHit& hit : result->hits) {
    const EntryPtr entry = state.tree->find(hit.path);
    if (!entry) continue;
    const Maturity maturity = state.lifecycles.of(*entry).maturity;
    hit.maturity.reset();
    if (maturity != Maturity::kDraft) hit.maturity = maturity_name(maturity);
  }
  return result;
}

Neighbours Memory::neighbours_in(const TreeStatePtr& tree) {
  if (tree->entries.size() > kMostRelated) return nullptr;
  return [this, tree](std::string_view path) {
    const auto graph = graph_of(tree);
    std::vector<std::string> paths;
    for (const Link& link : graph->forward(path)) {
      if (!link.pending && !link.ambiguous) paths.push_back(link.to);
    }
    for (const Link& link : graph->back(path)) paths.push_back(link.from);
    return paths;
  };
}

Result<QueryResult> Memory::query(const SearchRequest& request) {
  const auto started = std::chrono::steady_clock::now();
  const auto state = current();
  if (!state) return state.error();
  const QueryKey key = key_of(request, *state);
  auto result = query_cache_.find(key, state->tree->generation);
  if (!result) {
    auto found = search_in(*state, request);
    if (!found) return found.error();
    result = choose_tier(std::move(*found));
    if (may_be_kept(request)) query_cache_.keep(key, *result);
  }
  if (!result->hits.empty()) note_delivery(*state, result->hits.front().path);
  result->elapsed_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  const std::scoped_lock lock(mutex_);
  tiers_.count(result->tier);
  return *result;
}

// The system maps neighbours of what is looked at, until the whole snapshot counts as this process's memory. Given
// back now and then, it holds what is needed lately; the rest stays in the system's cache, for every process.
void Memory::forget_pages_at_times() {
  std::shared_ptr<FileView> view;
  {
    const std::scoped_lock lock(mutex_);
    if (++searches_ % kSearchesBetween == 0) view = view_;
  }
  if (view) view->forget_pages();
}

void Memory::keep(const SearchRequest& request, QueryResult result) {
  const auto state = current();
  if (!state || state->tree->generation != result.generation || !may_be_kept(request)) return;
  query_cache_.keep(key_of(request, *state), std::move(result));
}

Result<BrowseResult> Memory::browse(const BrowseRequest& request) {
  const auto state = current();
  if (!state) return state.error();
  return memory::browse(*state->tree, request, state->lifecycles);
}

Result<ReadPage> Memory::read(const ReadRequest& request) {
  const auto state = current();
  if (!state) return state.error();
  auto page = memory::read_entry(*state->tree, request, state->lifecycles);
  if (page && !page->children) note_delivery(*state, page->path);
  return page;
}

Result<RelationsResult> Memory::relations(const RelationsRequest& request) {
  const auto state = current();
  if (!state) return state.error();
  return memory::walk_relations(*state->tree, *graph_of(state->tree), request);
}

Result<HistoryPage> Memory::history(const HistoryRequest& request) {
  const auto state = current();
  if (!state) return state.error();
  std::unordered_set<std::string_view> known;
  const auto records = history_.records();
  for (const auto& record : *records) known.insert(record->id);
  const auto files = make_posix_file_system(options_.root.path.string());
  auto logged = read_audit_logs(*files, [&](std::string_view id) { return known.contains(id); });
  return show_history(*state->tree, history_, std::move(logged), request, options_.clock());
}

Result<CurateResult> Memory::curate(const CurateRequest& request) {
  const auto opened = store();
  if (!opened) return opened.error();
  return memory::curate(**opened, request, options_.clock, &signals_, &history_);
}

Result<Status> Memory::status(bool with_review) {
  const auto state = current();
  if (!state) return state.error();
  Status status{.root = options_.root.path.string(), .root_rule = options_.root.rule};
  status.version = CONTEXT_TREE_VERSION;
  status.read_only = options_.store.read_only;
  status.folders = static_cast<std::int64_t>(state->tree->folders.size());
  const auto graph = graph_of(state->tree);
  for (const auto& [path, entry] : state->tree->entries) {
    if (entry->kind != SymbolKind::kContext) continue;
    ++status.entries;
    for (const Link& link : graph->forward(path)) status.pending_relations += link.pending ? 1 : 0;
  }
  status.lifecycle = count_lifecycles(state->lifecycles, state->tree->entries.list());
  status.problems = state->tree->problems;
  if (with_review) status.proposals = review(*state->tree, *graph, state->lifecycles);
  status.index = {"ready", state->tree->generation, 0, {}};
  const std::scoped_lock lock(mutex_);
  status.index.built_ms = built_ms_;
  status.index.snapshot = snapshot_;
  status.tiers = tiers_;
  return status;
}

}  // namespace memory
