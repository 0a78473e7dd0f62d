#include "tools/all_tools.h"
#include "tools/error_text.h"
#include "tools/lifecycle_record.h"
#include "tools/render.h"

using memory::IndexStatus;
using memory::Problem;
using memory::Proposal;
using memory::ProposedCall;
using memory::ProposedEdit;
using memory::ProposedOperation;
using memory::Status;
using memory::TierCounts;

namespace tools {
namespace {

struct StatusParams {
  bool review = false;
};

struct StatusReport {
  Status memory;
  LlmStatus llm;
};

}  // namespace
}  // namespace tools

namespace protocol {

template <>
struct Record<tools::StatusParams> {
  static std::vector<Field> fields() { return {field<&tools::StatusParams::review>("review", "Add proposals.")}; }
};

template <>
struct Record<ProposedEdit> {
  static std::vector<Field> fields() {
    return {field<&ProposedEdit::find>("find", "").required(), field<&ProposedEdit::replace>("replace", "").required()};
  }
};

template <>
struct Record<ProposedOperation> {
  static std::vector<Field> fields() {
    return {
        field<&ProposedOperation::type>("type", "").required(),
        field<&ProposedOperation::path>("path", "").required(),
        field<&ProposedOperation::title>("title", "").omit_empty(),
        field<&ProposedOperation::content>("content", "").omit_empty(),
        field<&ProposedOperation::target_path>("target_path", "").omit_empty(),
        field<&ProposedOperation::edits>("edits", "").omit_empty(),
        field<&ProposedOperation::remove>("remove", "").omit_empty(),
        field<&ProposedOperation::archived>("archived", ""),
    };
  }
};

template <>
struct Record<ProposedCall> {
  static std::vector<Field> fields() {
    return {
        field<&ProposedCall::operations>("operations", "").required(),
        field<&ProposedCall::reason>("reason", "").required(),
    };
  }
};

template <>
struct Record<Proposal> {
  static std::vector<Field> fields() {
    return {
        field<&Proposal::kind>("kind", "").required(),
        field<&Proposal::paths>("paths", "").required(),
        field<&Proposal::why>("why", "").required(),
        field<&Proposal::call>("call", "").required(),
    };
  }
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
struct Record<tools::LlmStatus> {
  static std::vector<Field> fields() {
    return {
        field<&tools::LlmStatus::configured>("configured", "").required(),
        field<&tools::LlmStatus::dialect>("dialect", "").omit_empty(),
        field<&tools::LlmStatus::model>("model", "").omit_empty(),
        field<&tools::LlmStatus::host>("host", "").omit_empty(),
        field<&tools::LlmStatus::problem>("problem", "").omit_empty(),
    };
  }
};

template <>
struct Record<tools::StatusReport> {
  template <auto Member>
  static Field of_memory(std::string name, std::string description) {
    return field<&tools::StatusReport::memory, Member>(std::move(name), std::move(description));
  }
  static std::vector<Field> fields() {
    return {
        of_memory<&Status::root>("root", "The folder of the tree.").required(),
        of_memory<&Status::root_rule>("root_rule", "Why this folder.").required(),
        of_memory<&Status::version>("version", "").required(),
        of_memory<&Status::read_only>("read_only", "").omit_empty(),
        of_memory<&Status::entries>("entries", "").required(),
        of_memory<&Status::folders>("folders", "").required(),
        of_memory<&Status::index>("index", "").required(),
        of_memory<&Status::lifecycle>("lifecycle", "").required(),
        of_memory<&Status::tiers>("tiers", "").required(),
        of_memory<&Status::pending_relations>("pending_relations", "").required().hidden(),
        field<&tools::StatusReport::llm>("llm", "").required().hidden(),
        of_memory<&Status::problems>("problems", "Files to look at.").required(),
        of_memory<&Status::proposals>("proposals", "kind, paths, why, curate call.").omit_empty(),
    };
  }
};

}  // namespace protocol

namespace tools {
namespace {

// Proposals that find no room in an answer come again with the next review.
constexpr std::size_t kMostCharacters = 12'000;  // text and structured copy together stay below the cap of an answer

std::string review_text(std::vector<Proposal>& proposals) {
  std::string text = proposals.empty() ? "Nothing to propose." : "Proposals; send a call to curate to follow one:";
  for (std::size_t i = 0; i < proposals.size(); ++i) {
    const Proposal& proposal = proposals[i];
    const std::string line = "\n- " + proposal.kind + " " + quoted_list(proposal.paths) + ": " +
                             on_one_line(proposal.why) + "\n  " + protocol::record_text(proposal.call);
    if (text.size() + line.size() > kMostCharacters && i > 0) {
      proposals.resize(i);
      return text + "\nMore follow once these are settled.";
    }
    text += line;
  }
  return text;
}

std::string tier_text(const TierCounts& tiers) {
  return std::to_string(tiers.exact_cache) + " exact cache, " + std::to_string(tiers.fuzzy_cache) + " fuzzy cache, " +
         std::to_string(tiers.direct) + " direct, " + std::to_string(tiers.context) + " context, " +
         std::to_string(tiers.tools) + " tools";
}

std::string llm_text(const LlmStatus& llm) {
  if (!llm.problem.empty()) return "none, as it cannot be used: " + on_one_line(llm.problem);
  if (!llm.configured) return "none configured";
  return on_one_line(llm.model) + " at " + llm.host + " (" + llm.dialect + ")";
}

std::string status_text(const StatusReport& report) {
  const Status& status = report.memory;
  std::string text = "Root: " + on_one_line(status.root) + " (" + status.root_rule + ")";
  if (status.read_only) text += "\nRead-only: nothing is written.";
  text += "\nVersion: " + status.version;
  text +=
      "\nHolds: " + counted(status.entries, "entry", "entries") + " in " + counted(status.folders, "folder", "folders");
  text += "\nIndex: " + status.index.state + ", generation " + status.index.generation + ", built in " +
          std::to_string(status.index.built_ms) + " ms; snapshot " + status.index.snapshot;
  text += "\nMaturity: " + lifecycle_text(status.lifecycle);
  text += "\nQuestions by tier: " + tier_text(status.tiers);
  text += "\nLanguage model: " + llm_text(report.llm);
  text += "\nPending relations: " + std::to_string(status.pending_relations);
  text += "\nProblems: " + (status.problems.empty() ? "none" : std::to_string(status.problems.size()));
  for (const Problem& problem : status.problems) {
    const std::string where = problem.path.empty() ? "" : on_one_line(problem.path) + ": ";  // else the whole tree
    text += "\n- " + where + on_one_line(problem.what) + ". " + problem.remedy;
  }
  return text;
}

}  // namespace

protocol::Tool status_tool(memory::Memory& memory, const LlmStatus& llm) {
  protocol::ToolInfo info;
  info.name = "status";
  info.title = "Status";
  info.description =
      "Tell where the memory lives, what it holds and what is wrong. Use when results surprise you, or to tidy up. "
      "Not for finding knowledge. Returns root, counts, generation, maturity, model, problems with remedies.";
  return protocol::make_tool<StatusParams, StatusReport>(
      std::move(info),
      [&memory, llm](const StatusParams& params, protocol::CallContext&) -> protocol::ToolReply<StatusReport> {
        auto status = memory.status(params.review);
        if (!status) return protocol::ToolReply<StatusReport>::failed(error_text(status.error()));
        StatusReport report{std::move(*status), llm};
        protocol::ToolReply<StatusReport> reply;
        reply.text.push_back(status_text(report));
        if (params.review) reply.text.push_back(review_text(report.memory.proposals));
        reply.structured = std::move(report);
        return reply;
      });
}

}  // namespace tools
