#include "memory/memory.h"

#include <utility>

#include "memory/retrieval/curation_duplicates.h"
#include "memory/retrieval/paper_search.h"

namespace memory {
namespace {

MemoryState first_state(const TreeStatePtr& tree, SearchProfile profile) {
  MemoryState state;
  state.tree = tree;
  if (profile == SearchProfile::kPaper) {
    state.paper_index = PaperIndex::build(tree->entries.list(), tree->generation);
  } else {
    state.index = SearchIndex::build(tree->entries.list(), tree->generation);
  }
  return state;
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
    : options_(std::move(options)), loader_([this](const std::stop_token& stop) { load(stop); }) {}

Memory::~Memory() = default;

void Memory::load(const std::stop_token& stop) {
  const auto begun = std::chrono::steady_clock::now();
  auto opened = EntryStore::open(options_.root.path.string(), options_.store, options_.clock);
  MemoryState first;
  if (opened) {
    first = first_state((*opened)->state(), options_.profile);
    (*opened)->set_listener([this](const TreeStatePtr& tree, const TreeChange& change) { publish(tree, change); });
  }
  const TreeStatePtr tree = first.tree;
  finish_load(std::move(opened), std::move(first), std::chrono::steady_clock::now() - begun);
  if (tree && !options_.store.read_only) make_sketches(*tree, stop);
}

void Memory::finish_load(Result<std::unique_ptr<EntryStore>> opened, MemoryState first,
                         std::chrono::steady_clock::duration took) {
  const std::scoped_lock lock(mutex_);
  if (opened) {
    store_ = std::move(*opened);
    state_ = std::move(first);
  } else {
    load_error_ = opened.error();
  }
  built_ms_ = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  load_finished_ = true;
  loaded_.notify_all();
}

// The store calls this under its own mutex, one difference after the other, so the next state always builds
// on the one before.
void Memory::publish(const TreeStatePtr& tree, const TreeChange& change) {
  MemoryState before;
  {
    const std::scoped_lock lock(mutex_);
    before = state_;
  }
  MemoryState next = state_after(before, tree, change);
  const std::scoped_lock lock(mutex_);
  state_ = std::move(next);
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
  const std::scoped_lock lock(mutex_);
  return state_;
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
  if (state->paper_index) return search_paper(*state->paper_index, request, options_.clock());
  return memory::search(*state->index, request, options_.clock());
}

Result<BrowseResult> Memory::browse(const BrowseRequest& request) {
  const auto state = current();
  if (!state) return state.error();
  return memory::browse(*state->tree, request);
}

Result<ReadPage> Memory::read(const ReadRequest& request) {
  const auto state = current();
  if (!state) return state.error();
  return memory::read_entry(*state->tree, request);
}

Result<RelationsResult> Memory::relations(const RelationsRequest& request) {
  const auto state = current();
  if (!state) return state.error();
  return memory::walk_relations(*state->tree, *graph_of(state->tree), request);
}

Result<CurateResult> Memory::curate(const CurateRequest& request) {
  const auto opened = store();
  if (!opened) return opened.error();
  return memory::curate(**opened, request, options_.clock);
}

Result<Status> Memory::status() {
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
    const std::string maturity = entry->entry().maturity.value_or("draft");
    ++(maturity == "core"        ? status.lifecycle.core
       : maturity == "validated" ? status.lifecycle.validated
                                 : status.lifecycle.draft);
    for (const Link& link : graph->forward(path)) status.pending_relations += link.pending ? 1 : 0;
  }
  status.problems = state->tree->problems;
  status.index = {"ready", state->tree->generation, 0};
  const std::scoped_lock lock(mutex_);
  status.index.built_ms = built_ms_;
  return status;
}

}  // namespace memory
