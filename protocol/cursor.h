// Where does the next page of a list start? In a text that clients must not read: it carries all there is to know,
// so any process can go on from it, and a checksum, so a made-up one is told apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace protocol {

// `list` names what is paged ("tools/list"); a cursor of one list is no cursor of another.
std::string encode_cursor(std::string_view list, std::string_view position);
std::optional<std::string> decode_cursor(std::string_view list, std::string_view cursor);

}  // namespace protocol
