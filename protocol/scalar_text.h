// What scalar does a text spell? Used where arguments arrive as strings, and to show a value in a message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace protocol {

std::string_view trimmed(std::string_view text);
bool equal_without_case(std::string_view a, std::string_view b);  // ASCII

std::optional<double> to_number(std::string_view text);         // finite
std::optional<std::int64_t> to_integer(double number);          // nothing for fractions, and beyond 64 bits
std::optional<std::int64_t> to_integer(std::string_view text);  // "5" and "5.0", not "5.5"
std::optional<bool> to_boolean(std::string_view text);          // "true", "FALSE", "1", "0"
// "a, b", also in brackets and quotes; no more than `most` parts.
std::vector<std::string> split_list(std::string_view text, std::size_t most);
std::string shortened(std::string_view text, std::size_t max_bytes);  // cut at a code point, with "…"

}  // namespace protocol
