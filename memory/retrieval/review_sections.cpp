#include "memory/retrieval/review_sections.h"

#include <algorithm>
#include <array>
#include <vector>

#include "memory/tree/entry_path.h"
#include "memory/tree/markdown.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kShortest = 200;  // bytes
constexpr std::size_t kLongest = 1500;
constexpr std::array<std::string_view, 5> kKnown = {"reason", "relations", "raw_concept", "narrative", "facts"};

bool is_known(std::string_view heading) {
  return std::find(kKnown.begin(), kKnown.end(), folded_key(heading)) != kKnown.end();
}

// Where each line begins, and the end.
std::vector<std::size_t> starts_of_lines(std::string_view text) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') starts.push_back(i + 1);
  }
  starts.push_back(text.size());
  return starts;
}

bool occurs_once(std::string_view text, std::string_view part) {
  return text.find(part, text.find(part) + 1) == std::string_view::npos;
}

}  // namespace

std::optional<MovableSection> section_to_move(const StoredEntry& entry) {
  const std::string_view body = entry.bytes.substr(entry.body_offset);
  const std::vector<std::size_t> starts = starts_of_lines(body);
  std::vector<MarkdownBlock> headings;
  for (MarkdownBlock& block : markdown_blocks(body)) {
    if (block.kind != BlockKind::kHeading || block.level > 2) continue;
    if (is_known(block.heading)) break;
    headings.push_back(std::move(block));
  }
  std::optional<MovableSection> best;
  for (std::size_t i = 0; i + 1 < headings.size(); ++i) {
    const MarkdownBlock& heading = headings[i];
    const std::size_t begin = starts[static_cast<std::size_t>(heading.first_line) - 1];
    const std::size_t behind = starts[static_cast<std::size_t>(heading.last_line)];
    const std::size_t end = starts[static_cast<std::size_t>(headings[i + 1].first_line) - 1];
    const std::string_view text = body.substr(begin, end - begin);
    if (text.size() < kShortest || text.size() > kLongest || (best && text.size() <= best->text.size())) continue;
    if (is_blank(heading.heading) || is_blank(body.substr(behind, end - behind)) || !occurs_once(entry.bytes, text)) {
      continue;
    }
    MovableSection section;
    section.title = heading.heading;
    section.heading_line = trim(body.substr(begin, behind - begin));
    section.body = trim(body.substr(behind, end - behind));
    section.text = text;
    best = std::move(section);
  }
  return best;
}

}  // namespace memory
