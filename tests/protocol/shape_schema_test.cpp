#include "protocol/shape_schema.h"

#include <doctest/doctest.h>

#include "protocol/json.h"
#include "tests/protocol/records.h"

using protocol::shape_of;
using Json = nlohmann::ordered_json;

namespace {

Json input(const protocol::Shape& shape) { return protocol::input_schema(shape).value; }
Json output(const protocol::Shape& shape) { return protocol::output_schema(shape).value; }

// Every value of the schema, wherever it is.
void walk(const Json& schema, const std::function<void(const Json&)>& visit) {
  visit(schema);
  for (const Json& child : schema) {
    if (child.is_structured()) walk(child, visit);
  }
}

}  // namespace

TEST_CASE("scalars tell their type, words, default and limits") {
  const Json schema = input(shape_of<records::Scalars>());
  CHECK(schema.at("type") == "object");
  const Json& properties = schema.at("properties");
  CHECK(properties.at("text") == Json({{"type", "string"}, {"description", "Any text."}}));
  CHECK(properties.at("whole") ==
        Json({{"type", "integer"}, {"minimum", 1}, {"maximum", 100}, {"description", "A count."}, {"default", 10}}));
  CHECK(properties.at("number").at("type") == "number");
  CHECK(properties.at("flag").at("type") == "boolean");
  CHECK(properties.at("choice").at("enum") == Json::array({"in", "out", "both"}));
}

TEST_CASE("an optional member has the schema of its value, and nothing is required that is not") {
  const Json schema = input(shape_of<records::Scalars>());
  CHECK(schema.at("properties").at("maybe").at("type") == "integer");
  CHECK_FALSE(schema.contains("required"));
}

TEST_CASE("limits given for a list are those of its elements") {
  const Json numbers = input(shape_of<records::Scalars>()).at("properties").at("numbers");
  CHECK(numbers.at("type") == "array");
  CHECK_FALSE(numbers.contains("minimum"));
  CHECK(numbers.at("items") == Json({{"type", "integer"}, {"minimum", 0}, {"maximum", 9}}));
}

TEST_CASE("hidden fields are in no schema") {
  CHECK_FALSE(input(shape_of<records::Scalars>()).at("properties").contains("kinds"));
  CHECK_FALSE(output(shape_of<records::Scalars>()).at("properties").contains("kinds"));
}

TEST_CASE("arguments are described as deeply as they nest, every array with its items") {
  const Json schema = input(shape_of<records::Call>());
  CHECK(schema.at("required") == Json::array({"operations"}));
  const Json& operation = schema.at("properties").at("operations").at("items");
  CHECK(operation.at("type") == "object");
  CHECK(operation.at("required") == Json::array({"path"}));
  CHECK(operation.at("properties").at("type").at("default") == "UPSERT");
  const Json& content = operation.at("properties").at("content");
  CHECK(content.at("description") == "What.");
  CHECK(content.at("properties").at("facts").at("items").at("required") == Json::array({"statement"}));
  walk(schema, [](const Json& value) {
    CHECK_FALSE(value.is_boolean());
    if (!value.is_object()) return;
    CHECK_FALSE(value.contains("$ref"));
    if (value.contains("type") && value["type"] == "array") CHECK(value.contains("items"));
  });
}

TEST_CASE("results are described by their top-level members, without words") {
  const Json schema = output(shape_of<records::Call>());
  CHECK(schema == Json({{"type", "object"},
                        {"properties",
                         {{"operations", {{"type", "array"}, {"items", {{"type", "object"}}}}},
                          {"reason", {{"type", "string"}}},
                          {"dry_run", {{"type", "boolean"}}}}},
                        {"required", {"operations"}}}));
}

TEST_CASE("a nested record of a result is an object and no more") {
  const Json schema = output(shape_of<records::Operation>());
  CHECK(schema.at("properties").at("content") == Json({{"type", "object"}}));
}

TEST_CASE("a schema is the same bytes every time") {
  CHECK(input(shape_of<records::Call>()).dump() == input(shape_of<records::Call>()).dump());
}
