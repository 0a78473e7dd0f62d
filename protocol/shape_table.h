// The type-erased table of a struct's fields: what schema, reading and writing walk (shape.h makes it from a
// declaration). Built once and never changed; any thread may walk it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace protocol {

enum class Kind { kString, kInteger, kNumber, kBoolean, kList, kRecord };

struct Field;

// The type-erased description of one C++ type. Scalars are reached by casting the address to
// std::string*, std::int64_t*, double* or bool*, as `kind` says.
struct Shape {
  Kind kind = Kind::kString;
  bool optional = false;  // the address is of a std::optional; the value's own shape is `element`

  const Shape* element = nullptr;  // of an optional or a list
  // std::optional
  const void* (*value)(const void* optional) = nullptr;  // nullptr when empty
  void* (*emplace)(void* optional) = nullptr;            // default-constructs the value, returns its address
  // std::vector
  std::size_t (*size)(const void* list) = nullptr;
  const void* (*at)(const void* list, std::size_t index) = nullptr;
  void* (*append)(void* list) = nullptr;  // default-constructs one more, returns its address
  // Record
  const std::vector<Field>* (*fields)() = nullptr;
};

// One member of a Record, with what schema and reading need to know of it.
struct Field {
  std::string name_;
  std::string description_;
  const Shape* shape_ = nullptr;
  void* (*address_)(void* record) = nullptr;

  bool required_ = false;              // a reply without it, or a call without it, is wrong
  bool advertised_ = true;             // false: accepted or written, but not in the schema
  bool omit_empty_ = false;            // writing: "", 0, false, [] are left out
  std::vector<std::string> synonyms_;  // reading: other names of the argument
  std::vector<std::string> choices_;   // strings: the allowed values, compared without case
  std::optional<std::int64_t> minimum_, maximum_;
  std::string default_;     // JSON text of the default, for the schema ("10")
  std::string text_field_;  // a Record: a bare string given here is read as this field of it
  // A list of records: an element that cannot be understood does not spoil the call; what is wrong with it is
  // put into this std::optional<std::string> of its own, and its other members are not to be used.
  std::string problem_field_;
  bool one_or_many_ = false;  // a list: a bare string is its one element, commas and all

  Field&& required() && { return required_ = true, std::move(*this); }
  Field&& hidden() && { return advertised_ = false, std::move(*this); }
  Field&& omit_empty() && { return omit_empty_ = true, std::move(*this); }
  Field&& synonyms(std::vector<std::string> names) && { return synonyms_ = std::move(names), std::move(*this); }
  Field&& one_of(std::vector<std::string> values) && { return choices_ = std::move(values), std::move(*this); }
  Field&& range(std::int64_t low, std::int64_t high) && {
    minimum_ = low;
    maximum_ = high;
    return std::move(*this);
  }
  Field&& by_default(std::string json) && { return default_ = std::move(json), std::move(*this); }
  Field&& text_as(std::string field_name) && { return text_field_ = std::move(field_name), std::move(*this); }
  Field&& problems_into(std::string field_name) && {
    problem_field_ = std::move(field_name);
    return std::move(*this);
  }
  Field&& one_or_many() && { return one_or_many_ = true, std::move(*this); }
};

}  // namespace protocol
