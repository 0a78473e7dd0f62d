#include "memory/index/passages.h"

#include <algorithm>
#include <unordered_map>

#include "memory/index/body_lines.h"
#include "memory/index/characters.h"
#include "memory/index/section_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kTargetWords = 60;                // a passage of prose is closed here (retrieval.md §2)
constexpr std::size_t kMostWords = 90;                  // a paragraph up to here is not cut
constexpr std::size_t kMostTurnWords = 120;             // a turn up to here is one passage
constexpr std::size_t kMostBlockWords = 400;            // code and tables up to here stay whole
constexpr std::size_t kLongestPiece = 16 * kMostWords;  // bytes, of a line without ends to cut at
constexpr std::size_t kMostBytes = 8192;                // of any passage

bool is_text_start(std::string_view text, std::size_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
}

// Words by spaces; in scripts without spaces two characters count as one word.
std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  std::size_t wide = 0;
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool blank = byte <= 0x20;
    if (!blank && !inside) ++words;
    inside = !blank;
    if (byte >= 0xE3 && byte <= 0xED) ++wide;
  }
  return words + wide / 2;
}

bool ends_sentence(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '.' || c == '!' || c == '?') return at + 1 < text.size() && text[at + 1] == ' ';
  // 。！？
  return text.compare(at, 3, "\xE3\x80\x82") == 0 || text.compare(at, 3, "\xEF\xBC\x81") == 0 ||
         text.compare(at, 3, "\xEF\xBC\x9F") == 0;
}

// Cuts a long line at sentence ends into pieces of about kTargetWords; where no sentence ends, at a blank, else
// at a character.
std::vector<std::string_view> cut_line(std::string_view line) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  std::size_t words = 0;
  std::size_t wide = 0;
  const auto cut = [&](std::size_t end) {
    pieces.push_back(line.substr(begin, end - begin));
    begin = end;
    words = wide = 0;
  };
  for (std::size_t at = 0; at < line.size(); ++at) {
    const auto byte = static_cast<unsigned char>(line[at]);
    if (byte == ' ') ++words;
    if (byte >= 0xE3 && byte <= 0xED) ++wide;
    const std::size_t length = words + wide / 2;
    const std::size_t sign = byte < 0x80 ? 1 : 3;
    if (length * 4 >= kTargetWords * 3 && ends_sentence(line, at)) {
      cut(std::min(at + sign, line.size()));
    } else if (length >= 2 * kMostWords && byte == ' ') {
      cut(at);
    } else if (at > begin && at - begin >= kLongestPiece &&
               (is_text_start(line, at) || at - begin >= kLongestPiece + 4)) {
      cut(at);
    }
  }
  const bool short_rest = !pieces.empty() && count_words(line.substr(begin)) < kTargetWords / 4;
  if (short_rest) {
    const std::size_t last = static_cast<std::size_t>(pieces.back().data() - line.data());
    pieces.back() = line.substr(last);
  } else if (begin < line.size()) {
    pieces.push_back(line.substr(begin));
  }
  return pieces;
}

Role role_of(std::string_view speaker) {
  const std::string folded = fold_case(speaker);
  if (folded == "user" || folded == "human") return Role::kUser;
  if (folded == "assistant" || folded == "ai" || folded == "bot" || folded == "agent") return Role::kAssistant;
  return folded == "system" ? Role::kNone : Role::kNamed;
}

class PassageBuilder {
 public:
  explicit PassageBuilder(int first_line) : first_line_(first_line) { map_.speakers.emplace_back(); }

  PassageMap build(const std::vector<BodyLine>& lines) {
    for (std::size_t i = 0; i < lines.size();) {
      if (!lines[i].speaker.empty()) start_turn(lines[i].speaker, turn_words(lines, i));
      i = take(lines, i);
    }
    close();
    map_.sections = std::move(path_.sections());
    return std::move(map_);
  }

 private:
  std::uint32_t line_number(std::size_t index) const {
    return static_cast<std::uint32_t>(first_line_) + static_cast<std::uint32_t>(index);
  }

  // Takes the block that starts at line `i`; returns the line behind it.
  std::size_t take(const std::vector<BodyLine>& lines, std::size_t i) {
    const BodyLine& line = lines[i];
    switch (line.kind) {
      case LineKind::kBlank:
        return i + 1;
      case LineKind::kHeading:
        start_section(line);
        add(lines, i, i + 1);
        only_heading_ = true;
        return i + 1;
      case LineKind::kCode:
      case LineKind::kTable:
        return take_block(lines, i);
      case LineKind::kBreak:
        if (!whole_turn_) close();
        return i + 1;
      case LineKind::kItem:
      case LineKind::kText:
        break;
    }
    const std::size_t end = paragraph_end(lines, i);
    const std::size_t words = words_of(lines, i, end);
    const std::size_t most = whole_turn_ ? kMostTurnWords : kMostWords;
    // Every item of the Facts section is a passage of its own.
    const bool own_passage = path_.in_facts() && line.kind == LineKind::kItem;
    if ((own_passage && !only_heading_) ||
        (words_ > 0 && !whole_turn_ && !only_heading_ && words_ + words > kMostWords))
      close();
    if (words > most || lines[end - 1].begin + lines[end - 1].text.size() - lines[i].begin > kMostBytes) {
      take_long(lines, i, end);
    } else {
      add(lines, i, end);
      if (own_passage || (!whole_turn_ && words_ >= kTargetWords)) close();
    }
    return end;
  }

  // A list item with its continuation, or a line of text. Lines of one paragraph may part: people break lines
  // where a thought ends.
  std::size_t paragraph_end(const std::vector<BodyLine>& lines, std::size_t i) const {
    std::size_t end = i + 1;
    if (lines[i].kind != LineKind::kItem) return end;
    while (end < lines.size() && lines[end].kind == LineKind::kText && lines[end].speaker.empty() &&
           !lines[end].text.empty() && (lines[end].text[0] == ' ' || lines[end].text[0] == '\t')) {
      ++end;
    }
    return end;
  }

  std::size_t take_block(const std::vector<BodyLine>& lines, std::size_t i) {
    std::size_t end = i + 1;
    while (end < lines.size() && lines[end].kind == lines[i].kind && !lines[end].starts_block) ++end;
    const std::size_t words = words_of(lines, i, end);
    if (words <= kMostBlockWords && lines[end - 1].begin + lines[end - 1].text.size() - lines[i].begin <= kMostBytes) {
      if (words_ > 0 && words_ + words > kMostWords && !only_heading_) close();
      add(lines, i, end);
      if (words_ >= kTargetWords) close();
      return end;
    }
    if (!only_heading_) close();
    take_long(lines, i, end);
    return end;
  }

  void take_long(const std::vector<BodyLine>& lines, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t words = count_words(lines[i].text);
      const bool code = lines[i].kind == LineKind::kCode || lines[i].kind == LineKind::kTable;
      const std::size_t target = code ? kMostBlockWords / 2 : kTargetWords;
      if (words_ > 0 && words_ + words > target + target / 2 && !only_heading_) close();
      if (words > kMostWords || lines[i].text.size() > kMostBytes) {
        add_pieces(lines, i);
      } else {
        add(lines, i, i + 1);
        if (words_ >= target) close();
      }
    }
  }

  void add_pieces(const std::vector<BodyLine>& lines, std::size_t i) {
    const auto pieces = cut_line(lines[i].text);
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      const auto begin = lines[i].begin + static_cast<std::uint32_t>(pieces[p].data() - lines[i].text.data());
      extend(begin, begin + static_cast<std::uint32_t>(pieces[p].size()), i, i);
      current_.partial = current_.partial || pieces.size() > 1;
      if (p + 1 < pieces.size()) close();
    }
    words_ = kTargetWords;
    close();
  }

  void add(const std::vector<BodyLine>& lines, std::size_t begin, std::size_t end) {
    const BodyLine& last = lines[end - 1];
    extend(lines[begin].begin, last.begin + static_cast<std::uint32_t>(last.text.size()), begin, end - 1);
    words_ += words_of(lines, begin, end);
    if (path_.in_facts() && last.text.find("superseded-by:") != std::string_view::npos) current_.superseded = true;
  }

  void extend(std::uint32_t begin, std::uint32_t end, std::size_t first, std::size_t last) {
    if (!open_) {
      current_ = Passage{};
      current_.begin = begin;
      current_.first_line = line_number(first);
      current_.section = static_cast<std::uint16_t>(path_.section());
      current_.speaker = speaker_;
      current_.turn = turn_;
      current_.role = role_;
      open_ = true;
    }
    if (only_heading_) current_.section = static_cast<std::uint16_t>(path_.section());
    current_.end = end;
    current_.last_line = line_number(last);
    only_heading_ = false;
  }

  void close() {
    if (open_ && current_.end > current_.begin) map_.passages.push_back(current_);
    open_ = false;
    only_heading_ = false;
    words_ = 0;
  }

  void start_section(const BodyLine& heading) {
    if (!only_heading_) close();
    path_.enter(heading);
    whole_turn_ = false;
  }

  void start_turn(std::string_view speaker, std::size_t words) {
    close();
    auto [found, fresh] = speaker_ids_.try_emplace(speaker, static_cast<std::uint16_t>(map_.speakers.size()));
    if (fresh && map_.speakers.size() < 0xFFFF) map_.speakers.emplace_back(speaker);
    speaker_ = std::min<std::uint16_t>(found->second, static_cast<std::uint16_t>(map_.speakers.size() - 1));
    role_ = role_of(speaker);
    ++turn_;
    path_.start_turn(role_);
    whole_turn_ = words <= kMostTurnWords;
  }

  static std::size_t turn_words(const std::vector<BodyLine>& lines, std::size_t i) {
    std::size_t end = i + 1;
    std::size_t words = count_words(lines[i].text);
    while (end < lines.size() && lines[end].speaker.empty() && words <= kMostTurnWords)
      words += count_words(lines[end++].text);
    return words;
  }

  static std::size_t words_of(const std::vector<BodyLine>& lines, std::size_t begin, std::size_t end) {
    std::size_t words = 0;
    for (std::size_t i = begin; i < end; ++i) words += count_words(lines[i].text);
    return words;
  }

  int first_line_;
  PassageMap map_;
  Passage current_;
  bool open_ = false;
  bool only_heading_ = false;  // the open passage holds headings alone: what follows joins it
  bool whole_turn_ = false;    // inside a turn that stays one passage
  std::size_t words_ = 0;
  SectionPath path_;
  std::unordered_map<std::string_view, std::uint16_t> speaker_ids_;
  std::uint16_t speaker_ = 0;
  std::uint16_t turn_ = 0;
  Role role_ = Role::kNone;
};

}  // namespace

std::vector<std::string> split_sections(std::string_view bytes, std::size_t offset) {
  SectionPath path;
  for (const BodyLine& line : classify_lines(bytes, std::min(offset, bytes.size()))) {
    if (!line.speaker.empty()) path.start_turn(role_of(line.speaker));
    if (line.kind == LineKind::kHeading) path.enter(line);
  }
  return std::move(path.sections());
}

PassageMap split_passages(std::string_view bytes, std::size_t offset, int line) {
  offset = std::min(offset, bytes.size());
  return PassageBuilder(line).build(classify_lines(bytes, offset));
}

}  // namespace memory
