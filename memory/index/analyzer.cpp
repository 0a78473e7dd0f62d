#include "memory/index/analyzer.h"

#include <utf8proc.h>

#include <algorithm>

#include "memory/index/characters.h"
#include "memory/index/chunks.h"
#include "memory/index/stemmer.h"
#include "memory/index/time_words.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

enum class CharacterKind : std::uint8_t { kLower, kUpper, kDigit, kConnector };

struct Part {
  std::string text;  // folded, without accents
  bool digits = false;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_ascii_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string fold_word(std::string_view raw) {
  if (!is_ascii_text(raw)) return fold_case(raw);
  std::string folded(raw);
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return folded;
}

CharacterKind kind_of(char32_t c) {
  if (c < 0x80 && c >= '0' && c <= '9') return CharacterKind::kDigit;
  if (!is_word_code_point(c)) return CharacterKind::kConnector;
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT ? CharacterKind::kUpper
                                                                              : CharacterKind::kLower;
}

void add_part(std::vector<Part>& parts, std::string_view raw) {
  if (raw.empty()) return;
  parts.push_back({fold_accents(fold_word(raw)), is_digit(raw.front())});
}

// getUserByID → get, User, By, ID; HTTPServer → HTTP, Server; utf8 → utf, 8.
std::vector<Part> split_parts(std::string_view raw) {
  std::vector<Part> parts;
  std::size_t begin = 0;
  auto before = CharacterKind::kConnector;
  for (std::size_t at = 0; at < raw.size();) {
    const CodePoint c = code_point_at(raw, at);
    const CharacterKind kind = kind_of(c.value);
    const std::size_t end = at + c.length;
    bool starts = kind == CharacterKind::kConnector || before == CharacterKind::kConnector ||
                  (kind == CharacterKind::kDigit) != (before == CharacterKind::kDigit) ||
                  (kind == CharacterKind::kUpper && before == CharacterKind::kLower);
    if (kind == CharacterKind::kUpper && before == CharacterKind::kUpper && end < raw.size()) {
      starts = kind_of(code_point_at(raw, end).value) == CharacterKind::kLower;
    }
    if (starts) {
      add_part(parts, raw.substr(begin, at - begin));
      begin = kind == CharacterKind::kConnector ? end : at;
    }
    before = kind;
    at = end;
  }
  add_part(parts, raw.substr(begin));
  return parts;
}

// An English possessive or short form ('s, 're, n't has its own stop words) and a Romance elision (l', d', qu')
// are no part of the word.
std::string_view strip_clitics(std::string_view word, Language language) {
  const std::size_t last = word.rfind('\'');
  if (last == std::string_view::npos) return word;
  const std::string_view tail = fold_word(word.substr(last + 1)).size() <= 2 ? word.substr(last + 1) : "";
  for (const std::string_view suffix : {"s", "S", "re", "ve", "ll", "d", "m"}) {
    if (tail == suffix && last > 0) return word.substr(0, last);
  }
  const bool elides = language == Language::kFrench || language == Language::kItalian || language == Language::kCatalan;
  return elides && last + 1 < word.size() ? word.substr(last + 1) : word;
}

std::string plain_apostrophes(std::string_view chunk) {
  std::string plain;
  plain.reserve(chunk.size());
  for (std::size_t at = 0; at < chunk.size();) {
    const bool typographic = chunk.compare(at, 3, "\xE2\x80\x99") == 0;
    plain += typographic ? '\'' : chunk[at];
    at += typographic ? 3 : 1;
  }
  return plain;
}

// "1.2.3" behind an optional "v": digits, a dot, digits.
bool is_version(std::string_view word) {
  std::size_t at = !word.empty() && (word.front() == 'v' || word.front() == 'V') ? 1 : 0;
  const std::size_t first = at;
  while (at < word.size() && is_digit(word[at])) ++at;
  return at > first && at + 1 < word.size() && word[at] == '.' && is_digit(word[at + 1]);
}

bool is_number(std::string_view word) {
  return is_digit(word.front()) && std::all_of(word.begin(), word.end(), [](char c) {
           return is_digit(c) || std::string_view(".,:/-").find(c) != std::string_view::npos;
         });
}

void add_number(AnalyzedChunk& analyzed, std::string_view word) {
  std::string text = fold_word(word);
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  analyzed.width = 1;
  analyzed.traits |= kHoldsNumber;
  const bool plain = text.find_first_not_of("0123456789") == std::string::npos;
  if (plain && text.size() == 4 && (text.starts_with("19") || text.starts_with("20"))) analyzed.traits |= kHoldsTime;
  if (!plain) analyzed.traits |= kMayBeDate;
  if (text.front() == 'v') analyzed.terms.push_back({text.substr(1), TermKind::kNumber, 0});
  const std::size_t core_begin = text.front() == 'v' ? 1 : 0;
  const std::size_t core_end = text.find_first_not_of("0123456789.", core_begin);
  analyzed.terms.push_back({text, TermKind::kNumber, 0});
  // The release a pre-release belongs to: 1.2.3 of v1.2.3-rc1.
  if (is_version(text) && core_end != std::string::npos) {
    analyzed.terms.push_back({text.substr(core_begin, core_end - core_begin), TermKind::kNumber, 0});
  }
}

void add_word(AnalyzedChunk& analyzed, const std::string& cased, const std::string& folded, Language language) {
  analyzed.terms.push_back({stem(folded, language), TermKind::kWord, 0});
  if (cased != folded) analyzed.terms.push_back({cased, TermKind::kOriginal, 0});
  analyzed.width = 1;
  if (month_of(folded) != 0) {
    analyzed.traits |= kMayBeDate;
    if (folded != "may") analyzed.traits |= kHoldsTime;
  }
  if (is_time_word(folded)) analyzed.traits |= kHoldsTime;
  if (is_number_word(folded)) analyzed.traits |= kHoldsNumber;
}

void add_identifier(AnalyzedChunk& analyzed, std::string_view word, const std::vector<Part>& parts, Language language) {
  // Spellings that differ in case, "-" and "_" only are one name: getUserByID, get_user_by_id.
  std::string whole = fold_accents(fold_word(word));
  const bool joined = whole.find_first_of("./:@+#'&\\,") == std::string::npos && whole.front() != '-';
  if (joined) {
    std::erase_if(whole, [](char c) { return c == '-' || c == '_'; });
    const bool letters = std::none_of(whole.begin(), whole.end(), is_digit);
    if (letters) whole = stem(whole, language);
  }
  analyzed.terms.push_back({std::move(whole), TermKind::kWhole, 0});
  const bool starts_with_digits = parts.front().digits;
  for (const Part& part : parts) {
    if (part.digits) analyzed.traits |= kHoldsNumber;
    // A lone digit inside a name (utf8) says nothing by itself.
    if (part.digits && part.text.size() < 2 && !starts_with_digits) continue;
    std::string text = part.digits ? part.text : stem(part.text, language);
    analyzed.terms.push_back({std::move(text), part.digits ? TermKind::kNumber : TermKind::kWord, analyzed.width});
    ++analyzed.width;
  }
  analyzed.width = std::max<std::uint16_t>(analyzed.width, 1);
}

}  // namespace

AnalyzedChunk analyze_word(std::string_view chunk, Language language) {
  AnalyzedChunk analyzed;
  const std::string spelled = plain_apostrophes(chunk);
  const std::string all = fold_accents(fold_word(spelled));
  if (is_stop_word(all, language)) {
    add_word(analyzed, all, all, language);
    analyzed.terms.front().text = all;
    analyzed.stop_word = true;
    return analyzed;
  }
  const std::string_view word = strip_clitics(spelled, language);
  if (word.empty()) return analyzed;
  if (is_number(word) || is_version(word)) {
    add_number(analyzed, word);
    return analyzed;
  }
  const std::vector<Part> parts = split_parts(word);
  if (parts.empty()) return analyzed;
  const bool plain = parts.size() == 1 && !parts.front().digits && is_word_code_point(code_point_at(word, 0).value) &&
                     word.back() != '+' && word.back() != '#';
  if (plain) {
    const std::string cased = fold_word(word);
    const std::string folded = parts.front().text;
    add_word(analyzed, cased, folded, language);
    if (is_stop_word(folded, language)) {
      analyzed.terms.front().text = folded;
      analyzed.stop_word = true;
    }
    return analyzed;
  }
  add_identifier(analyzed, word, parts, language);
  return analyzed;
}

void for_each_bigram(std::string_view run,
                     const std::function<void(std::string_view bigram, std::uint32_t offset)>& each) {
  const std::string folded = fold_case(run);
  std::uint32_t offset = 0;
  std::size_t first = 0;
  if (folded.empty()) return;
  std::size_t second = code_point_at(folded, 0).length;
  if (second >= folded.size()) each(folded, 0);
  while (second < folded.size()) {
    const std::size_t end = second + code_point_at(folded, second).length;
    each(std::string_view(folded).substr(first, end - first), offset++);
    first = second;
    second = end;
  }
}

}  // namespace memory
