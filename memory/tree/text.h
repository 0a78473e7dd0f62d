// Text as bytes of UTF-8: lines, normal forms, validity. Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace memory {

bool is_valid_utf8(std::string_view text);

// Canonical composition (Unicode NFC); text that is not valid UTF-8 is returned as it is.
std::string to_nfc(std::string_view text);

// NFKC with full case folding; text that is not valid UTF-8 is folded where it is ASCII.
std::string fold_case(std::string_view text);

// The lines of a text without their endings ("\n" or "\r\n"); a final newline does not open one more line.
std::vector<std::string_view> split_lines(std::string_view text);

// The largest length <= limit that does not cut a code point.
std::size_t code_point_floor(std::string_view text, std::size_t limit);

// The number of Unicode code points; a stray byte counts as one.
std::size_t count_code_points(std::string_view text);

// Tokens by the stated rule of the design: characters / 4, rounded up.
std::size_t estimate_tokens(std::string_view text);

std::string_view trim(std::string_view text);

}  // namespace memory
