// Where does the tree live? First rule that fits wins (design: tree.md §1); nothing is created here.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace memory {

struct ResolvedRoot {
  std::filesystem::path path;  // absolute, lexically normal
  std::string rule;            // the sentence that `status` prints
};

struct RootQuery {
  std::optional<std::string> option;        // --root DIR
  std::filesystem::path working_directory;  // absolute
  std::function<std::optional<std::string>(const std::string&)>
      environment;  // a variable's value; unset and empty are absent
};

ResolvedRoot resolve_root(const RootQuery& query);

}  // namespace memory
