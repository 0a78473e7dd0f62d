// How does free text stand inside a section without becoming structure? A line that would be read as a heading,
// a field label or the start of a snippet gets a backslash in front (which markdown shows as the bare text),
// a line that already has backslashes there gets one more, and reading takes one away: what was given comes
// back byte for byte. Lines of code are never touched. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace memory {

enum class TextPlace { kSection, kNarrative, kRawConcept };

// `text` uses "\n".
std::string escape_structure(std::string_view text, TextPlace place);
std::string unescape_structure(std::string_view text);

// The text with what it leaves open closed (a fence, an HTML comment), so that nothing behind it is swallowed.
std::string close_open_blocks(std::string_view text);

// Backslash before every character of `escaped`, and before a backslash that reading would take for one of
// these: `special` is the whole set that unescape_characters undoes.
std::string escape_characters(std::string_view text, std::string_view escaped, std::string_view special);
std::string unescape_characters(std::string_view text, std::string_view special);

// Whether text[at] stands behind an odd number of backslashes.
bool is_escaped(std::string_view text, std::size_t at);

// One line of a list item; "--" or "- -" would make the line a thematic break.
std::string escape_item(std::string_view text);
std::string unescape_item(std::string_view text);

}  // namespace memory
