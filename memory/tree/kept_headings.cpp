#include "memory/tree/kept_headings.h"

#include <unordered_map>
#include <vector>

#include "memory/tree/content.h"
#include "memory/tree/markdown.h"
#include "memory/tree/sections.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr int kFirstOwnLevel = 3;  // higher ones would end the section, and are escaped

// A heading, "### Mine" folded, with the text up to the next one; the first piece is the text before any heading.
struct Piece {
  std::string heading;
  std::string text;
};

bool cuts(const MarkdownBlock& block, TextPlace place) {
  if (block.kind != BlockKind::kHeading || block.level < kFirstOwnLevel) return false;
  return place != TextPlace::kNarrative || block.level > kFirstOwnLevel || !narrative_field(block.heading);
}

std::vector<Piece> pieces_of(std::string_view text, TextPlace place) {
  std::vector<Piece> pieces(1);
  const std::vector<std::string_view> lines = split_lines(text);
  int line = 1;
  const auto take_lines = [&](int end) {
    for (; line < end; ++line) pieces.back().text.append(lines[static_cast<std::size_t>(line) - 1]).push_back('\n');
  };
  if (text.find('#') != std::string_view::npos) {
    for (const MarkdownBlock& block : markdown_blocks(text)) {
      if (!cuts(block, place)) continue;
      take_lines(block.first_line);
      pieces.push_back({std::to_string(block.level) + ' ' + folded_text(block.heading), {}});
    }
  }
  take_lines(static_cast<int>(lines.size()) + 1);
  return pieces;
}

void append_piece(std::string& text, std::string_view piece) {
  if (is_blank(piece)) return;
  const std::string_view written = trim_blank_lines_end(text);
  text.erase(written.size());
  text.append(text.empty() ? "" : "\n\n").append(piece);
}

}  // namespace

std::string with_kept_headings(std::string_view before, std::string_view given, TextPlace place) {
  const std::vector<Piece> old = pieces_of(before, place);
  if (old.size() == 1) return std::string(given);
  const std::vector<Piece> fresh = pieces_of(given, place);
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < fresh.size(); ++i) places.emplace(fresh[i].heading, i);
  std::vector<std::vector<const Piece*>> kept(fresh.size());
  std::size_t behind = 0;
  bool any = false;
  for (const Piece& piece : old) {
    if (const auto found = places.find(piece.heading); found != places.end()) {
      behind = found->second;
    } else {
      kept[behind].push_back(&piece);
      any = true;
    }
  }
  if (!any) return std::string(given);
  std::string text;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    // What follows what was kept stands behind a blank line; all else is as given.
    if (i > 0 && !kept[i - 1].empty()) {
      append_piece(text, fresh[i].text);
    } else {
      text += fresh[i].text;
    }
    for (const Piece* piece : kept[i]) append_piece(text, piece->text);
  }
  return std::string(trim_blank_lines_end(text));
}

}  // namespace memory
