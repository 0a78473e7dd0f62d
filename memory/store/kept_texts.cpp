#include "memory/store/kept_texts.h"

#include <array>
#include <string>

#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMostListed = 200;
constexpr int kDeepest = 40;  // folders

Result<> make_folders(FileSystem& files, const std::string& folder) {
  auto made = files.make_folder(folder);
  if (!made && made.error().code == ErrorCode::kNotFound) {
    if (auto above = make_folders(files, std::string(parent_path(folder))); !above) return above;
    made = files.make_folder(folder);
  }
  return made || made.error().code == ErrorCode::kAlreadyExists ? Result<>() : made;
}

// Of folders that were removed meanwhile, nothing is told.
void list_below(FileSystem& files, const std::string& folder, int depth, std::vector<std::string>& found) {
  const auto items = files.list(folder);
  if (!items || depth > kDeepest) return;
  for (const FolderItem& item : *items) {
    if (found.size() >= kMostListed) return;
    const std::string name = folder + "/" + item.name;
    if (item.kind == FileKind::kFolder) {
      list_below(files, name, depth + 1, found);
    } else if (depth > 0 && !is_staged_name(item.name)) {
      found.push_back(name);
    }
  }
}

}  // namespace

Result<> keep_text(FileSystem& files, const std::string& change, const std::string& file, std::string_view bytes) {
  const std::string name = std::string(kKeptFolder) + "/" + change + "/" + file;
  if (const auto there = files.read(name, bytes.size()); there && *there == bytes) return {};
  const std::string folder(parent_path(name));
  if (auto made = make_folders(files, folder); !made) return made;
  const auto staged = files.stage(name, bytes);
  if (!staged) return staged.error();
  auto done = files.sync_file(*staged);
  static_cast<void>(files.remove(name));  // torn by a power loss
  if (done) done = files.move_new(*staged, name);
  if (!done) static_cast<void>(files.remove(*staged));
  for (std::string_view above = folder; done && above != parent_path(kKeptFolder); above = parent_path(above)) {
    done = files.sync_folder(std::string(above));
  }
  if (done) done = files.sync_folder(std::string(parent_path(kKeptFolder)));
  return done;
}

std::vector<Problem> kept_texts(FileSystem& files) {
  std::vector<std::string> found;
  list_below(files, kKeptFolder, 0, found);
  std::vector<Problem> problems;
  for (const std::string& name : found) {
    const std::size_t change = name.find('/', std::char_traits<char>::length(kKeptFolder) + 1);
    problems.push_back({to_nfc(name.substr(change + 1)),
                        "a change that was interrupted found this file edited by somebody else, and left it alone",
                        "what it meant to write is " + name + ": take over what is missing, then delete that file"});
  }
  return problems;
}

}  // namespace memory
