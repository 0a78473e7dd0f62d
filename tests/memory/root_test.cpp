#include "memory/root.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>
#include <map>

using memory::resolve_root;
using memory::RootQuery;

namespace {

namespace fs = std::filesystem;

// A folder of its own for a test, gone at its end.
class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "context-tree-root-XXXXXX").string();
    path_ = fs::canonical(mkdtemp(pattern.data()));
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  fs::path make(const std::string& name) const {
    fs::create_directories(path_ / name);
    return path_ / name;
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

RootQuery query_from(const fs::path& here, std::map<std::string, std::string> environment) {
  RootQuery query;
  query.working_directory = here;
  query.environment = [environment = std::move(environment)](const std::string& name) -> std::optional<std::string> {
    const auto at = environment.find(name);
    return at == environment.end() ? std::nullopt : std::optional(at->second);
  };
  return query;
}

}  // namespace

TEST_CASE("--root wins over everything and is taken as the tree itself") {
  Folder folder;
  folder.make("repo/.git");
  RootQuery query = query_from(folder.path() / "repo", {{"CONTEXT_TREE_ROOT", "/elsewhere"}});
  query.option = "notes/../memory/";
  CHECK(resolve_root(query).path == folder.path() / "repo/memory");
  CHECK(resolve_root(query).rule == "--root");
}

TEST_CASE("$CONTEXT_TREE_ROOT comes next") {
  Folder folder;
  folder.make("repo/.git");
  const auto root = resolve_root(query_from(folder.path() / "repo", {{"CONTEXT_TREE_ROOT", "/elsewhere"}}));
  CHECK(root.path == "/elsewhere");
  CHECK(root.rule == "$CONTEXT_TREE_ROOT");
}

TEST_CASE("in a git work tree the tree stands at its root, from any folder below") {
  Folder folder;
  folder.make("repo/.git");
  const auto root = resolve_root(query_from(folder.make("repo/src/deep"), {}));
  CHECK(root.path == folder.path() / "repo/.context-tree");
  CHECK(root.rule == "git work tree");
  CHECK_FALSE(fs::exists(root.path));
}

TEST_CASE("a linked work tree resolves to its main one") {
  Folder folder;
  folder.make("main/.git/worktrees/feature");
  folder.write("main/.git/worktrees/feature/commondir", "../..\n");
  folder.write("feature/.git", "gitdir: " + (folder.path() / "main/.git/worktrees/feature").string() + "\n");
  CHECK(resolve_root(query_from(folder.make("feature/src"), {})).path == folder.path() / "main/.context-tree");
}

TEST_CASE("a submodule is a work tree of its own") {
  Folder folder;
  folder.make("main/.git/modules/part");
  folder.write("main/part/.git", "gitdir: ../.git/modules/part\n");
  CHECK(resolve_root(query_from(folder.path() / "main/part", {})).path == folder.path() / "main/part/.context-tree");
}

TEST_CASE("an existing .brv/context-tree is opened in place where there is no .context-tree") {
  Folder folder;
  folder.make("repo/.git");
  folder.make("repo/.brv/context-tree");
  CHECK(resolve_root(query_from(folder.path() / "repo", {})).path == folder.path() / "repo/.brv/context-tree");
  folder.make("repo/.context-tree");
  CHECK(resolve_root(query_from(folder.path() / "repo", {})).path == folder.path() / "repo/.context-tree");
}

TEST_CASE("the home folder never counts as a git work tree") {
  Folder folder;
  folder.make("home/.git");
  const auto root =
      resolve_root(query_from(folder.make("home/project"), {{"HOME", (folder.path() / "home").string()}}));
  CHECK(root.path == folder.path() / "home/.local/share/context-tree/global");
}

TEST_CASE("outside git the nearest ancestor that holds a tree is taken") {
  Folder folder;
  folder.make("notes/.context-tree");
  folder.make("notes/inner/.brv/context-tree");
  CHECK(resolve_root(query_from(folder.make("notes/a/b"), {})).path == folder.path() / "notes/.context-tree");
  CHECK(resolve_root(query_from(folder.make("notes/inner/x"), {})).path ==
        folder.path() / "notes/inner/.brv/context-tree");
}

TEST_CASE("a server started in / uses the global tree of the user") {
  const auto in_home = resolve_root(query_from("/", {{"HOME", "/home/someone"}}));
  CHECK(in_home.path == "/home/someone/.local/share/context-tree/global");
  const auto in_xdg = resolve_root(query_from("/", {{"HOME", "/home/someone"}, {"XDG_DATA_HOME", "/data"}}));
  CHECK(in_xdg.path == "/data/context-tree/global");
  // The XDG base directory specification has relative values ignored.
  const auto relative = resolve_root(query_from("/", {{"HOME", "/home/someone"}, {"XDG_DATA_HOME", "data"}}));
  CHECK(relative.path == "/home/someone/.local/share/context-tree/global");
}
