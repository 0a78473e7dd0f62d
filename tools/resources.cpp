#include "tools/resources.h"

#include <algorithm>
#include <iterator>

#include "memory/tree/time_text.h"
#include "tools/entry_uri.h"
#include "tools/error_text.h"

namespace tools {
namespace {

using memory::EntryPtr;
using memory::TreeState;
using protocol::ErrorCode;

constexpr std::size_t kPageSize = 100;
constexpr std::int64_t kOutlineTokens = 500;
constexpr const char* kMarkdown = "text/markdown";

protocol::Resource outline_resource() {
  protocol::Resource resource;
  resource.uri = kUriPrefix;
  resource.name = "outline";
  resource.title = "Outline of the Context Tree";
  resource.description = "Domains, topics, counts and the most important entries.";
  resource.mime_type = kMarkdown;
  resource.priority = 1.0;
  return resource;
}

protocol::Resource entry_resource(const memory::StoredEntry& stored, const memory::Lifecycles& lifecycles) {
  protocol::Resource resource;
  resource.uri = entry_uri(stored.path);
  resource.name = stored.path;
  resource.title = stored.title;
  resource.description = stored.summary.value_or("");
  resource.mime_type = kMarkdown;
  resource.size = static_cast<std::int64_t>(stored.bytes.size());
  resource.priority = lifecycles.of(stored).importance / 100.0;
  const auto updated = stored.changed_at();
  if (updated) resource.last_modified = memory::format_time(*updated);
  return resource;
}

protocol::Error unreadable(const memory::Error& error) { return {ErrorCode::kInternal, error_text(error)}; }

bool is_before(const std::string& path, const EntryPtr& entry) { return path < entry->path; }

class TreeResources : public protocol::ResourceProvider {
 public:
  explicit TreeResources(memory::Memory& memory) : memory_(memory) {}

  // Pages go on behind the last path, so that a change between two pages loses and doubles nothing else.
  protocol::Result<protocol::ResourcePage> list(const std::optional<std::string>& after) override {
    const auto state = memory_.current();
    if (!state) return unreadable(state.error());
    protocol::ResourcePage page;
    if (!after) page.resources.push_back(outline_resource());
    const auto& entries = state->tree->entries.list();
    const auto first = after ? std::upper_bound(entries.begin(), entries.end(), *after, is_before) : entries.begin();
    for (auto at = first; at != entries.end(); ++at) {
      if (page.resources.size() == kPageSize) {
        page.next = (*std::prev(at))->path;
        break;
      }
      page.resources.push_back(entry_resource(**at, state->lifecycles));
    }
    return page;
  }

  std::vector<protocol::ResourceTemplate> templates() override {
    return {{"context-tree:///{+path}", "entry", "An entry by its path",
             "An entry's markdown, e.g. context-tree:///architecture/auth/token_refresh.md", kMarkdown}};
  }

  protocol::Result<protocol::ResourceText> read(const std::string& uri) override {
    const auto state = memory_.current();
    if (!state) return unreadable(state.error());
    const auto path = path_of_uri(uri);
    if (!path) return protocol::Error{ErrorCode::kNotFound, "Resource not found: " + uri};
    if (path->empty())
      return protocol::ResourceText{uri, kMarkdown, memory::outline(*state->tree, kOutlineTokens, state->lifecycles)};
    const auto entry = memory::find_entry(*state->tree, *path, "uri");
    if (!entry) {
      return protocol::Error{ErrorCode::kNotFound, "Resource not found: " + uri + ". " + error_text(entry.error())};
    }
    return protocol::ResourceText{uri, kMarkdown, std::string((*entry)->bytes)};
  }

 private:
  memory::Memory& memory_;
};

}  // namespace

std::shared_ptr<protocol::ResourceProvider> make_resources(memory::Memory& memory) {
  return std::make_shared<TreeResources>(memory);
}

}  // namespace tools
