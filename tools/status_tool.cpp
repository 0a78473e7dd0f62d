#include "tools/all_tools.h"
#include "tools/error_text.h"
#include "tools/render.h"

using memory::IndexStatus;
using memory::LifecycleCounts;
using memory::Problem;
using memory::Status;
using memory::TierCounts;

namespace tools {
namespace {

struct StatusParams {};

}  // namespace
}  // namespace tools

namespace protocol {

template <>
struct Record<tools::StatusParams> {
  static std::vector<Field> fields() { return {}; }
};

template <>
struct Record<IndexStatus> {
  static std::vector<Field> fields() {
    return {
        field<&IndexStatus::state>("state", "").required(),
        field<&IndexStatus::generation>("generation", "").required(),
        field<&IndexStatus::built_ms>("built_ms", "").required(),
        field<&IndexStatus::snapshot>("snapshot", "").required(),
    };
  }
};

template <>
struct Record<TierCounts> {
  static std::vector<Field> fields() {
    return {
        field<&TierCounts::exact_cache>("exact_cache", "").required(),
        field<&TierCounts::fuzzy_cache>("fuzzy_cache", "").required(),
        field<&TierCounts::direct>("direct", "").required(),
        field<&TierCounts::context>("context", "").required(),
        field<&TierCounts::tools>("tools", "").required(),
    };
  }
};

template <>
struct Record<LifecycleCounts> {
  static std::vector<Field> fields() {
    return {
        field<&LifecycleCounts::draft>("draft", "").required(),
        field<&LifecycleCounts::validated>("validated", "").required(),
        field<&LifecycleCounts::core>("core", "").required(),
    };
  }
};

template <>
struct Record<Problem> {
  static std::vector<Field> fields() {
    return {
        field<&Problem::path>("path", "").required(),
        field<&Problem::what>("what", "").required(),
        field<&Problem::remedy>("remedy", "").required(),
    };
  }
};

template <>
struct Record<Status> {
  static std::vector<Field> fields() {
    return {
        field<&Status::root>("root", "The folder of the tree.").required(),
        field<&Status::root_rule>("root_rule", "Why this folder.").required(),
        field<&Status::version>("version", "").required(),
        field<&Status::read_only>("read_only", "").omit_empty(),
        field<&Status::entries>("entries", "").required(),
        field<&Status::folders>("folders", "").required(),
        field<&Status::index>("index", "").required(),
        field<&Status::lifecycle>("lifecycle", "Entries by maturity.").required(),
        field<&Status::tiers>("tiers", "Questions answered, by tier.").required(),
        field<&Status::pending_relations>("pending_relations", "Links to entries that do not exist.").required(),
        field<&Status::problems>("problems", "Files that need a person's look.").required(),
    };
  }
};

}  // namespace protocol

namespace tools {
namespace {

std::string tier_text(const TierCounts& tiers) {
  return std::to_string(tiers.exact_cache) + " exact cache, " + std::to_string(tiers.fuzzy_cache) + " fuzzy cache, " +
         std::to_string(tiers.direct) + " direct, " + std::to_string(tiers.context) + " context, " +
         std::to_string(tiers.tools) + " tools";
}

std::string status_text(const Status& status) {
  std::string text = "Root: " + on_one_line(status.root) + " (" + status.root_rule + ")";
  if (status.read_only) text += "\nRead-only: nothing is written.";
  text += "\nVersion: " + status.version;
  text +=
      "\nHolds: " + counted(status.entries, "entry", "entries") + " in " + counted(status.folders, "folder", "folders");
  text += "\nIndex: " + status.index.state + ", generation " + status.index.generation + ", built in " +
          std::to_string(status.index.built_ms) + " ms; snapshot " + status.index.snapshot;
  text += "\nMaturity: " + std::to_string(status.lifecycle.draft) + " draft, " +
          std::to_string(status.lifecycle.validated) + " validated, " + std::to_string(status.lifecycle.core) + " core";
  text += "\nQuestions by tier: " + tier_text(status.tiers);
  text += "\nPending relations: " + std::to_string(status.pending_relations);
  text += "\nProblems: " + (status.problems.empty() ? "none" : std::to_string(status.problems.size()));
  for (const Problem& problem : status.problems) {
    const std::string where = problem.path.empty() ? "" : on_one_line(problem.path) + ": ";  // else the whole tree
    text += "\n- " + where + on_one_line(problem.what) + ". " + problem.remedy;
  }
  return text;
}

}  // namespace

protocol::Tool status_tool(memory::Memory& memory) {
  protocol::ToolInfo info;
  info.name = "status";
  info.title = "Status";
  info.description =
      "Tell where the memory lives, what it holds and what is wrong with it. Use when a result surprises you or the "
      "user asks where knowledge is kept. Not for finding knowledge. Returns root and rule, counts, index generation, "
      "maturity and problems with remedies.";
  return protocol::make_tool<StatusParams, Status>(
      std::move(info), [&memory](const StatusParams&, protocol::CallContext&) -> protocol::ToolReply<Status> {
        auto status = memory.status();
        if (!status) return protocol::ToolReply<Status>::failed(error_text(status.error()));
        protocol::ToolReply<Status> reply;
        reply.text.push_back(status_text(*status));
        reply.structured = std::move(*status);
        return reply;
      });
}

}  // namespace tools
