// What stays of a text that a new one replaces? A field's own text ends at the first heading inside it; text under
// headings that the new text does not have may be a person's, and stays. Pure function.
#pragma once

#include <string>
#include <string_view>

#include "memory/tree/structure_text.h"

namespace memory {

// `given`, and behind its part with the same heading before them the headings of `before` that it lacks, each with
// its text. Headings of level 1 and 2, and a narrative's own names, stand in a field as escaped text only and count
// as text. with_kept_headings(with_kept_headings(b, g), g) == with_kept_headings(b, g).
std::string with_kept_headings(std::string_view before, std::string_view given, TextPlace place);

}  // namespace memory
