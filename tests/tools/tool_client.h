// A client of the whole surface inside one process: real memory on a folder of its own, real session, no pipes.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "memory/memory.h"
#include "protocol/executor.h"
#include "protocol/memory_transport.h"
#include "protocol/session.h"
#include "tools/all_tools.h"
#include "tools/completion.h"
#include "tools/instructions.h"
#include "tools/prompts.h"
#include "tools/resources.h"

class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "context-tree-tools-XXXXXX").string();
    path_ = std::filesystem::canonical(mkdtemp(pattern.data()));
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& file, const std::string& bytes) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream(path_ / file, std::ios::binary) << bytes;
  }
  // Every file with its bytes.
  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const auto& item : std::filesystem::recursive_directory_iterator(path_)) {
      const std::string name = std::filesystem::relative(item.path(), path_).string();
      all[name] = item.is_regular_file() ? read(name) : "";
    }
    return all;
  }
  std::string read(const std::string& file) const {
    std::ifstream stream(path_ / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  std::filesystem::path path_;
};

class ToolClient {
 public:
  using json = nlohmann::json;

  explicit ToolClient(const TempFolder& folder, bool read_only = false, const tools::LanguageModel& llm = {})
      : memory_(options(folder, read_only)),
        registry_(make_registry(memory_, llm)),
        session_(registry_, transport_, executor_),
        thread_([this] { session_.run(); }) {
    const json ready = request("initialize", {{"protocolVersion", "2025-11-25"},
                                              {"capabilities", json::object()},
                                              {"clientInfo", {{"name", "test-client"}, {"version", "1.0"}}}});
    REQUIRE(ready.contains("result"));
    instructions = ready["result"]["instructions"];
  }
  ~ToolClient() {
    transport_.end();
    thread_.join();
  }
  ToolClient(const ToolClient&) = delete;
  ToolClient& operator=(const ToolClient&) = delete;

  json request(const std::string& method, const json& params) {
    transport_.feed(json{{"jsonrpc", "2.0"}, {"id", ++id_}, {"method", method}, {"params", params}}.dump() + "\n");
    const auto line = transport_.take(std::chrono::seconds(20));
    REQUIRE(line.has_value());
    const json reply = json::parse(*line);
    REQUIRE(reply["id"] == id_);
    return reply;
  }

  // The result of a tool call; `error` tells whether isError is expected.
  json call(const std::string& tool, const json& arguments, bool error = false) {
    const json reply = request("tools/call", {{"name", tool}, {"arguments", arguments}});
    INFO(reply.dump().substr(0, 2000));
    REQUIRE(reply.contains("result"));
    CHECK(reply["result"].value("isError", false) == error);
    return reply["result"];
  }

  json structured(const std::string& tool, const json& arguments) {
    const json result = call(tool, arguments);
    REQUIRE(result.contains("structuredContent"));
    return result["structuredContent"];
  }

  std::string error(const std::string& tool, const json& arguments) {
    const json result = call(tool, arguments, true);
    CHECK_FALSE(result.contains("structuredContent"));
    return text_of(result);
  }

  static std::string text_of(const json& result) {
    std::string text;
    for (const json& block : result["content"]) text += block["text"].get<std::string>() + "\n";
    return text;
  }

  std::string instructions;

 private:
  static memory::MemoryOptions options(const TempFolder& folder, bool read_only) {
    memory::MemoryOptions made;
    made.root = {folder.path() / "tree", "--root"};
    made.store.read_only = read_only;
    made.clock = [] { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); };
    return made;
  }
  static protocol::Registry make_registry(memory::Memory& memory, const tools::LanguageModel& llm) {
    protocol::Registry registry;
    registry.server = {"context-tree", "Context Tree", "0"};
    registry.instructions = [&memory] { return tools::instructions(memory); };
    registry.tools = tools::all_tools(memory, llm);
    registry.resources = tools::make_resources(memory);
    registry.prompts = tools::all_prompts();
    registry.complete = tools::make_completer(memory);
    return registry;
  }

  memory::Memory memory_;
  protocol::Registry registry_;
  protocol::MemoryTransport transport_;
  protocol::Executor executor_;
  protocol::Session session_;
  int id_ = 0;
  std::thread thread_;
};

inline bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
