// Which entry does an operation mean by its path and title, or where would a new one stand? (design: tree.md §2,
// §4 "Which entry"). Pure functions of a state.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"
#include "memory/store/tree_state.h"

namespace memory {

// A folder that has to be made. `title` is set where the name does not say it ("C++" → "c").
struct NewFolder {
  std::string path;
  std::string title;
};

// A folder as given, made out in the tree.
struct FolderPlace {
  std::string path;
  std::vector<NewFolder> missing;  // outermost first; empty: it exists
};

struct Target {
  EntryPtr entry;  // the one that is meant; else the rest says where a new one would stand
  FolderPlace folder;
  std::string component;
  std::string title;

  std::string path() const {
    if (entry) return entry->path;
    return folder.path.empty() ? component : folder.path + "/" + component;
  }
};

// The names of the arguments, for messages: "path" and "title", or "target_path" and "target_title".
struct TargetFields {
  const char* path = "path";
  const char* title = "title";
};

// kInvalidArgument, kRefusedPath, kAmbiguous. Depth is not looked at: see check_depth.
Result<Target> locate(const TreeState& state, const std::optional<std::string>& path,
                      const std::optional<std::string>& title, const TargetFields& fields);

// The folder that a path names, by its name or its recorded title; missing ones get a name of their own.
Result<FolderPlace> locate_folder(const TreeState& state, const std::vector<std::string>& components,
                                  const char* field);

// A new entry stands in domain/topic or domain/topic/subtopic.
Result<> check_depth(const Target& target, const char* field);

// The title that a folder's context.md records, else the folder's name.
std::string folder_title(const TreeState& state, std::string_view folder);

// Why a title alone is not enough, with the entries of that name; kAmbiguous where there are several.
Error path_missing(const TreeState& state, const std::optional<std::string>& title, const TargetFields& fields,
                   const std::string& wanted);

// What a message about a missing entry offers: entries of that name first, then the closest paths.
Error not_found(const TreeState& state, const std::optional<std::string>& path, const std::optional<std::string>& title,
                const TargetFields& fields);

// The folder's name on disk, which may be spelled in another normal form than its path.
std::string folder_on_disk(const TreeState& state, const std::string& folder);

bool is_given(const std::optional<std::string>& text);  // present and not blank

}  // namespace memory
