#include "memory/index/dates.h"

#include <array>
#include <cstdio>

#include "memory/index/characters.h"
#include "memory/index/chunks.h"
#include "memory/index/time_words.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

using std::chrono::month;
using std::chrono::year;
using std::chrono::year_month;
using std::chrono::year_month_day;

// A word of the text as far as dates are made of it.
struct Piece {
  int month = 0;                  // of a month's name
  std::optional<int> number;      // of digits, also with an ordinal's ending ("8th")
  std::optional<DateRange> date;  // complete in itself ("2023-05-08")
};

std::optional<int> leading_number(std::string_view text, std::size_t& at, std::size_t most_digits) {
  int value = 0;
  const std::size_t begin = at;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
    if (at - begin >= most_digits) return std::nullopt;
    value = value * 10 + (text[at++] - '0');
  }
  return at > begin ? std::optional(value) : std::nullopt;
}

bool is_year(int value) { return value >= 1000 && value <= 2999; }

std::optional<DateRange> day_range(int y, int m, int d) {
  const year_month_day date{year{y}, month{static_cast<unsigned>(m)}, std::chrono::day{static_cast<unsigned>(d)}};
  if (!date.ok()) return std::nullopt;
  return DateRange{Day{date}, Day{date}};
}

std::optional<DateRange> month_range(int y, int m) {
  const year_month date{year{y}, month{static_cast<unsigned>(m)}};
  if (!date.ok()) return std::nullopt;
  return DateRange{Day{date / std::chrono::day{1}}, Day{date / std::chrono::last}};
}

// 2023-05-08, 2023/05/08, 2023-05, 8.5.2023, each perhaps with a time behind it.
std::optional<DateRange> numeric_date(std::string_view text) {
  std::array<int, 3> values{};
  std::size_t count = 0;
  std::size_t at = 0;
  char sign = 0;
  while (count < 3) {
    const auto value = leading_number(text, at, 4);
    if (!value) break;
    values[count++] = *value;
    const bool joins = at + 1 < text.size() && (text[at] == '-' || text[at] == '/' || text[at] == '.');
    if (!joins || (sign != 0 && text[at] != sign)) break;
    sign = text[at++];
  }
  if (at < text.size() && text[at] != 'T' && text[at] != 't') return std::nullopt;
  if (count == 3 && is_year(values[0])) return day_range(values[0], values[1], values[2]);
  if (count == 3 && sign == '.' && is_year(values[2])) return day_range(values[2], values[1], values[0]);
  if (count == 2 && sign == '-' && is_year(values[0])) return month_range(values[0], values[1]);
  return std::nullopt;
}

Piece piece_of(std::string_view word) {
  Piece piece;
  if (word.size() > 32) return piece;
  std::size_t at = 0;
  if (word.front() >= '0' && word.front() <= '9') {
    piece.date = numeric_date(word);
    const auto number = leading_number(word, at, 4);
    const std::string_view rest = word.substr(at);
    const bool ordinal = rest.empty() || rest == "st" || rest == "nd" || rest == "rd" || rest == "th";
    if (number && ordinal) piece.number = number;
    return piece;
  }
  piece.month = month_of(fold_accents(fold_case(word)));
  return piece;
}

bool is_day(const Piece& piece) { return piece.number && *piece.number >= 1 && *piece.number <= 31; }

// A month's name at `at` with what stands beside it: "8 May 2023", "May 8, 2023", "May 2023", "8 May".
std::optional<DateRange> named_date(const std::vector<Piece>& pieces, std::size_t at, std::optional<int> default_year) {
  const int month_number = pieces[at].month;
  const auto piece = [&](std::size_t index) { return index < pieces.size() ? pieces[index] : Piece{}; };
  const auto year_at = [&](std::size_t index) -> std::optional<int> {
    const Piece next = piece(index);
    return next.number && is_year(*next.number) ? next.number : std::nullopt;
  };
  const Piece before = at > 0 ? pieces[at - 1] : Piece{};
  if (is_day(before)) {
    const auto y = year_at(at + 1) ? year_at(at + 1) : default_year;
    return y ? day_range(*y, month_number, *before.number) : std::nullopt;
  }
  if (is_day(piece(at + 1))) {
    const auto y = year_at(at + 2) ? year_at(at + 2) : default_year;
    return y ? day_range(*y, month_number, *piece(at + 1).number) : std::nullopt;
  }
  if (const auto y = year_at(at + 1)) return month_range(*y, month_number);
  return std::nullopt;
}

bool is_filler(std::string_view word) { return word == "of" || word == "the" || word == "de" || word == "del"; }

std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  ChunkReader reader(text);
  Chunk chunk;
  while (reader.next(chunk)) {
    if (chunk.run != Script::kOther || !is_filler(chunk.text)) pieces.push_back(piece_of(chunk.text));
  }
  return pieces;
}

}  // namespace

std::vector<DateRange> find_dates(std::string_view text, std::optional<int> default_year, std::size_t limit) {
  std::vector<DateRange> dates;
  const std::vector<Piece> pieces = pieces_of(text);
  for (std::size_t at = 0; at < pieces.size() && dates.size() < limit; ++at) {
    std::optional<DateRange> date = pieces[at].date;
    if (!date && pieces[at].month != 0) date = named_date(pieces, at, default_year);
    if (date) dates.push_back(*date);
  }
  return dates;
}

std::optional<DateRange> date_of_question(std::string_view question) {
  if (const auto dates = find_dates(question, std::nullopt, 1); !dates.empty()) return dates.front();
  for (const Piece& piece : pieces_of(question)) {
    if (piece.number && *piece.number >= 1900 && *piece.number <= 2099) {
      return DateRange{month_range(*piece.number, 1)->first, month_range(*piece.number, 12)->last};
    }
  }
  return std::nullopt;
}

std::string day_term(Day day) {
  const year_month_day date{day};
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "\x01%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data();
}

std::string month_term(Day day) { return day_term(day).substr(0, 8); }

}  // namespace memory
