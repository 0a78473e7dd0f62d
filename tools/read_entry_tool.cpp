#include "tools/all_tools.h"
#include "tools/entry_uri.h"
#include "tools/error_text.h"
#include "tools/render.h"

namespace tools {
namespace {

struct ReadParams {
  std::optional<std::string> path;
  std::vector<std::string> paths;
  std::optional<std::string> section;
  std::optional<std::int64_t> start_line;
  std::int64_t max_tokens = 2000;
  std::optional<std::string> cursor;
};

}  // namespace
}  // namespace tools

namespace protocol {

template <>
struct Record<tools::ReadParams> {
  static std::vector<Field> fields() {
    using T = tools::ReadParams;
    return {
        field<&T::path>("path", "Path or unique title; a folder gives its listing.")
            .synonyms({"file_path", "id", "entry", "title", "uri"}),
        field<&T::paths>("paths", "Several at once, instead of `path`."),
        field<&T::section>("section", "A heading, e.g. `Facts`."),
        field<&T::start_line>("start_line", "From this line on, 1-based.").synonyms({"line", "offset"}),
        field<&T::max_tokens>("max_tokens", "Budget; a token is 4 characters.")
            .range(100, 8000)
            .by_default("2000")
            .synonyms({"budget"}),
        field<&T::cursor>("cursor", "The next page."),
    };
  }
};

}  // namespace protocol

namespace tools {
namespace {

using memory::ReadPage;

constexpr std::size_t kMostPaths = 20;

// One line that says what the block before it is, and how to go on.
std::string page_line(const ReadPage& page) {
  std::string line = page.path + " · " + page.hash + " · lines " + std::to_string(page.first_line) + "–" +
                     std::to_string(page.last_line) + " of " + std::to_string(page.lines);
  if (page.updated_at) line += " · updated " + *page.updated_at;
  if (page.cursor) line += " · " + std::to_string(page.remaining_tokens) + " tokens more, next cursor " + *page.cursor;
  if (page.problem) line += " · problem: " + on_one_line(*page.problem);
  return line;
}

std::int64_t add_page(std::vector<std::string>& blocks, const ReadPage& page) {
  std::int64_t characters = 0;
  if (!page.hash.empty()) {
    blocks.push_back(page.text);
    blocks.push_back(page_line(page));
    characters += static_cast<std::int64_t>(page.text.size() + blocks.back().size());
  }
  if (page.children) {
    blocks.push_back(listing_text(*page.children));
    characters += static_cast<std::int64_t>(blocks.back().size());
  }
  return characters / 4;
}

std::vector<std::string> wanted_paths(const ReadParams& params) {
  std::vector<std::string> wanted = params.paths;
  if (params.path) wanted.insert(wanted.begin(), *params.path);
  return wanted;
}

using Reply = protocol::ToolReply<protocol::NoStructure>;

Reply read_all(memory::Memory& memory, const ReadParams& params, const std::vector<std::string>& wanted) {
  constexpr std::int64_t kLeastRoom = 100;  // a page below this many tokens helps nobody
  Reply reply;
  std::int64_t room = params.max_tokens;
  std::size_t failures = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (room < kLeastRoom) {
      const std::vector<std::string> rest(wanted.begin() + static_cast<std::ptrdiff_t>(i), wanted.end());
      reply.text.push_back("No room left in max_tokens for: " + quoted_list(rest) + ". Read them with another call.");
      break;
    }
    const auto page = memory.read({.path = path_of_reference(wanted[i]),
                                   .section = params.section,
                                   .start_line = params.start_line,
                                   .max_tokens = room,
                                   .cursor = params.cursor});
    if (page) {
      room -= add_page(reply.text, *page);
    } else {
      ++failures;
      reply.text.push_back(error_text(page.error()));
    }
  }
  reply.is_error = failures == wanted.size();
  return reply;
}

}  // namespace

protocol::Tool read_entry_tool(memory::Memory& memory) {
  protocol::ToolInfo info;
  info.name = "read_entry";
  info.title = "Read an entry";
  info.description =
      "Read the exact text of an entry, whole or by section, page by page. Use when a search passage is not enough, or "
      "before an edit. Not for finding entries (search_knowledge). Returns the text as one block, then one line with "
      "path, hash, lines and the next cursor.";
  return protocol::make_tool<ReadParams, protocol::NoStructure>(
      std::move(info), [&memory](const ReadParams& params, protocol::CallContext&) -> Reply {
        const std::vector<std::string> wanted = wanted_paths(params);
        if (wanted.empty()) {
          return Reply::failed("`path` is missing. Give the path of an entry, e.g. `architecture/auth/token_refresh`.");
        }
        if (wanted.size() > kMostPaths) {
          return Reply::failed("`paths` holds " + std::to_string(wanted.size()) + " entries; at most " +
                               std::to_string(kMostPaths) + " can be read at once.");
        }
        if (wanted.size() > 1 && params.cursor) {
          return Reply::failed("`cursor` belongs to one entry. Give it with that entry's `path` alone.");
        }
        return read_all(memory, params, wanted);
      });
}

}  // namespace tools
