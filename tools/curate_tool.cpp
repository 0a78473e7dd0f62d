#include "tools/all_tools.h"
#include "tools/curate_records.h"
#include "tools/error_text.h"
#include "tools/render.h"

using memory::CurateRequest;
using memory::CurateResult;
using memory::OperationResult;

namespace tools {
namespace {

std::string tally(const CurateResult& result) {
  const auto failed = result.summary.failed;
  const auto total = static_cast<std::int64_t>(result.applied.size());
  std::string text = std::to_string(total - failed) + " of " + std::to_string(total) + " applied";
  for (std::size_t i = 0; i < result.applied.size(); ++i) {
    if (result.applied[i].status == "failed") {
      text += "; FAILED #" + std::to_string(i + 1) + ": " + on_one_line(result.applied[i].message);
    }
  }
  return text;
}

std::string operation_line(const OperationResult& operation, std::size_t number) {
  std::string line =
      "#" + std::to_string(number) + " " + operation.type + " " + on_one_line(operation.path) + ": " + operation.status;
  // A failed operation's message already stands in the tally.
  if (operation.status != "failed" && !operation.message.empty()) line += ", " + on_one_line(operation.message);
  if (operation.duplicate_of) line += " · duplicate of " + *operation.duplicate_of;
  if (operation.hash) line += " · hash " + *operation.hash;
  if (operation.change_id) line += " · change_id " + *operation.change_id;
  for (const std::string& removed : operation.removed) line += "\n  removed: " + on_one_line(removed);
  for (const std::string& warning : operation.warnings) line += "\n  warning: " + on_one_line(warning);
  return line;
}

std::string result_text(const CurateResult& result, bool dry_run) {
  std::string text = dry_run ? "Dry run, nothing was written: " : "";
  text += tally(result);
  if (text.back() != '.') text += ".";  // an error's words end with one already
  for (std::size_t i = 0; i < result.applied.size(); ++i) text += "\n" + operation_line(result.applied[i], i + 1);
  if (result.left_out) text += "\nLeft out: " + *result.left_out + ".";
  if (result.created_root) {
    text += "\nCreated " + *result.created_root + "; commit it to share it, or add it to .git/info/exclude.";
  }
  return text;
}

// An answer stays below the cap of protocol.md §3, whatever the call held. The structured copy repeats member
// names for every operation, which its text does not.
constexpr std::size_t kMostCharacters = 32'000;
constexpr std::size_t kMemberNames = 120;  // bytes of JSON an operation costs beside its values

bool fits(const CurateResult& result) {
  const std::size_t structured = result_text(result, false).size() + kMemberNames * result.applied.size();
  return structured <= kMostCharacters;
}

// Drops, until it fits, what another call can show: first quotes and warnings, then the hashes. Every operation
// keeps its status and its path.
void shorten(CurateResult& result) {
  if (fits(result)) return;
  result.left_out = "quotes of removed text and warnings: call again with fewer operations to see them";
  for (OperationResult& operation : result.applied) {
    operation.removed.clear();
    operation.similar.clear();
    operation.warnings.clear();
  }
  if (fits(result)) return;
  *result.left_out += "; hashes: browse_tree and read_entry show them";
  for (OperationResult& operation : result.applied) operation.hash.reset();
}

std::string client_name(const protocol::Implementation& client) {
  if (client.name.empty()) return "unknown client";
  return client.version.empty() ? client.name : client.name + " " + client.version;
}

}  // namespace

protocol::Tool curate_tool(memory::Memory& memory) {
  protocol::ToolInfo info;
  info.name = "curate";
  info.title = "Curate knowledge";
  info.description =
      "Store, correct, merge or delete knowledge, or undo that. Use when the user says remember, decides or corrects, "
      "or a finding is confirmed; `body` alone is enough, leave out what you do not know. Not for guesses or secrets. "
      "Returns per operation status, path, hash, change_id.";
  info.annotations = {.read_only = false, .destructive = true, .idempotent = false, .open_world = false};
  info.gather_into = "operations";
  return protocol::make_tool<CurateParams, CurateResult>(
      std::move(info),
      [&memory](const CurateParams& params, protocol::CallContext& context) -> protocol::ToolReply<CurateResult> {
        using Reply = protocol::ToolReply<CurateResult>;
        CurateRequest request;
        request.operations = params.operations;
        request.reason = params.reason;
        request.client = client_name(context.client);
        request.dry_run = params.dry_run;
        request.stop = context.stop;
        request.progress = [&context](std::size_t done, std::size_t total) {
          context.progress(static_cast<double>(done), static_cast<double>(total), "operations");
        };
        auto result = memory.curate(request);
        if (!result) return Reply::failed(error_text(result.error()));
        for (OperationResult& operation : result->applied) {
          if (operation.error) operation.message = error_text(*operation.error);
        }
        shorten(*result);
        const std::string text = result_text(*result, params.dry_run);
        if (result->summary.failed == static_cast<std::int64_t>(result->applied.size())) return Reply::failed(text);
        Reply reply;
        reply.text.push_back(text);
        reply.structured = std::move(*result);
        return reply;
      });
}

}  // namespace tools
