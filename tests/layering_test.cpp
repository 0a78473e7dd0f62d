// Does every #include obey the dependency rule of the design?
//   server → tools → { protocol, memory, llm };  memory: tree ← store ← index ← retrieval ← memory
// and does every third-party library stay behind the one file that hides it?
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Include {
  std::string file;    // "memory/tree/text.cpp", relative to the repository
  std::string target;  // "memory/error.h" or "yaml-cpp/yaml.h"
  bool quoted = false;
};

const std::vector<std::string> kFolders = {"protocol", "memory", "llm", "tools", "server"};

std::vector<Include> all_includes() {
  const fs::path root = CONTEXT_TREE_SOURCE_DIR;
  const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> includes;
  for (const std::string& folder : kFolders) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& item : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = item.path().extension().string();
      if (extension != ".h" && extension != ".cpp") continue;
      std::ifstream stream(item.path());
      std::smatch match;
      for (std::string line; std::getline(stream, line);) {
        if (std::regex_search(line, match, pattern)) {
          includes.push_back({fs::relative(item.path(), root).string(), match[2], match[1] == "\""});
        }
      }
    }
  }
  return includes;
}

bool starts_with(const std::string& text, const std::string& prefix) { return text.rfind(prefix, 0) == 0; }

// The layer of a file: its top folder, inside memory/ the subfolder.
std::string layer_of(const std::string& file) {
  const fs::path path(file);
  const auto parts = std::vector<fs::path>(path.begin(), path.end());
  return parts.size() > 2 && parts[0] == "memory" ? "memory/" + parts[1].string() : parts[0].string();
}

const std::map<std::string, std::set<std::string>> kMayUse = {
    {"protocol", {"protocol"}},
    {"llm", {"llm"}},
    {"memory/tree", {"memory/tree"}},
    {"memory/store", {"memory/tree", "memory/store"}},
    {"memory/index", {"memory/tree", "memory/store", "memory/index"}},
    {"memory/retrieval", {"memory/tree", "memory/store", "memory/index", "memory/retrieval"}},
    {"memory", {"memory", "memory/tree", "memory/store", "memory/index", "memory/retrieval"}},
    {"tools",
     {"tools", "protocol", "llm", "memory", "memory/tree", "memory/store", "memory/index", "memory/retrieval"}},
    {"server",
     {"server", "tools", "protocol", "llm", "memory", "memory/tree", "memory/store", "memory/index",
      "memory/retrieval"}},
};

// Third-party headers and the files that may include them.
const std::map<std::string, std::string> kHiddenBehind = {
    {"nlohmann/", R"(protocol/[a-z_]+\.cpp|protocol/json\.h|llm/http_model\.cpp|memory/store/audit_log\.cpp)"},
    {"yaml-cpp/", R"(memory/tree/[a-z_]+\.cpp)"},
    {"cmark", R"(memory/tree/[a-z_]+\.cpp)"},
    {"utf8proc", R"(memory/tree/text\.cpp|memory/index/[a-z_]+\.cpp)"},
    {"libstemmer", R"(memory/index/[a-z_]+\.cpp)"},
    {"openssl/", R"(memory/tree/sha256\.cpp|llm/connection\.cpp|protocol/request_state\.cpp)"},
    {"spdlog/", R"(server/log\.cpp)"},
    {"CLI/", R"(server/options\.cpp)"},
    {"httplib", R"(llm/http_model\.cpp|protocol/http_transport\.cpp)"},
    {"zstd", R"(memory/store/content_store\.cpp)"},
    {"poppler", R"(memory/[a-z_/]+\.cpp)"},
};
const std::set<std::string> kOneFileOnly = {"yaml-cpp/", "cmark", "libstemmer", "spdlog/", "CLI/", "poppler"};

}  // namespace

TEST_CASE("the sources are where this test looks for them") { CHECK(all_includes().size() > 100); }

TEST_CASE("every include of the project's own headers obeys the dependency rule") {
  for (const Include& include : all_includes()) {
    if (!include.quoted || include.target == "memory/error.h") continue;
    const std::string from = layer_of(include.file);
    const std::string to = layer_of(include.target);
    INFO(include.file << " includes " << include.target);
    REQUIRE(kMayUse.count(from) == 1);
    CHECK(kMayUse.at(from).count(to) == 1);
  }
}

TEST_CASE("third-party headers stay behind the files that hide them") {
  std::map<std::string, std::set<std::string>> users;
  for (const Include& include : all_includes()) {
    for (const auto& [library, files] : kHiddenBehind) {
      if (!starts_with(include.target, library)) continue;
      users[library].insert(include.file);
      INFO(include.file << " includes " << include.target);
      CHECK(std::regex_match(include.file, std::regex(files)));
    }
  }
  for (const std::string& library : kOneFileOnly) {
    INFO(library);
    CHECK(users[library].size() <= 1);
  }
}

TEST_CASE("the internal JSON header is included by the protocol's sources alone") {
  for (const Include& include : all_includes()) {
    if (include.target != "protocol/json.h") continue;
    INFO(include.file);
    CHECK(std::regex_match(include.file, std::regex(R"(protocol/[a-z_]+\.cpp)")));
  }
}
