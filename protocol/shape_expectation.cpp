#include "protocol/shape_expectation.h"

#include <vector>

namespace protocol {
namespace {

constexpr std::size_t kNamedMembers = 8;

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : ", ").append(part);
  return text;
}

std::string range_text(const Field& field) {
  if (field.minimum_ && field.maximum_) {
    return " from " + std::to_string(*field.minimum_) + " to " + std::to_string(*field.maximum_);
  }
  if (field.minimum_) return " of at least " + std::to_string(*field.minimum_);
  return field.maximum_ ? " of at most " + std::to_string(*field.maximum_) : "";
}

}  // namespace

std::string expectation(const Field& field, const Shape& given) {
  const Shape& shape = value_shape(given);
  switch (shape.kind) {
    case Kind::kString:
      return field.choices_.empty() ? "a string" : "one of " + joined(field.choices_);
    case Kind::kInteger:
      return "a whole number" + range_text(field);
    case Kind::kNumber:
      return "a number" + range_text(field);
    case Kind::kBoolean:
      return "true or false";
    case Kind::kList:
      if (value_shape(*shape.element).kind == Kind::kString && field.choices_.empty()) return "a list of strings";
      return "a list, each element " + expectation(field, *shape.element);
    case Kind::kRecord:
      break;
  }
  std::vector<std::string> names;
  for (const Field& member : *shape.fields()) {
    if (member.advertised_ && names.size() < kNamedMembers) names.push_back("`" + member.name_ + "`");
  }
  return (field.text_field_.empty() ? "an object" : "a string or an object") + (" with members like " + joined(names));
}

}  // namespace protocol
