// The base form of irregular English verbs and nouns, which no suffix rule reaches.
#pragma once

#include <string_view>

namespace memory {

// "went" → "go"; a word that is not irregular is returned as it is (the same view).
std::string_view regular_form(std::string_view folded);

}  // namespace memory
