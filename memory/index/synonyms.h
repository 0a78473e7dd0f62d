// Which English words do people use for the same thing? A small list of everyday and technical synonyms; they
// stand in for a query's words at a lower weight, and never enter the index. A pure function.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace memory {

// The stems of a word's synonyms, without its own.
std::span<const std::string> synonym_stems(std::string_view stem);

}  // namespace memory
