// What a client's model sees before its first call: names, words, schemas and their cost.
#include <map>
#include <regex>

#include "tests/tools/tool_client.h"

using nlohmann::json;

namespace {

// design: protocol.md §3, in bytes of the listing
const std::map<std::string, std::size_t> kBudgets = {
    {"curate", 3800},     {"search_knowledge", 1900}, {"query_knowledge", 1300}, {"browse_tree", 1000},
    {"read_entry", 1000}, {"relations", 1000},        {"history", 1000},         {"status", 1000}};
constexpr std::size_t kListBudget = 12'000;

// Every schema below: no unions, no references, no type lists, items on every array.
void check_schema(const json& schema, const std::string& where) {
  INFO(where);
  REQUIRE(schema.is_object());
  for (const char* word : {"oneOf", "anyOf", "allOf", "if", "$ref", "not"}) CHECK_FALSE(schema.contains(word));
  if (schema.contains("type")) CHECK(schema["type"].is_string());
  if (schema.value("type", "") == "array") {
    REQUIRE(schema.contains("items"));
    check_schema(schema["items"], where + "[]");
  }
  if (schema.contains("properties")) {
    for (const auto& [name, property] : schema["properties"].items()) check_schema(property, where + "." + name);
  }
}

}  // namespace

TEST_CASE("every tool costs a client's context no more than its budget") {
  TempFolder folder;
  ToolClient client(folder);
  const json tools = client.request("tools/list", json::object())["result"]["tools"];
  CHECK(tools.size() == kBudgets.size());
  std::size_t total = 0;
  for (const json& tool : tools) {
    const std::string name = tool["name"];
    const std::size_t size = tool.dump().size();
    total += size;
    MESSAGE(name << ": " << size << " bytes");
    REQUIRE(kBudgets.count(name) == 1);
    CHECK(size <= kBudgets.at(name));
  }
  CHECK(total <= kListBudget);
}

TEST_CASE("the list of tools is the same on every call and in every process") {
  TempFolder first_folder;
  TempFolder second_folder;
  ToolClient first(first_folder);
  ToolClient second(second_folder);
  const std::string once = first.request("tools/list", json::object())["result"].dump();
  CHECK(first.request("tools/list", json::object())["result"].dump() == once);
  CHECK(second.request("tools/list", json::object())["result"].dump() == once);
}

TEST_CASE("every tool has a title, all four hints, a description of 200 to 300 characters and flat schemas") {
  TempFolder folder;
  ToolClient client(folder);
  const json tools = client.request("tools/list", json::object())["result"]["tools"];
  for (const json& tool : tools) {
    const std::string name = tool["name"];
    INFO(name);
    CHECK(std::regex_match(name, std::regex("^[a-z_]{1,32}$")));
    CHECK_FALSE(tool["title"].get<std::string>().empty());
    const std::string description = tool["description"];
    CHECK(description.size() >= 200);
    CHECK(description.size() <= 300);
    CHECK(holds(description, "Use when"));
    CHECK(holds(description, "Not for"));
    for (const char* hint : {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}) {
      CHECK(tool["annotations"][hint].is_boolean());
    }
    CHECK(tool["annotations"]["readOnlyHint"] == (name != "curate"));
    CHECK(tool["annotations"]["openWorldHint"] == false);
    CHECK(tool["inputSchema"]["type"] == "object");
    check_schema(tool["inputSchema"], name + " in");
    CHECK(tool.contains("outputSchema") == (name != "read_entry"));
    if (tool.contains("outputSchema")) check_schema(tool["outputSchema"], name + " out");
  }
}

TEST_CASE("the instructions lead with the most important sentence, end with the tree, and fit 1,500 characters") {
  TempFolder folder;
  ToolClient empty(folder);
  CHECK(empty.instructions.size() <= 1500);
  CHECK(empty.instructions.rfind("Before answering", 0) == 0);
  CHECK(holds(empty.instructions, (folder.path() / "tree").string() + " (--root), empty: nothing to recall yet."));
  empty.structured("curate", {{"path", "ops/deploy"}, {"title", "One"}, {"content", "A body."}, {"reason", "test"}});
  ToolClient filled(folder);
  CHECK(holds(filled.instructions, "1 entry: ops (1)"));
}
