// How is a text written as a YAML scalar so that every YAML reader gets back the same text? Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace memory {

// Plain where no reader of YAML 1.1 or 1.2 takes it for anything but this text, else in double quotes, always
// on one line. Bytes that are not UTF-8 become U+FFFD (YAML has no other bytes). The result can stand as a
// value and as an item of a flow list.
std::string yaml_text(std::string_view text);

// "[a, b]"
std::string yaml_list(const std::vector<std::string>& items);

}  // namespace memory
