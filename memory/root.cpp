#include "memory/root.h"

#include <fstream>
#include <sstream>

namespace memory {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnFolder = ".context-tree";
constexpr const char* kByteRoverFolder = ".brv/context-tree";

bool is_folder(const fs::path& path) {
  std::error_code ignored;  // what cannot be looked at is not there for us
  return fs::is_directory(path, ignored);
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::string first_line(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  return line;
}

// The main work tree of a linked one: `.git` is a file "gitdir: <main>/.git/worktrees/<name>", and the file
// `commondir` in there leads back to <main>/.git (gitrepository-layout(5)). A submodule has no commondir
// and stays its own work tree.
std::optional<fs::path> main_work_tree(const fs::path& work_tree) {
  const fs::path marker = work_tree / ".git";
  if (is_folder(marker)) return work_tree;
  const std::string prefix = "gitdir: ";
  const std::string line = first_line(marker);
  if (line.rfind(prefix, 0) != 0) return std::nullopt;
  const fs::path git_dir = (work_tree / line.substr(prefix.size())).lexically_normal();
  const std::string common = first_line(git_dir / "commondir");
  if (common.empty()) return work_tree;
  fs::path common_dir = (git_dir / common).lexically_normal();
  if (!common_dir.has_filename()) common_dir = common_dir.parent_path();
  // A bare repository has no main work tree: the linked one then stands for itself.
  return common_dir.filename() == ".git" ? common_dir.parent_path() : work_tree;
}

std::optional<fs::path> git_root(const fs::path& start, const fs::path& home) {
  for (fs::path at = start;; at = at.parent_path()) {
    const bool counts = at != at.root_path() && at != home;
    if (counts && is_there(at / ".git")) {
      if (auto root = main_work_tree(at); root && *root != home && *root != root->root_path()) return root;
    }
    if (at == at.root_path() || at.empty()) return std::nullopt;
  }
}

std::optional<ResolvedRoot> in_folder(const fs::path& folder, const std::string& rule) {
  if (is_folder(folder / kOwnFolder)) return ResolvedRoot{folder / kOwnFolder, rule};
  if (is_folder(folder / kByteRoverFolder)) {
    return ResolvedRoot{folder / kByteRoverFolder, rule + ", an existing .brv/context-tree opened in place"};
  }
  return std::nullopt;
}

fs::path absolute(const fs::path& path, const fs::path& base) {
  fs::path made = (base / path).lexically_normal();
  return made.has_filename() || made == made.root_path() ? made : made.parent_path();
}

ResolvedRoot global_root(const RootQuery& query, const fs::path& home) {
  const auto data_home = query.environment("XDG_DATA_HOME");
  if (data_home && fs::path(*data_home).is_absolute()) {
    return {absolute("context-tree/global", *data_home), "global tree in $XDG_DATA_HOME: no git work tree here"};
  }
#if defined(__APPLE__)
  return {home / "Library/Application Support/context-tree/global", "global tree: no git work tree here"};
#else
  return {home / ".local/share/context-tree/global", "global tree in ~/.local/share: no git work tree here"};
#endif
}

}  // namespace

ResolvedRoot resolve_root(const RootQuery& query) {
  const fs::path here = absolute(query.working_directory, "/");
  if (query.option) return {absolute(*query.option, here), "--root"};
  if (const auto variable = query.environment("CONTEXT_TREE_ROOT")) {
    return {absolute(*variable, here), "$CONTEXT_TREE_ROOT"};
  }
  const auto home_variable = query.environment("HOME");
  const fs::path home = home_variable ? absolute(*home_variable, "/") : fs::path("/");
  if (const auto root = git_root(here, home)) {
    if (auto found = in_folder(*root, "git work tree")) return *found;
    return {*root / kOwnFolder, "git work tree"};
  }
  for (fs::path at = here;; at = at.parent_path()) {
    if (auto found = in_folder(at, "nearest ancestor folder that holds a tree")) return *found;
    if (at == at.root_path() || at.empty()) break;
  }
  return global_root(query, home);
}

}  // namespace memory
