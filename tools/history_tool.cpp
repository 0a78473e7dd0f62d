#include "tools/all_tools.h"
#include "tools/error_text.h"
#include "tools/render.h"

using memory::HistoryChange;
using memory::HistoryFile;
using memory::HistoryPage;
using memory::HistoryRequest;

namespace protocol {

template <>
struct Record<HistoryRequest> {
  static std::vector<Field> fields() {
    using T = HistoryRequest;
    return {
        field<&T::path>("path", "Entry (deleted ones too) or folder; default: all.")
            .synonyms({"file_path", "folder", "entry", "scope", "title"}),
        field<&T::change_id>("change_id", "One change, whole.").synonyms({"id"}),
        field<&T::since>("since", "ISO date, or `7d`."),
        field<&T::diff>("diff", ""),
        field<&T::limit>("limit", "Most changes.").hidden().range(1, 200).by_default("20").synonyms({"per_page"}),
        field<&T::max_tokens>("max_tokens", "Budget of the reply.")
            .hidden()
            .range(100, 8000)
            .by_default("2000")
            .synonyms({"budget"}),
        field<&T::cursor>("cursor", "The next page."),
    };
  }
};

template <>
struct Record<HistoryFile> {
  static std::vector<Field> fields() {
    return {
        field<&HistoryFile::path>("path", "").required(),
        field<&HistoryFile::hash_before>("hash_before", ""),
        field<&HistoryFile::hash_after>("hash_after", ""),
    };
  }
};

template <>
struct Record<HistoryChange> {
  static std::vector<Field> fields() {
    using T = HistoryChange;
    return {
        field<&T::change_id>("change_id", ""),
        field<&T::time>("time", "").required(),
        field<&T::operation>("operation", "").required(),
        field<&T::path>("path", "").required(),
        field<&T::target_path>("target_path", ""),
        field<&T::client>("client", ""),
        field<&T::reason>("reason", ""),
        field<&T::undoes>("undoes", ""),
        field<&T::hash_before>("hash_before", ""),
        field<&T::hash_after>("hash_after", ""),
        field<&T::files>("files", "").omit_empty(),
        field<&T::diff>("diff", ""),
        field<&T::note>("note", ""),
    };
  }
};

template <>
struct Record<HistoryPage> {
  static std::vector<Field> fields() {
    return {
        field<&HistoryPage::path>("path", "").required(),
        field<&HistoryPage::changes>("changes", "").required(),
        field<&HistoryPage::total>("total", ""),
        field<&HistoryPage::cursor>("cursor", ""),
    };
  }
};

}  // namespace protocol

namespace tools {
namespace {

// Every line of what is recalled is indented, so that none can pass for a part of the answer.
std::string indented(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += "\n    " + on_one_line(std::string_view(text).substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::string hashes_text(const std::optional<std::string>& before, const std::optional<std::string>& after) {
  if (!before && !after) return {};
  return " · hash " + before.value_or("none") + " → " + after.value_or("none");
}

std::string change_text(const HistoryChange& change) {
  std::string line = change.time + " " + on_one_line(change.operation) + " " + on_one_line(change.path);
  if (change.target_path) line += " → " + on_one_line(*change.target_path);
  line += change.change_id ? " · change_id " + *change.change_id : " · only logged";
  if (change.undoes) line += " · undoes " + on_one_line(*change.undoes);
  if (change.client) line += " · " + on_one_line(*change.client);
  line += hashes_text(change.hash_before, change.hash_after);
  if (change.reason) line += "\n  reason: " + on_one_line(*change.reason);
  for (const HistoryFile& file : change.files) {
    line += "\n  " + on_one_line(file.path) + hashes_text(file.hash_before, file.hash_after);
  }
  if (change.diff) line += indented(*change.diff);
  if (change.note) line += "\n  note: " + *change.note;
  return line;
}

std::string page_text(const HistoryPage& page) {
  const std::string name = page.path.empty() ? "" : on_one_line(page.path) + ": ";
  if (page.changes.empty()) return name + "No change is known.";
  std::string text =
      name + std::to_string(page.changes.size()) + " of " + counted(page.total, "change", "changes") + ", newest first";
  for (const HistoryChange& change : page.changes) text += "\n" + change_text(change);
  if (page.cursor) text += "\nMore follows: call again with cursor `" + *page.cursor + "`.";
  return text;
}

}  // namespace

protocol::Tool history_tool(memory::Memory& memory) {
  protocol::ToolInfo info;
  info.name = "history";
  info.title = "See what changed";
  info.description =
      "Show who changed what, when and why, with diffs. Use when asked what an entry said before, or to find the "
      "change_id that curate's UNDO takes. Not for current text (read_entry). Returns changes, newest first: time, "
      "operation, path, client, reason, hashes, diff.";
  return protocol::make_tool<HistoryRequest, HistoryPage>(
      std::move(info),
      [&memory](const HistoryRequest& request, protocol::CallContext&) -> protocol::ToolReply<HistoryPage> {
        auto page = memory.history(request);
        if (!page) return protocol::ToolReply<HistoryPage>::failed(error_text(page.error()));
        protocol::ToolReply<HistoryPage> reply;
        reply.text.push_back(page_text(*page));
        reply.structured = std::move(*page);
        return reply;
      });
}

}  // namespace tools
