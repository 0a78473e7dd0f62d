#include "memory/relation_walk.h"

#include <deque>
#include <set>
#include <tuple>

#include "memory/browse.h"

namespace memory {
namespace {

struct Step {
  std::string path;
  std::int64_t depth;
};

class Walk {
 public:
  Walk(const TreeState& state, const RelationGraph& graph, const RelationsRequest& request)
      : state_(state), graph_(graph), request_(request) {}

  RelationsResult run(const std::string& start) {
    result_.path = start;
    seen_.insert(start);
    queue_.push_back({start, 1});
    while (!queue_.empty()) {
      const Step step = queue_.front();
      queue_.pop_front();
      if (request_.direction != "in") {
        for (const Link& link : graph_.forward(step.path)) take(link, "out", link.to, step.depth);
      }
      if (request_.direction != "out") {
        for (const Link& link : graph_.back(step.path)) take(link, "in", link.from, step.depth);
      }
    }
    return std::move(result_);
  }

 private:
  void take(const Link& link, const std::string& direction, const std::string& far, std::int64_t depth) {
    if (request_.type && link.type != *request_.type) return;
    if (!links_.insert({link.from, link.to, link.type}).second) return;  // also met from its other end
    if (static_cast<std::int64_t>(result_.links.size()) >= request_.limit) {
      ++result_.omitted;
    } else {
      result_.links.push_back(made(link, direction, far, depth));
    }
    if (!link.pending && !link.ambiguous && depth < request_.depth && seen_.insert(far).second) {
      queue_.push_back({far, depth + 1});
    }
  }

  RelationLink made(const Link& link, const std::string& direction, const std::string& far, std::int64_t depth) const {
    RelationLink shown{.from = link.from, .to = link.to, .direction = direction, .depth = depth};
    if (!link.type.empty()) shown.type = link.type;
    if (!link.why.empty()) shown.why = link.why;
    if (link.pending) shown.pending = true;
    if (link.ambiguous) shown.ambiguous = true;
    if (const EntryPtr entry = state_.find(far); entry && !link.pending) shown.title = std::string(entry->title);
    return shown;
  }

  const TreeState& state_;
  const RelationGraph& graph_;
  const RelationsRequest& request_;
  RelationsResult result_;
  std::deque<Step> queue_;
  std::set<std::string> seen_;
  std::set<std::tuple<std::string, std::string, std::string>> links_;
};

}  // namespace

Result<RelationsResult> walk_relations(const TreeState& state, const RelationGraph& graph,
                                       const RelationsRequest& request) {
  const auto start = find_entry(state, request.path);
  if (!start) return start.error();
  return Walk(state, graph, request).run((*start)->path);
}

}  // namespace memory
