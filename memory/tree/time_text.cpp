#include "memory/tree/time_text.h"

#include <array>
#include <cstdio>

#include "memory/tree/text.h"

namespace memory {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// Reads a text from left to right; after the first mismatch everything fails.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

  bool take(char c) {
    if (peek() != c || rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<int> digits(std::size_t count) {
    if (rest_.size() < count) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (rest_[i] < '0' || rest_[i] > '9') return std::nullopt;
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return value;
  }

  bool skip_digits() {
    const std::size_t end = rest_.find_first_not_of("0123456789");
    const std::size_t count = end == std::string_view::npos ? rest_.size() : end;
    rest_.remove_prefix(count);
    return count > 0;
  }

 private:
  std::string_view rest_;
};

std::optional<std::chrono::sys_days> read_date(Cursor& cursor) {
  const auto year = cursor.digits(4);
  if (!year || !cursor.take('-')) return std::nullopt;
  const auto month = cursor.digits(2);
  if (!month || !cursor.take('-')) return std::nullopt;
  const auto day = cursor.digits(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

std::optional<seconds> read_clock(Cursor& cursor) {
  const auto hour = cursor.digits(2);
  if (!hour || *hour > 23 || !cursor.take(':')) return std::nullopt;
  const auto minute = cursor.digits(2);
  if (!minute || *minute > 59) return std::nullopt;
  int second = 0;
  if (cursor.take(':')) {
    const auto given = cursor.digits(2);
    if (!given || *given > 60) return std::nullopt;  // 60: a leap second
    second = *given;
    if ((cursor.take('.') || cursor.take(',')) && !cursor.skip_digits()) return std::nullopt;
  }
  return hours(*hour) + minutes(*minute) + seconds(second);
}

std::optional<seconds> read_zone(Cursor& cursor) {
  if (cursor.done() || cursor.take('Z') || cursor.take('z')) return seconds(0);
  const bool west = cursor.peek() == '-';
  if (!cursor.take('+') && !cursor.take('-')) return std::nullopt;
  const auto hour = cursor.digits(2);
  if (!hour || *hour > 23) return std::nullopt;
  int minute = 0;
  if (!cursor.done()) {
    cursor.take(':');
    const auto given = cursor.digits(2);
    if (!given || *given > 59) return std::nullopt;
    minute = *given;
  }
  const seconds offset = hours(*hour) + minutes(minute);
  return west ? -offset : offset;
}

}  // namespace

std::string format_time(Time time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::array<char, 48> buffer{};
  const int size = std::snprintf(buffer.data(), buffer.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
                                 static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                                 static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                                 static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()));
  return {buffer.data(), static_cast<std::size_t>(size)};
}

std::optional<Time> parse_time(std::string_view text) {
  Cursor cursor(trim(text));
  const auto date = read_date(cursor);
  if (!date) return std::nullopt;
  if (cursor.done()) return Time(*date);
  if (!cursor.take('T') && !cursor.take('t') && !cursor.take(' ')) return std::nullopt;
  const auto clock = read_clock(cursor);
  if (!clock) return std::nullopt;
  cursor.take(' ');
  const auto zone = read_zone(cursor);
  if (!zone || !cursor.done()) return std::nullopt;
  return Time(*date) + *clock - *zone;
}

}  // namespace memory
