#include "memory/index/chunks.h"

#include <array>
#include <cstdint>

#include "memory/tree/text.h"

namespace memory {
namespace {

enum class Class : std::uint8_t { kSeparator, kWord, kConnector };

constexpr std::array<Class, 128> kAsciiClasses = [] {
  std::array<Class, 128> classes{};
  for (char c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = Class::kWord;
  for (char c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = Class::kWord;
  for (char c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = Class::kWord;
  for (const char c : std::string_view("._-/:@+#'&\\,")) classes[static_cast<std::size_t>(c)] = Class::kConnector;
  return classes;
}();

Class ascii_class(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x80 ? kAsciiClasses[byte] : Class::kSeparator;
}

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_letter(char c) { return ascii_class(c) == Class::kWord && !is_digit(c); }

bool is_typographic_apostrophe(std::string_view text, std::size_t at) {
  return text.compare(at, 3, "\xE2\x80\x99") == 0;
}

}  // namespace

bool ChunkReader::starts_word(std::size_t at) const {
  if (at >= text_.size()) return false;
  if (is_ascii(text_[at])) return ascii_class(text_[at]) == Class::kWord;
  const char32_t c = code_point_at(text_, at).value;
  return is_word_code_point(c) && !written_without_spaces(script_of(c));
}

// Behind a connector that joins two word characters; `at` where there is none. A comma joins digits only, a
// colon may be doubled.
std::size_t ChunkReader::connector_end(std::size_t at) const {
  if (at >= text_.size()) return at;
  if (is_typographic_apostrophe(text_, at)) return starts_word(at + 3) ? at + 3 : at;
  if (ascii_class(text_[at]) != Class::kConnector) return at;
  std::size_t end = at + 1;
  if (text_[at] == ':' && end < text_.size() && text_[end] == ':') ++end;
  if (!starts_word(end)) return at;
  if (text_[at] == ',' && !(is_digit(text_[at - 1]) && is_digit(text_[end]))) return at;
  return end;
}

std::size_t ChunkReader::word_end(std::size_t begin) const {
  std::size_t end = begin;
  while (end < text_.size() && end - begin < kMaxChunkBytes) {
    if (is_ascii(text_[end]) && ascii_class(text_[end]) == Class::kWord) {
      ++end;
      continue;
    }
    if (!is_ascii(text_[end]) && starts_word(end)) {
      end += code_point_at(text_, end).length;
      continue;
    }
    const std::size_t joined = connector_end(end);
    if (joined == end) break;
    end = joined;
  }
  // `C++`, `C#`: signs directly behind a letter that end the chunk belong to the name.
  if (end < text_.size() && is_ascii_letter(text_[end - 1])) {
    const std::size_t signs = text_.compare(end, 2, "++") == 0 ? 2 : text_[end] == '#' ? 1 : 0;
    if (signs > 0 && !starts_word(end + signs)) end += signs;
  }
  return end;
}

std::size_t ChunkReader::run_end(std::size_t begin, Script script) const {
  std::size_t end = begin;
  while (end < text_.size() && !is_ascii(text_[end])) {
    const CodePoint c = code_point_at(text_, end);
    const bool voicing_mark = c.value == 0x3099 || c.value == 0x309A || c.value == 0xFF9E || c.value == 0xFF9F;
    if (!voicing_mark && (!is_word_code_point(c.value) || script_of(c.value) != script)) break;
    end += c.length;
  }
  return end;
}

bool ChunkReader::next(Chunk& chunk) {
  while (at_ < text_.size()) {
    if (is_ascii(text_[at_])) {
      if (ascii_class(text_[at_]) != Class::kWord) {
        ++at_;
        continue;
      }
      std::size_t begin = at_;
      // `.NET`, `-rf`, `--force`: a dot or dashes at the start of a word belong to the name.
      const bool letter = is_ascii_letter(text_[at_]);
      if (letter && begin > 0 && (text_[begin - 1] == '.' || text_[begin - 1] == '-')) {
        const char sign = text_[begin - 1];
        std::size_t first = begin - 1;
        if (sign == '-' && first > 0 && text_[first - 1] == '-') --first;
        const bool at_start = first == 0 || static_cast<unsigned char>(text_[first - 1]) <= 0x20 ||
                              text_[first - 1] == '`' || text_[first - 1] == '(' || text_[first - 1] == '"';
        if (at_start) begin = first;
      }
      at_ = word_end(at_);
      chunk = {text_.substr(begin, at_ - begin), Script::kOther};
      return true;
    }
    const CodePoint c = code_point_at(text_, at_);
    if (!is_word_code_point(c.value)) {
      at_ += c.length;
      continue;
    }
    const Script script = script_of(c.value);
    const std::size_t begin = at_;
    const bool run = written_without_spaces(script);
    at_ = run ? run_end(begin, script) : word_end(begin);
    chunk = {text_.substr(begin, at_ - begin), run ? script : Script::kOther};
    return true;
  }
  return false;
}

}  // namespace memory
