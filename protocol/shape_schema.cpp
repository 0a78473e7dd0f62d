#include "protocol/shape_schema.h"

#include "protocol/json.h"
#include "protocol/shape_expectation.h"

namespace protocol {
namespace {

using Json = nlohmann::ordered_json;

enum class Depth { kAll, kTopLevel };

Json record_schema(const Shape& shape, Depth depth);

const char* type_name(Kind kind) {
  switch (kind) {
    case Kind::kString:
      return "string";
    case Kind::kInteger:
      return "integer";
    case Kind::kNumber:
      return "number";
    case Kind::kBoolean:
      return "boolean";
    case Kind::kList:
      return "array";
    case Kind::kRecord:
      break;
  }
  return "object";
}

void add_limits(Json& schema, const Field& field) {
  if (!field.choices_.empty()) schema["enum"] = field.choices_;
  if (field.minimum_) schema["minimum"] = *field.minimum_;
  if (field.maximum_) schema["maximum"] = *field.maximum_;
}

// What a field says of its values' limits holds for the elements of a list.
Json type_schema(const Shape& given, const Field& field, Depth depth) {
  const Shape& shape = value_shape(given);
  if (shape.kind == Kind::kRecord && depth == Depth::kAll) return record_schema(shape, depth);
  Json schema{{"type", type_name(shape.kind)}};
  if (shape.kind == Kind::kList) {
    schema["items"] = type_schema(*shape.element, field, depth);
  } else if (shape.kind != Kind::kRecord) {
    add_limits(schema, field);
  }
  return schema;
}

Json default_of(const Field& field) {
  Json value = Json::parse(field.default_, nullptr, false);
  return value.is_discarded() ? Json(field.default_) : value;
}

Json record_schema(const Shape& shape, Depth depth) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Field& field : *shape.fields()) {
    if (!field.advertised_) continue;
    Json schema = type_schema(*field.shape_, field, depth);
    if (depth == Depth::kAll) {
      if (!field.description_.empty()) schema["description"] = field.description_;
      if (!field.default_.empty()) schema["default"] = default_of(field);
    }
    properties[field.name_] = std::move(schema);
    const bool always_there = depth == Depth::kAll || (!field.omit_empty_ && !field.shape_->optional);
    if (field.required_ && always_there) required.push_back(field.name_);
  }
  Json schema{{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

}  // namespace

JsonOut input_schema(const Shape& record) { return {record_schema(record, Depth::kAll)}; }
JsonOut output_schema(const Shape& record) { return {record_schema(record, Depth::kTopLevel)}; }

}  // namespace protocol
