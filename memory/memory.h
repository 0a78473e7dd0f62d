// The memory as the tools see it: search, browse, read, relate, curate and tell its own state, on one tree.
// Every answer is computed from one immutable state that holds all changes finished before the call began,
// by this process, by others and by people with an editor. Thread-safe; calls may run at once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "memory/browse.h"
#include "memory/error.h"
#include "memory/history_page.h"
#include "memory/index/paper_index.h"
#include "memory/index/relation_graph.h"
#include "memory/index/search_index.h"
#include "memory/opening.h"
#include "memory/reading.h"
#include "memory/relation_walk.h"
#include "memory/retrieval/curation.h"
#include "memory/retrieval/lifecycles.h"
#include "memory/retrieval/pipeline.h"
#include "memory/retrieval/query_cache.h"
#include "memory/root.h"
#include "memory/status.h"
#include "memory/store/entry_store.h"

namespace memory {

// How search ranks: by the engine of this project, or as the paper configures MiniSearch (retrieval.md §2).
enum class SearchProfile { kDefault, kPaper };

struct MemoryOptions {
  ResolvedRoot root;
  StoreOptions store;
  std::function<Time()> clock;
  SearchProfile profile = SearchProfile::kDefault;
};

// One consistent picture: files and index of the same generation. Only the profile's own index is made.
struct MemoryState {
  TreeStatePtr tree;
  SearchIndexPtr index;       // of the default profile
  PaperIndexPtr paper_index;  // of the paper's
  Lifecycles lifecycles;      // of the entries, now
};

class Memory {
 public:
  // Returns at once; the tree is read on a thread of its own, and the first call that needs it waits.
  explicit Memory(MemoryOptions options);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  Result<SearchResult> search(const SearchRequest& request);
  // The same for one question, by the cheapest tier that can answer it (retrieval.md §4). Without cursor.
  Result<QueryResult> query(const SearchRequest& request);
  // Remembers a result of `query` to which a model has added its answer, for the same question.
  void keep(const SearchRequest& request, QueryResult result);
  Result<BrowseResult> browse(const BrowseRequest& request);
  Result<ReadPage> read(const ReadRequest& request);
  Result<RelationsResult> relations(const RelationsRequest& request);
  Result<HistoryPage> history(const HistoryRequest& request);
  Result<CurateResult> curate(const CurateRequest& request);
  Result<Status> status(bool with_review = false);

  // The state after everything finished before the call; for resources and the outline.
  Result<MemoryState> current();

  // Whether the tree was read within `wait`; never blocks longer.
  bool ready_within(std::chrono::milliseconds wait);
  const ResolvedRoot& root() const { return options_.root; }

 private:
  void load(const std::stop_token& stop);
  void finish_load(Result<OpenedTree> opened, MemoryState first, std::chrono::steady_clock::duration took);
  void keep_snapshots(const std::stop_token& stop);
  void leave_snapshot_now(std::unique_lock<std::mutex>& lock);
  void publish(const TreeStatePtr& tree, const TreeChange& change);
  Result<EntryStore*> store();
  void forget_pages_at_times();
  Neighbours neighbours_in(const TreeStatePtr& tree);
  Result<SearchResult> search_in(const MemoryState& state, const SearchRequest& request);
  void note_missed_edits(const TreeState& tree);
  void note_edits(const TreeState& before, const TreeChange& change);
  void note_delivery(const MemoryState& state, const std::string& path);
  std::shared_ptr<const RelationGraph> graph_of(const TreeStatePtr& tree);

  MemoryOptions options_;
  SignalLog signals_;
  History history_;
  std::mutex mutex_;  // guards everything below
  std::condition_variable loaded_;
  bool load_finished_ = false;
  std::optional<Error> load_error_;
  std::unique_ptr<EntryStore> store_;
  MemoryState state_;
  TreeStatePtr graph_tree_;  // the tree that graph_ was made from
  std::shared_ptr<const RelationGraph> graph_;
  std::int64_t built_ms_ = 0;
  std::string snapshot_;
  std::shared_ptr<FileView> view_;  // of the snapshot; perhaps null
  std::size_t searches_ = 0;
  QueryCache query_cache_;
  TierCounts tiers_;
  std::size_t changes_ = 0;  // entries, since the last snapshot
  std::condition_variable_any changed_;
  std::jthread loader_;  // last: joined before the members it uses go
};

}  // namespace memory
