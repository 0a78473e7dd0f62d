#include "memory/retrieval/hit_text.h"

#include <algorithm>

#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kLongLine = 1200;

// Phrases by which a stored text would steer the model that reads it.
constexpr std::string_view kSteering[] = {
    "ignore previous instructions",
    "ignore all previous",
    "ignore the above",
    "disregard previous",
    "disregard all previous",
    "disregard the above",
    "forget your instructions",
    "new instructions:",
    "system prompt",
    "you are now",
    "do not tell the user",
    "without telling the user",
    "<system>",
    "<|im_start|>",
    "[system]",
    "act as if you",
};

}  // namespace

TextRange shown_range(std::string_view bytes, const IndexedPassage& passage) {
  TextRange range{passage.begin, passage.end, passage.first_line, passage.last_line};
  if (!passage.partial) return range;
  // Farther back than a long line would not be shown.
  const std::size_t farthest = passage.begin - std::min<std::size_t>(passage.begin, kLongLine + 1);
  const std::string_view in_front = bytes.substr(farthest, passage.begin - farthest);
  const std::size_t before = in_front.rfind('\n');
  const std::size_t begin = before == std::string_view::npos ? farthest : farthest + before + 1;
  std::size_t end = std::min(bytes.find('\n', passage.end), bytes.size());
  if (end > begin && bytes[end - 1] == '\r') --end;
  if (passage.begin - begin <= kLongLine && end - passage.end <= kLongLine && end - begin <= 2 * kLongLine) {
    range.begin = static_cast<std::uint32_t>(begin);
    range.end = static_cast<std::uint32_t>(end);
  }
  return range;
}

std::vector<std::string> text_flags(std::string_view text) {
  std::vector<std::string> flags;
  const auto has_line = [&](std::string_view start) {
    return text.starts_with(start) || text.find('\n' + std::string(start)) != std::string_view::npos;
  };
  if (has_line("<<<<<<< ") || has_line(">>>>>>> ")) flags.emplace_back("conflict_markers");
  const std::string folded = fold_case(text);
  const bool steers = std::any_of(std::begin(kSteering), std::end(kSteering),
                                  [&](std::string_view phrase) { return folded.find(phrase) != std::string::npos; });
  if (steers) flags.emplace_back("instructions");
  return flags;
}

std::optional<std::string> superseded_by(std::string_view text) {
  constexpr std::string_view kLabel = "superseded-by:";
  const std::size_t at = text.find(kLabel);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(at + kLabel.size());
  return std::string(trim(rest.substr(0, rest.find_first_of(";)\n"))));
}

}  // namespace memory
