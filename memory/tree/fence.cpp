#include "memory/tree/fence.h"

#include <algorithm>
#include <vector>

#include "memory/tree/text.h"

namespace memory {
namespace {

// The fence's run of marks at the start of a line, whatever follows.
std::optional<Fence> leading_run(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(' ');
  if (indent == std::string_view::npos || indent > 3) return std::nullopt;
  const char mark = line[indent];
  if (mark != '`' && mark != '~') return std::nullopt;
  const std::size_t end = std::min(line.find_first_not_of(mark, indent), line.size());
  if (end - indent < 3) return std::nullopt;
  return Fence{mark, end - indent, indent, trim(line.substr(end))};
}

std::size_t longest_run(std::string_view text, char mark) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == mark ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// A line of a fenced block loses as many blanks as stood before the opening fence.
std::string_view without_indent(std::string_view line, std::size_t indent) {
  std::size_t cut = 0;
  while (cut < indent && cut < line.size() && line[cut] == ' ') ++cut;
  return line.substr(cut);
}

}  // namespace

std::optional<Fence> opening_fence(std::string_view line) {
  const auto fence = leading_run(line);
  if (!fence || (fence->mark == '`' && fence->info.find('`') != std::string_view::npos)) return std::nullopt;
  return fence;
}

bool closes_fence(std::string_view line, const Fence& fence) {
  const auto run = leading_run(line);
  return run && run->mark == fence.mark && run->length >= fence.length && run->info.empty();
}

std::string fenced(std::string_view text, std::string_view info) {
  // An info string with a backtick is only possible behind tildes.
  const char mark = info.find('`') == std::string_view::npos ? '`' : '~';
  const std::string fence(std::max<std::size_t>(3, longest_run(text, mark) + 1), mark);
  std::string out = fence + std::string(info) + "\n";
  out.append(text);
  if (!text.empty()) out.push_back('\n');
  return out + fence;
}

std::string fence_text(std::span<const std::string_view> lines) {
  const auto fence = lines.empty() ? std::nullopt : opening_fence(lines.front());
  if (!fence) return {};
  std::size_t end = lines.size();
  if (end > 1 && closes_fence(lines[end - 1], *fence)) --end;
  std::string text;
  for (std::size_t i = 1; i < end; ++i) {
    if (i > 1) text.push_back('\n');
    text.append(without_indent(lines[i], fence->indent));
  }
  return text;
}

std::optional<FencedText> unfenced(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(trim_end(text));
  if (lines.size() < 2) return std::nullopt;
  const auto fence = opening_fence(lines.front());
  if (!fence) return std::nullopt;
  const auto close =
      std::find_if(lines.begin() + 1, lines.end(), [&](std::string_view line) { return closes_fence(line, *fence); });
  if (close != lines.end() - 1) return std::nullopt;
  return FencedText{std::string(fence->info), fence_text(lines)};
}

}  // namespace memory
