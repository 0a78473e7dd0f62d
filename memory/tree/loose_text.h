// Where do lines go that stand in a known section and fit none of its forms, prose under "## Facts" for one? Into
// the same section of the file they are written to. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/tree/section_reader.h"

namespace memory {

// Adds what comes later to what is there, section by section.
void add_loose(std::vector<LooseText>& all, const std::vector<LooseText>& more);

// As free text: sections in order, blank lines between.
std::string joined_loose(const std::vector<LooseText>& loose);

// The body (of a new entry) or the file with the paragraphs that its sections lack; a section that is missing is
// made. Nothing where the text in that place would be read as something else, or change what is read around it.
std::optional<std::string> body_with_loose(std::string_view body, const std::vector<LooseText>& loose);
std::optional<std::string> file_with_loose(std::string_view bytes, const std::vector<LooseText>& loose);

}  // namespace memory
