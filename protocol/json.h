// JSON inside this library: values read from the wire, values to be written, and parsing with bounds. Included
// by sources only, so that no header and no other library sees the JSON library; headers name the two structs.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/error.h"

namespace protocol {

// Read: members sorted, as ordered_json is quadratic on many keys. Of repeated keys the last one counts.
struct JsonIn {
  nlohmann::json value;
};

// A value inside such a document, which must outlive it.
struct JsonView {
  const nlohmann::json& value;
};

// Written: members in the order they were set.
struct JsonOut {
  nlohmann::ordered_json value;
};

inline constexpr std::size_t kMaxNesting = 256;       // protocol.md §2
inline constexpr std::size_t kMaxValues = 1'000'000;  // keeps 32 MiB of `{},{},…` from becoming gigabytes

struct ParsedJson {
  nlohmann::json value;        // what was read up to an error
  std::optional<Error> error;  // kParse: not JSON; kInvalidRequest: JSON beyond a bound
  // Numbers that do not survive as 64-bit integers, as they were written: the `id` of the message, or of the
  // batch's element with that index.
  std::map<std::size_t, std::string> id_numbers;
};

// Never throws and never recurses. Text that is not UTF-8, a NUL byte: not JSON. An escaped surrogate without its
// partner reads as U+FFFD.
ParsedJson parse_json(std::string_view text);

// What is not UTF-8 becomes U+FFFD.
std::string dump(const nlohmann::ordered_json& value);
std::string json_string(std::string_view text);

}  // namespace protocol
