// Text as bytes of UTF-8: lines, normal forms, validity. Pure functions; each is linear in its input, also
// on hostile text (long runs of combining marks are normalised piece by piece).
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

// Lower case, code point by code point; stray bytes stay.
std::string to_lower(std::string_view text);

// Whether two texts differ in the case of ASCII letters only.
bool equal_ignoring_case(std::string_view a, std::string_view b);

// The code point that starts at `at` (< text.size()). A stray byte is U+FFFD of length 1 and not valid.
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;
  bool valid = false;
};
CodePoint code_point_at(std::string_view text, std::size_t at);

// Appends the UTF-8 form of a code point.
void append_code_point(std::string& out, char32_t value);

// Letters, marks and decimal digits of any script.
bool is_word_code_point(char32_t value);

// The lines of a text without their endings ("\n" or "\r\n"); a final newline does not open one more line.
std::vector<std::string_view> split_lines(std::string_view text);

// The text with "\n" for every "\r\n".
std::string with_line_feeds(std::string_view text);

// One line: trimmed, and every run of blanks that holds a line break or another control character is one space.
std::string fold_to_line(std::string_view text);

// The largest length <= limit that does not cut a code point.
std::size_t code_point_floor(std::string_view text, std::size_t limit);

// The number of Unicode code points; a stray byte counts as one.
std::size_t count_code_points(std::string_view text);

// Tokens by the stated rule of the design: characters / 4, rounded up.
std::size_t estimate_tokens(std::string_view text);

// Without ASCII blanks (space, tab, line breaks, vertical tab, form feed) at either end.
std::string_view trim(std::string_view text);
std::string_view trim_end(std::string_view text);

// The text without the blank lines at its end; the blanks that end its last line stay, as they may mean something.
std::string_view trim_blank_lines_end(std::string_view text);
bool is_blank(std::string_view text);

}  // namespace memory
