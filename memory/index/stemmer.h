// Which form do the inflected forms of a word share? Snowball stemmers behind one function, and the English
// forms that no suffix rule reaches (went → go). The one place that includes libstemmer.
#pragma once

#include <string>
#include <string_view>

#include "memory/index/language.h"

namespace memory {

// `word`: folded, without accents. Thread-safe (each thread keeps its own stemmers).
std::string stem(std::string_view word, Language language);

}  // namespace memory
