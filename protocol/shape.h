// One declaration per struct: a parameter or result struct lists its fields once, and JSON schema, tolerant
// reading, strict writing and the README's tool reference are walks over the resulting type-erased table.
//
//   struct SearchParams { std::string query; std::optional<std::string> scope; std::int64_t limit = 10; };
//   template <> struct protocol::Record<SearchParams> {
//     static std::vector<Field> fields() {
//       return {field<&SearchParams::query>("query", "What to look for.").required().synonyms({"q", "text"}),
//               field<&SearchParams::scope>("scope", "Only below this path."),
//               field<&SearchParams::limit>("limit", "Most entries.").range(1, 100).synonyms({"per_page"})};
//     }
//   };
//
// Members may be std::string, std::int64_t, double, bool, a Record, std::optional or std::vector of these.
// Tables are built once and never change; any thread may walk them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
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

// Specialise with `static std::vector<Field> fields()` for each struct that crosses the wire.
template <class T>
struct Record;

template <class T>
const Shape& shape_of();

namespace shape_detail {

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

template <class T>
const std::vector<Field>* fields_of() {
  static const std::vector<Field> fields = Record<T>::fields();
  return &fields;
}

template <class T>
Shape make_shape() {
  Shape shape;
  if constexpr (IsOptional<T>::value) {
    using Value = typename T::value_type;
    shape.element = &shape_of<Value>();
    shape.kind = shape.element->kind;
    shape.optional = true;
    shape.value = [](const void* p) -> const void* {
      const auto& held = *static_cast<const T*>(p);
      return held ? &*held : nullptr;
    };
    shape.emplace = [](void* p) -> void* { return &static_cast<T*>(p)->emplace(); };
  } else if constexpr (IsVector<T>::value) {
    using Value = typename T::value_type;
    shape.kind = Kind::kList;
    shape.element = &shape_of<Value>();
    shape.size = [](const void* p) { return static_cast<const T*>(p)->size(); };
    shape.at = [](const void* p, std::size_t i) -> const void* { return &(*static_cast<const T*>(p))[i]; };
    shape.append = [](void* p) -> void* { return &static_cast<T*>(p)->emplace_back(); };
  } else if constexpr (std::is_same_v<T, std::string>) {
    shape.kind = Kind::kString;
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    shape.kind = Kind::kInteger;
  } else if constexpr (std::is_same_v<T, double>) {
    shape.kind = Kind::kNumber;
  } else if constexpr (std::is_same_v<T, bool>) {
    shape.kind = Kind::kBoolean;
  } else {
    shape.kind = Kind::kRecord;
    shape.fields = &fields_of<T>;
  }
  return shape;
}

template <auto Member>
struct MemberOf;
template <class R, class M, M R::*Member>
struct MemberOf<Member> {
  using Type = M;
  static void* address(void* record) { return &(static_cast<R*>(record)->*Member); }
};

}  // namespace shape_detail

template <class T>
const Shape& shape_of() {
  static const Shape shape = shape_detail::make_shape<T>();
  return shape;
}

template <auto Member>
Field field(std::string name, std::string description) {
  Field made;
  made.name_ = std::move(name);
  made.description_ = std::move(description);
  made.shape_ = &shape_of<typename shape_detail::MemberOf<Member>::Type>();
  made.address_ = &shape_detail::MemberOf<Member>::address;
  return made;
}

}  // namespace protocol
