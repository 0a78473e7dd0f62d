// The function words of each language, as one space-separated text: folded, without accents, in any order.
// Empty where none are known.
#pragma once

#include <string_view>

#include "memory/index/language.h"

namespace memory {

std::string_view stop_word_list(Language language);

}  // namespace memory
