#include "memory/store/text_sketch.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kShingle = 3;    // words
constexpr std::size_t kSmallest = 16;  // hashes kept of a text
// Of the 16 smallest hashes of two texts with nine tenths in common about 14 agree; below 8 they have less.
constexpr std::size_t kLeastCommon = 8;
constexpr std::size_t kFewWords = 4;

// Words that turn a statement round: negations, and both sides of common opposites. Sorted.
constexpr std::array<std::string_view, 82> kPolarity = {
    "accept",    "accepted", "add",        "added",     "allow",     "allowed",  "always",   "approve",     "approved",
    "aren't",    "avoid",    "bad",        "can",       "can't",     "cannot",   "closed",   "decrease",    "decreased",
    "denied",    "deny",     "deprecated", "didn't",    "disable",   "disabled", "disallow", "disallowed",  "dislike",
    "dislikes",  "doesn't",  "don't",      "enable",    "enabled",   "exclude",  "excluded", "fail",        "failed",
    "fails",     "false",    "forbid",     "forbidden", "good",      "hate",     "hated",    "hates",       "include",
    "included",  "increase", "increased",  "isn't",     "like",      "likes",    "love",     "loved",       "loves",
    "must",      "mustn't",  "never",      "no",        "not",       "off",      "on",       "open",        "optional",
    "passed",    "passes",   "prohibited", "reject",    "rejected",  "remove",   "removed",  "required",    "should",
    "shouldn't", "stable",   "start",      "stop",      "supported", "true",     "unstable", "unsupported", "wasn't",
    "won't"};

static_assert(std::is_sorted(kPolarity.begin(), kPolarity.end()));

// Most words are ruled out by their size and first letter alone.
constexpr bool may_turn_round(std::string_view word) {
  return word.size() >= 2 && word.size() <= 11 && word.front() >= 'a' && word.front() <= 'w';
}
static_assert(std::all_of(kPolarity.begin(), kPolarity.end(), may_turn_round));

bool turns_round(std::string_view word) {
  return may_turn_round(word) && std::binary_search(kPolarity.begin(), kPolarity.end(), word);
}

std::uint64_t mix(std::uint64_t hash, std::string_view text) {  // FNV-1a, then a multiplier of splitmix64
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  hash = (hash ^ 0xff) * 0x100000001b3ULL;
  return hash ^ (hash >> 31) * 0xbf58476d1ce4e5b9ULL;
}

constexpr std::uint64_t kSeed = 0xcbf29ce484222325ULL;

std::uint64_t combine(std::uint64_t hash, std::uint64_t next) {
  hash = (hash ^ next) * 0x9e3779b97f4a7c15ULL;
  return hash ^ hash >> 29;
}

bool is_ascii_letter(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
bool is_upper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
bool is_word_byte(unsigned char c) { return is_ascii_letter(c) || is_digit(c) || c == '_' || c >= 0x80; }

// From U+3000 on: kana, Han, Hangul and what stands beside them, written without spaces.
bool is_dense(unsigned char lead) { return lead >= 0xe3 && lead != 0xef; }

std::size_t code_point_size(unsigned char lead) { return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4; }

bool joins(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c != '.' && c != '-' && c != '\'' && c != ':' && c != '@') return false;
  return at + 1 < text.size() && is_word_byte(static_cast<unsigned char>(text[at + 1]));
}

bool is_full_stop(std::string_view rest) {
  for (const std::string_view stop : {"。", "！", "？"}) {
    if (rest.starts_with(stop)) return true;
  }
  return false;
}

// A sign that makes another statement of the same words: C++ and C#, +5 and -5, a < b and a > b, .NET. Marks of
// markdown (emphasis, headings, bullets) and of the sentence are none.
bool is_telling_sign(std::string_view text, std::size_t at) {
  const char before = at > 0 ? text[at - 1] : '\n';
  const char after = at + 1 < text.size() ? text[at + 1] : '\n';
  const bool word_before = is_word_byte(static_cast<unsigned char>(before));
  const bool word_after = is_word_byte(static_cast<unsigned char>(after));
  switch (text[at]) {
    case '<':
    case '>':
    case '=':
    case '%':
    case '^':
    case '&':
    case '~':
    case '$':
      return true;
    case '+':
      return word_before || before == '+' || word_after || after == '+';
    case '#':
      return word_before;
    case '*':
    case '/':
      return word_before && word_after;
    case '-':
      return !word_before && is_digit(static_cast<unsigned char>(after));
    case '.':
      return !word_before && before != '.' && is_ascii_letter(static_cast<unsigned char>(after));
    default:
      return false;
  }
}

SketchWord make_sign(char sign) {
  SketchWord word;
  word.text = std::string(1, sign);
  word.role = SketchWord::Role::kNumber;
  word.hash = mix(kSeed, word.text);
  return word;
}

SketchWord make_word(std::string_view text, bool first) {
  SketchWord word;
  word.text = text;
  bool plain_ascii = true;
  bool digit = false;
  bool inner_capital = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    plain_ascii = plain_ascii && c < 0x80;
    digit = digit || is_digit(c);
    inner_capital = inner_capital || (i > 0 && is_upper(c));
    if (is_upper(c)) word.text[i] = static_cast<char>(c | 0x20);
  }
  if (!plain_ascii) word.text = fold_case(text);
  word.capital = is_upper(static_cast<unsigned char>(text.front()));
  word.hash = mix(kSeed, word.text);
  if (turns_round(word.text)) {
    word.role = SketchWord::Role::kPolarity;
  } else if (digit) {
    word.role = SketchWord::Role::kNumber;
  } else if (text.size() > 1 && (inner_capital || (word.capital && !first))) {
    word.role = SketchWord::Role::kName;
  }
  return word;
}

// With repetition, in the order of the text.
std::vector<std::uint64_t> all_shingles_of(const std::vector<SketchSentence>& sentences) {
  std::vector<std::uint64_t> words;
  for (const SketchSentence& sentence : sentences) {
    for (const SketchWord& word : sentence) words.push_back(word.hash);
  }
  std::vector<std::uint64_t> shingles;
  const std::size_t size = words.size() < kShingle ? 1 : kShingle;
  for (std::size_t i = 0; i + size <= words.size(); ++i) {
    std::uint64_t hash = kSeed;
    for (std::size_t j = i; j < i + size; ++j) hash = combine(hash, words[j]);
    shingles.push_back(hash);
  }
  return shingles;
}

void sort_without_repetition(std::vector<std::uint64_t>& hashes) {
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

std::vector<std::uint64_t> shingles_of(const std::vector<SketchSentence>& sentences) {
  std::vector<std::uint64_t> shingles = all_shingles_of(sentences);
  sort_without_repetition(shingles);
  return shingles;
}

// The upper half of the smallest ones, each once: enough to rule texts out. Only a text that repeats itself has to be
// sorted as a whole.
std::vector<std::uint32_t> smallest_of(std::vector<std::uint64_t> hashes) {
  constexpr std::size_t kTried = 2 * kSmallest;
  if (hashes.size() > kTried) {
    std::partial_sort(hashes.begin(), hashes.begin() + kTried, hashes.end());
    std::vector<std::uint64_t> first(hashes.begin(), hashes.begin() + kTried);
    first.erase(std::unique(first.begin(), first.end()), first.end());
    if (first.size() >= kSmallest) hashes = std::move(first);
  }
  sort_without_repetition(hashes);
  if (hashes.size() > kSmallest) hashes.resize(kSmallest);
  std::vector<std::uint32_t> halves(hashes.size());
  std::transform(hashes.begin(), hashes.end(), halves.begin(),
                 [](std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); });
  halves.erase(std::unique(halves.begin(), halves.end()), halves.end());
  return halves;
}

template <class Hashes>
std::size_t count_common(const Hashes& a, const Hashes& b) {
  std::size_t common = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (*x == *y) ++common;
    const bool step = *x <= *y;
    if (*y <= *x) ++y;
    if (step) ++x;
  }
  return common;
}

}  // namespace

std::vector<SketchSentence> sketch_sentences(std::string_view text) {
  std::vector<SketchSentence> sentences(1);
  const auto end_sentence = [&] {
    if (!sentences.back().empty()) sentences.emplace_back();
  };
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x80 && is_full_stop(text.substr(i))) {
      end_sentence();
      i += 3;
      continue;
    }
    if (!is_word_byte(c)) {
      if (is_telling_sign(text, i)) sentences.back().push_back(make_sign(text[i]));
      const bool stop = c == '.' || c == '!' || c == '?' || c == ';';
      if (c == '\n' || (stop && (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n'))) end_sentence();
      ++i;
      continue;
    }
    std::size_t end = i;
    if (is_dense(c)) {
      end = std::min(text.size(), i + code_point_size(c));
    } else {
      while (end < text.size() && ((is_word_byte(static_cast<unsigned char>(text[end])) &&
                                    !is_dense(static_cast<unsigned char>(text[end]))) ||
                                   (end > i && joins(text, end)))) {
        const auto lead = static_cast<unsigned char>(text[end]);
        end = std::min(text.size(), end + (lead >= 0xc0 ? code_point_size(lead) : 1));
      }
    }
    sentences.back().push_back(make_word(text.substr(i, end - i), sentences.back().empty()));
    i = end;
  }
  if (sentences.back().empty()) sentences.pop_back();
  return sentences;
}

std::uint32_t skeleton_hash(const SketchSentence& sentence) {
  std::uint64_t hash = kSeed;
  std::size_t plain = 0;
  bool number = false;
  for (const SketchWord& word : sentence) {
    number = number || word.role == SketchWord::Role::kNumber;
    if (word.role != SketchWord::Role::kPlain) continue;
    hash = combine(hash, word.hash);
    ++plain;
  }
  // "Port 8080" keeps one word, and is a statement all the same.
  if (plain < (number && sentence.size() <= kFewWords ? 1U : 2U)) return 0;
  return static_cast<std::uint32_t>(hash ^ (hash >> 32)) | 1U;
}

TextSketch make_text_sketch(const std::vector<SketchSentence>& sentences) {
  TextSketch sketch;
  sketch.whole = kSeed;
  for (const SketchSentence& sentence : sentences) {
    for (const SketchWord& word : sentence) sketch.whole = combine(sketch.whole, word.hash);
    sketch.words += static_cast<std::uint32_t>(sentence.size());
    if (const std::uint32_t hash = skeleton_hash(sentence); hash != 0) sketch.skeletons.push_back(hash);
  }
  std::sort(sketch.skeletons.begin(), sketch.skeletons.end());
  sketch.skeletons.erase(std::unique(sketch.skeletons.begin(), sketch.skeletons.end()), sketch.skeletons.end());
  sketch.smallest = smallest_of(all_shingles_of(sentences));
  return sketch;
}

bool may_be_similar(const SketchView& a, const SketchView& b) {
  if (a.whole == b.whole) return true;
  const auto [fewer, more] = std::minmax(a.words, b.words);
  // Texts of n and m words have at most n/m of their shingles in common; repetition inside leaves some slack.
  if (static_cast<double>(fewer) < 0.8 * static_cast<double>(more)) return false;
  const std::size_t possible = std::min({kSmallest, a.smallest.size(), b.smallest.size()});
  return count_common(a.smallest, b.smallest) >= std::min(kLeastCommon, possible);
}

double shingle_similarity(const std::vector<SketchSentence>& a, const std::vector<SketchSentence>& b) {
  const auto first = shingles_of(a);
  const auto second = shingles_of(b);
  if (first.empty() || second.empty()) return first.empty() && second.empty() ? 1 : 0;
  const std::size_t common = count_common(first, second);
  return static_cast<double>(common) / static_cast<double>(first.size() + second.size() - common);
}

}  // namespace memory
