#include "protocol/scalar_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace protocol {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// std::from_chars takes no plus sign, and a number that only begins the text is none.
template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string_view without_pair(std::string_view text, char open, char close) {
  if (text.size() < 2 || text.front() != open || text.back() != close) return text;
  return trimmed(text.substr(1, text.size() - 2));
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const auto first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

bool equal_without_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<double> to_number(std::string_view text) {
  const std::optional<double> number = parse_whole<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<std::int64_t> to_integer(double number) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (std::trunc(number) != number || number < -kTwoTo63 || number >= kTwoTo63) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

std::optional<std::int64_t> to_integer(std::string_view text) {
  if (const auto whole = parse_whole<std::int64_t>(text)) return whole;
  const std::optional<double> number = to_number(text);
  return number ? to_integer(*number) : std::nullopt;
}

std::optional<bool> to_boolean(std::string_view text) {
  text = trimmed(text);
  if (equal_without_case(text, "true") || text == "1") return true;
  if (equal_without_case(text, "false") || text == "0") return false;
  return std::nullopt;
}

std::vector<std::string> split_list(std::string_view text, std::size_t most) {
  std::vector<std::string> parts;
  text = without_pair(trimmed(text), '[', ']');
  while (!text.empty() && parts.size() < most) {
    const auto comma = text.find(',');
    std::string_view part = trimmed(text.substr(0, comma));
    part = without_pair(without_pair(part, '"', '"'), '\'', '\'');
    if (!part.empty()) parts.emplace_back(part);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return parts;
}

std::string shortened(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace protocol
