// Prompts and completion, as a client asks for them.
#include <algorithm>

#include "tests/tools/tool_client.h"

using nlohmann::json;

namespace {

json complete(ToolClient& client, const json& ref, const std::string& argument, const std::string& value) {
  const json reply =
      client.request("completion/complete", {{"ref", ref}, {"argument", {{"name", argument}, {"value", value}}}});
  INFO(reply.dump());
  REQUIRE(reply.contains("result"));
  return reply["result"]["completion"];
}

const json kTemplate = {{"type", "ref/resource"}, {"uri", "context-tree:///{+path}"}};
json prompt_ref(const std::string& name) { return {{"type", "ref/prompt"}, {"name", name}}; }

std::string prompt_text(ToolClient& client, const std::string& name, const json& arguments) {
  const json reply = client.request("prompts/get", {{"name", name}, {"arguments", arguments}});
  INFO(reply.dump());
  REQUIRE(reply.contains("result"));
  return reply["result"]["messages"][0]["content"]["text"];
}

}  // namespace

TEST_CASE("four prompts are offered, each with a title, and arguments that say what they are for") {
  TempFolder folder;
  ToolClient client(folder);
  const json prompts = client.request("prompts/list", json::object())["result"]["prompts"];
  REQUIRE(prompts.size() == 4);
  std::vector<std::string> names;
  for (const json& prompt : prompts) {
    names.push_back(prompt["name"]);
    CHECK_FALSE(prompt["title"].get<std::string>().empty());
    CHECK_FALSE(prompt["description"].get<std::string>().empty());
    for (const json& argument : prompt["arguments"]) CHECK_FALSE(argument["description"].get<std::string>().empty());
  }
  CHECK(names == std::vector<std::string>{"remember", "recall", "review_memory", "consolidate"});
}

TEST_CASE("a prompt's text holds what was filled in, and names tools that exist") {
  TempFolder folder;
  ToolClient client(folder);
  CHECK(holds(prompt_text(client, "recall", {{"question", "Why Adyen?"}, {"scope", "backend"}}), "Why Adyen?"));
  CHECK(holds(prompt_text(client, "recall", {{"question", "Why Adyen?"}, {"scope", "backend"}}), "below `backend`"));
  CHECK(holds(prompt_text(client, "remember", {{"what", "We use Adyen."}}), "We use Adyen."));
  CHECK(holds(prompt_text(client, "remember", json::object()), "this conversation"));
  const json tools = client.request("tools/list", json::object())["result"]["tools"];
  std::string all;
  for (const char* name : {"remember", "review_memory", "consolidate"})
    all += prompt_text(client, name, json::object());
  all += prompt_text(client, "recall", {{"question", "x"}});
  for (const char* word : {"query_knowledge", "search_knowledge", "browse_tree", "read_entry", "curate", "relations"}) {
    CHECK(holds(all, word));
    CHECK(std::any_of(tools.begin(), tools.end(), [&](const json& tool) { return tool["name"] == word; }));
  }
}

TEST_CASE("what a prompt needs and does not get is named, and so is a prompt that does not exist") {
  TempFolder folder;
  ToolClient client(folder);
  const json missing = client.request("prompts/get", {{"name", "recall"}});
  CHECK(missing["error"]["code"] == -32602);
  CHECK(holds(missing["error"]["message"], "question"));
  CHECK(holds(client.request("prompts/get", {{"name", "forget"}})["error"]["message"], "remember"));
  CHECK(client.request("prompts/get", json::object())["error"]["code"] == -32602);
  CHECK(client.request("prompts/get",
                       {{"name", "recall"}, {"arguments", {{"question", json::array()}}}})["error"]["code"] == -32602);
}

TEST_CASE("paths are completed from their beginning, and from any part of them behind those") {
  TempFolder folder;
  for (const char* file : {"auth/jwt/refresh.md", "auth/login.md", "ops/auth/keys.md"})
    folder.write(std::string("tree/") + file, "text\n");
  ToolClient client(folder);
  CHECK(complete(client, kTemplate, "path", "auth/")["values"] ==
        json({"auth/jwt/refresh.md", "auth/login.md", "ops/auth/keys.md"}));
  CHECK(complete(client, kTemplate, "path", "AUTH/Login.md")["values"] == json({"auth/login.md"}));
  CHECK(complete(client, kTemplate, "path", "zzz")["values"] == json::array());
  CHECK(complete(client, prompt_ref("recall"), "scope", "au")["values"] == json({"auth", "auth/jwt", "ops/auth"}));
  CHECK(complete(client, prompt_ref("recall"), "question", "why")["values"] == json::array());
}

TEST_CASE("no more than a hundred completions are given, and how many there are is said") {
  TempFolder folder;
  for (int i = 0; i < 130; ++i) folder.write("tree/a/b/e" + std::to_string(1000 + i) + ".md", "text\n");
  ToolClient client(folder);
  const json completion = complete(client, kTemplate, "path", "");
  CHECK(completion["values"].size() == 100);
  CHECK(completion["total"] == 130);
  CHECK(completion["hasMore"] == true);
}

TEST_CASE("a completion of nothing that exists is refused by name") {
  TempFolder folder;
  ToolClient client(folder);
  const auto refused = [&](const json& params) {
    const json reply = client.request("completion/complete", params);
    INFO(reply.dump());
    REQUIRE(reply.contains("error"));
    CHECK(reply["error"]["code"] == -32602);
  };
  const json argument = {{"name", "scope"}, {"value", "a"}};
  refused(json::object());
  refused({{"ref", prompt_ref("forget")}, {"argument", argument}});
  refused({{"ref", {{"type", "ref/resource"}, {"uri", "file:///{path}"}}}, {"argument", argument}});
  refused({{"ref", {{"type", "ref/other"}, {"name", "x"}}}, {"argument", argument}});
  refused({{"ref", prompt_ref("recall")}});
  refused({{"ref", prompt_ref("recall")}, {"argument", {{"name", "scope"}, {"value", 1}}}});
  refused({{"ref", 5}, {"argument", argument}});
}
