#include "protocol/shape_writer.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "protocol/json.h"

namespace protocol {
namespace {

using Json = nlohmann::ordered_json;

// Six significant digits are more than a score or a share means, and keep 0.1 + 0.2 short. JSON has no
// infinities; 0 keeps the type that the schema promises.
double rounded(double value) {
  if (!std::isfinite(value)) return 0;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return std::strtod(text.data(), nullptr);
}

// Nothing: an optional without a value.
std::optional<Json> write(const Shape& shape, const void* address);

Json write_list(const Shape& shape, const void* address) {
  Json list = Json::array();
  for (std::size_t i = 0; i < shape.size(address); ++i) {
    if (auto element = write(*shape.element, shape.at(address, i))) list.push_back(std::move(*element));
  }
  return list;
}

bool empty(const Json& value) {
  if (value.is_string()) return value.get_ref<const std::string&>().empty();
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_number()) return value == 0;
  return value.empty();
}

Json write_fields(const Shape& shape, const void* address) {
  Json object = Json::object();
  for (const Field& field : *shape.fields()) {
    // The table's address function serves reading too, so it takes a pointer to non-const; nothing is changed.
    std::optional<Json> value = write(*field.shape_, field.address_(const_cast<void*>(address)));
    if (value && !(field.omit_empty_ && empty(*value))) object[field.name_] = std::move(*value);
  }
  return object;
}

std::optional<Json> write(const Shape& shape, const void* address) {
  if (shape.optional) {
    const void* value = shape.value(address);
    return value == nullptr ? std::nullopt : write(*shape.element, value);
  }
  switch (shape.kind) {
    case Kind::kString:
      return Json(*static_cast<const std::string*>(address));
    case Kind::kInteger:
      return Json(*static_cast<const std::int64_t*>(address));
    case Kind::kNumber:
      return Json(rounded(*static_cast<const double*>(address)));
    case Kind::kBoolean:
      return Json(*static_cast<const bool*>(address));
    case Kind::kList:
      return write_list(shape, address);
    case Kind::kRecord:
      break;
  }
  return write_fields(shape, address);
}

}  // namespace

JsonOut write_record(const Shape& record, const void* address) { return {write_fields(record, address)}; }

std::string record_text(const Shape& record, const void* address) { return dump(write_record(record, address).value); }

}  // namespace protocol
