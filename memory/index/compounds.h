// Of which known words is a compound made? German and its neighbours write "Verteidigungsspieler" in one word.
// A pure function.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/index/language.h"

namespace memory {

bool writes_compounds(Language language);

// The stems of two parts that make up the word, each accepted by `is_known`; empty where there are none. Of
// several ways to split the most even one. `word` is folded.
std::vector<std::string> split_compound(std::string_view word, Language language,
                                        const std::function<bool(const std::string& stem)>& is_known);

}  // namespace memory
