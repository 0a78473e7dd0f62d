#include "memory/index/near_terms.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMostLetters = 32;  // longer words are compared exactly only

std::u32string letters_of(std::string_view text) {
  std::u32string letters;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    letters += c.value;
    at += c.length;
  }
  return letters;
}

unsigned allowed_distance(std::size_t letters) {
  return letters < 4 || letters > kMostLetters ? 0 : letters <= 7 ? 1 : 2;
}

// Whether more than so many bits are set, of few: counting all of them takes longer where the processor's own
// instruction may not be used.
bool has_more_bits(std::uint32_t bits, unsigned most) {
  for (; most > 0; --most) bits &= bits - 1;  // takes the lowest bit away, and none from 0
  return bits != 0;
}

// Rules a term out by its letters: each letter of the word that it lacks costs an edit. Without a branch, so that the
// compiler looks at several terms at once.
class LetterTest {
 public:
  LetterTest(std::uint32_t mask, unsigned edits) : mask_(mask) { chosen_[edits] = ~std::uint32_t{0}; }

  // Not 0 where the term lacks more letters than there may be edits.
  std::uint32_t excess(std::uint32_t letters) const {
    const std::uint32_t lacking = mask_ & ~letters;
    const std::uint32_t but_one = lacking & (lacking - 1);  // without its lowest bit
    const std::uint32_t but_two = but_one & (but_one - 1);
    return (lacking & chosen_[0]) | (but_one & chosen_[1]) | (but_two & chosen_[2]);
  }

 private:
  std::uint32_t mask_;
  std::array<std::uint32_t, 3> chosen_{};  // all bits where so many edits are allowed
};

class NearSearch {
 public:
  NearSearch(const IndexPart& part, std::string_view word, std::string_view stem)
      : part_(part),
        word_(word),
        stem_(stem),
        word_letters_(letters_of(word)),
        stem_letters_(letters_of(stem)),
        word_mask_(letter_mask(word)),
        stem_mask_(letter_mask(stem)) {}

  std::vector<NearTerm> run() {
    if (word_letters_.size() < 3 || word_letters_.size() > kMostLetters) return {};
    const LetterTest word(word_mask_, allowed_distance(word_letters_.size()));
    const LetterTest stem(stem_mask_, allowed_distance(stem_letters_.size()));
    const auto letters = part_.letter_masks();
    std::array<std::uint8_t, kTermsAtOnce> out;
    for (std::size_t first = 0; first < letters.size(); first += kTermsAtOnce) {
      const std::size_t terms = std::min(kTermsAtOnce, letters.size() - first);
      for (std::size_t i = 0; i < terms; ++i) {
        out[i] = static_cast<std::uint8_t>(static_cast<unsigned>(word.excess(letters[first + i]) != 0) &
                                           static_cast<unsigned>(stem.excess(letters[first + i]) != 0));
      }
      for (std::size_t i = 0; i < terms; ++i) {
        if (out[i] == 0) look_at(static_cast<std::uint32_t>(first + i));
      }
    }
    return std::move(found_);
  }

 private:
  static constexpr std::size_t kTermsAtOnce = 512;

  void look_at(std::uint32_t term) {
    const std::string_view text = part_.vocabulary().text(term);
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x20 || (first >= '0' && first <= '9')) return;  // dates and numbers are exact
    if (!may_start(text) && part_.is_spelled_alike(term)) return;
    unsigned distance = distance_to(text, stem_, stem_letters_, stem_mask_);
    std::string spelling;
    if (part_.has_spelling(term)) {
      spelling = part_.spelling(term);
      const unsigned spelled = distance_to(spelling, word_, word_letters_, word_mask_);
      if (distance == kFar || (spelled != 0 && spelled < distance)) distance = spelled;
    }
    if (distance == kFar) return;
    if (spelling.empty()) spelling = text;
    found_.push_back({term, std::move(spelling), distance, 0});
  }

  bool may_start(std::string_view text) const { return may_start_like(text, word_) || may_start_like(text, stem_); }

  // A near word has the same first letter, or the first two swapped: its first byte tells most others.
  static bool may_start_like(std::string_view text, std::string_view word) {
    return !word.empty() && (text.front() == word.front() || text.front() == word[code_point_size(word)]);
  }
  static std::size_t code_point_size(std::string_view word) {
    std::size_t size = 1;
    while (size + 1 < word.size() && (static_cast<unsigned char>(word[size]) & 0xC0U) == 0x80U) ++size;
    return std::min(size, word.size() - 1);
  }

  static constexpr unsigned kFar = 99;

  // 1 or 2 letters off, 0 where `text` goes on behind `word`, kFar otherwise.
  static unsigned distance_to(std::string_view text, std::string_view word, std::u32string_view letters,
                              std::uint32_t mask) {
    if (!may_start_like(text, word)) return kFar;
    if (letters.size() >= 3 && text.size() > word.size() && text.starts_with(word)) return 0;
    const unsigned most = allowed_distance(letters.size());
    if (most == 0 || text.size() + 4 * most < word.size() || word.size() + 4 * most < text.size()) return kFar;
    if (has_more_bits(letter_mask(text) ^ mask, 2 * most)) return kFar;
    const std::u32string other = letters_of(text);
    if (other.size() > kMostLetters + 2 || allowed_distance(other.size()) == 0) return kFar;
    // A digit that differs makes another name, no misspelling.
    const auto has_digit = [](std::u32string_view s) {
      return std::any_of(s.begin(), s.end(), [](char32_t c) { return c >= '0' && c <= '9'; });
    };
    if (has_digit(letters) || has_digit(other)) return kFar;
    const bool same_start = letters[0] == other[0] || (letters[0] == other[1] && letters[1] == other[0]);
    if (!same_start) return kFar;
    const unsigned distance = edit_distance(letters, other, most);
    return distance == 0 || distance > most ? kFar : distance;
  }

  const IndexPart& part_;
  std::string_view word_;
  std::string_view stem_;
  std::u32string word_letters_;
  std::u32string stem_letters_;
  std::uint32_t word_mask_;
  std::uint32_t stem_mask_;
  std::vector<NearTerm> found_;
};

}  // namespace

unsigned edit_distance(std::u32string_view a, std::u32string_view b, unsigned most) {
  if (a.size() > b.size() + most || b.size() > a.size() + most) return most + 1;
  // Three rows of the table: optimal string alignment looks back two.
  std::array<std::vector<unsigned>, 3> rows;
  for (auto& row : rows) row.resize(b.size() + 1);
  for (unsigned j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (unsigned i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& second = rows[(i + 1) % 3];
    row[0] = i;
    unsigned least = row[0];
    for (unsigned j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], second[j - 2] + 1);
      least = std::min(least, row[j]);
    }
    if (least > most) return most + 1;
  }
  return rows[a.size() % 3][b.size()];
}

bool is_nearer(const NearTerm& a, const NearTerm& b) {
  const auto rank = [](const NearTerm& near) { return near.distance == 0 ? 2U : near.distance; };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  return a.units != b.units ? a.units > b.units : a.spelling < b.spelling;
}

std::vector<NearTerm> near_terms(const IndexPart& part, std::string_view word, std::string_view stem) {
  return NearSearch(part, word, stem).run();
}

}  // namespace memory
