// Fences of code: what opens one, what closes it, how text is put into one so that nothing inside can close
// it (CommonMark 0.30, section 4.5). Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace memory {

struct Fence {
  char mark = '`';
  std::size_t length = 3;
  std::size_t indent = 0;  // blanks before it, 0..3
  std::string_view info;   // "ts"
};

// The fence that `line` opens at the top level.
std::optional<Fence> opening_fence(std::string_view line);
bool closes_fence(std::string_view line, const Fence& fence);

// The text between fences longer than any run of backticks in it; no line break after the last fence.
std::string fenced(std::string_view text, std::string_view info);

// The text of a fenced block given as its lines, the opening fence first; the closing one may be missing.
std::string fence_text(std::span<const std::string_view> lines);

// A text that is one fenced block and nothing else, taken apart.
struct FencedText {
  std::string info;
  std::string text;
};
std::optional<FencedText> unfenced(std::string_view text);

}  // namespace memory
