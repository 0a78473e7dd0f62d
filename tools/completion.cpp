#include "tools/completion.h"

#include <algorithm>

#include "memory/tree/entry_path.h"
#include "tools/error_text.h"

namespace tools {
namespace {

constexpr std::size_t kMost = 100;

// The candidates that begin with the text, then those that hold it, each in their own order; compared as paths are.
class Matches {
 public:
  explicit Matches(std::string_view typed) : typed_(memory::folded_key(typed)) {}

  void add(std::string_view key, const std::string& value) {
    const std::size_t at = key.find(typed_);
    if (at == std::string_view::npos) return;
    (at == 0 ? beginning_ : holding_).push_back(value);
  }

  protocol::Completion take() {
    protocol::Completion completion;
    completion.total = beginning_.size() + holding_.size();
    completion.values = std::move(beginning_);
    completion.values.insert(completion.values.end(), holding_.begin(), holding_.end());
    completion.values.resize(std::min(completion.values.size(), kMost));
    return completion;
  }

 private:
  std::string typed_;
  std::vector<std::string> beginning_;
  std::vector<std::string> holding_;
};

protocol::Completion complete_folder(const memory::TreeState& tree, const std::string& typed) {
  Matches matches(typed);
  for (const std::string& folder : tree.folders) matches.add(memory::folded_key(folder), folder);
  return matches.take();
}

protocol::Completion complete_entry(const memory::TreeState& tree, std::string typed) {
  if (typed.ends_with(".md")) typed.resize(typed.size() - 3);
  Matches matches(typed);
  for (const memory::EntryPtr& entry : tree.entries.list()) matches.add(entry->key, entry->path + ".md");
  return matches.take();
}

}  // namespace

protocol::Completer make_completer(memory::Memory& memory) {
  return [&memory](const protocol::CompletionRequest& request) -> protocol::Result<protocol::Completion> {
    const bool folder = request.argument == "scope" ||
                        (request.of == protocol::CompletionRequest::Of::kPrompt && request.argument == "path");
    const bool entry = request.of == protocol::CompletionRequest::Of::kTemplate;
    if (!folder && !entry) return protocol::Completion{};  // free text
    const auto state = memory.current();
    if (!state) return protocol::Error{protocol::ErrorCode::kInternal, error_text(state.error())};
    return entry ? complete_entry(*state->tree, request.value) : complete_folder(*state->tree, request.value);
  };
}

}  // namespace tools
