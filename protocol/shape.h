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
#include <type_traits>
#include <utility>
#include <vector>

#include "protocol/shape_table.h"

namespace protocol {

// Specialise with `static std::vector<Field> fields()` for each struct that crosses the wire.
template <class T>
struct Record;

template <class T>
const Shape& shape_of();

// A record as one line of JSON, as structured content has it.
std::string record_text(const Shape& record, const void* address);
template <class T>
std::string record_text(const T& value) {
  return record_text(shape_of<T>(), &value);
}

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

// A member's member, shown as if it were the record's own.
template <auto Outer, auto Inner>
Field field(std::string name, std::string description) {
  Field made = field<Inner>(std::move(name), std::move(description));
  made.address_ = [](void* record) {
    return shape_detail::MemberOf<Inner>::address(shape_detail::MemberOf<Outer>::address(record));
  };
  return made;
}

}  // namespace protocol
