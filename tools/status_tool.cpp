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

namespace tools {
namespace {

struct StatusParams {
  bool review = false;
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
        field<&Status::lifecycle>("lifecycle", "").required(),
        field<&Status::pending_relations>("pending_relations", "").required(),
        field<&Status::problems>("problems", "Files to look at.").required(),
        field<&Status::proposals>("proposals", "kind, paths, why, curate call.").omit_empty(),
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

std::string status_text(const Status& status) {
  std::string text = "Root: " + on_one_line(status.root) + " (" + status.root_rule + ")";
  if (status.read_only) text += "\nRead-only: nothing is written.";
  text += "\nVersion: " + status.version;
  text +=
      "\nHolds: " + counted(status.entries, "entry", "entries") + " in " + counted(status.folders, "folder", "folders");
  text += "\nIndex: " + status.index.state + ", generation " + status.index.generation + ", built in " +
          std::to_string(status.index.built_ms) + " ms; snapshot " + status.index.snapshot;
  text += "\nMaturity: " + lifecycle_text(status.lifecycle);
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
      "Tell where the memory lives, what it holds and what is wrong. Use when results surprise you, or to tidy up. "
      "Not for finding knowledge. Returns root, counts, generation, maturity, problems with remedies.";
  return protocol::make_tool<StatusParams, Status>(
      std::move(info), [&memory](const StatusParams& params, protocol::CallContext&) -> protocol::ToolReply<Status> {
        auto status = memory.status(params.review);
        if (!status) return protocol::ToolReply<Status>::failed(error_text(status.error()));
        protocol::ToolReply<Status> reply;
        reply.text.push_back(status_text(*status));
        if (params.review) reply.text.push_back(review_text(status->proposals));
        reply.structured = std::move(*status);
        return reply;
      });
}

}  // namespace tools
