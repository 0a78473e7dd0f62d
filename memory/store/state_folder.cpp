#include "memory/store/state_folder.h"

#include <algorithm>
#include <cstdio>
#include <random>

#include "memory/store/journal.h"

namespace memory {
namespace {

constexpr std::size_t kMaxBytes = 4096;
constexpr const char* kFormatFile = ".state/format";
constexpr const char* kIgnoreFile = ".state/.gitignore";
constexpr const char* kIgnoreAll = "*\n";
constexpr const char* kMachineFile = ".state/machine";
constexpr std::string_view kFormat = "context-tree 1";

std::string first_line(std::string text) {
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  return text;
}

// A small file that appears whole or not at all; one that is there is left alone.
Result<> write_once(FileSystem& files, const std::string& file, std::string_view bytes) {
  if (files.stat(file)) return {};
  const auto staged = files.stage(file, bytes);
  if (!staged) return staged.error();
  auto done = files.sync_file(*staged);
  if (done) done = files.move_new(*staged, file);
  if (!done) static_cast<void>(files.remove(*staged));
  return done || done.error().code == ErrorCode::kAlreadyExists ? Result<>() : done;
}

std::string random_id() {
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", static_cast<unsigned>(std::random_device{}()));
  return digits;
}

bool is_id(std::string_view text) {
  return text.size() == 8 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A newer program was killed amid a change that this one cannot finish.
std::optional<std::string> unknown_journal(FileSystem& files) {
  const auto begin = files.read_from(kJournalFile, 0, kMaxBytes);
  const auto newer = begin ? read_journal(*begin).newer : std::nullopt;
  if (!newer) return std::nullopt;
  return "it holds unfinished changes of another version, \"" + *newer + "\"";
}

}  // namespace

std::optional<std::string> unknown_format(FileSystem& files) {
  const auto text = files.read(kFormatFile, kMaxBytes);
  if (!text && text.error().code == ErrorCode::kNotFound) return unknown_journal(files);
  if (!text) return "its format version cannot be read (" + text.error().message + ")";
  const std::string version = first_line(*text);
  if (version == kFormat) return unknown_journal(files);
  return "its format is \"" + version.substr(0, 40) + "\", this program writes \"" + std::string(kFormat) + "\"";
}

Result<> make_state_folder(FileSystem& files) {
  const auto made = files.make_folder(kStateFolder);
  if (made) return write_once(files, kIgnoreFile, kIgnoreAll);
  return made.error().code == ErrorCode::kAlreadyExists ? Result<>() : made;
}

Result<std::string> fill_state_folder(FileSystem& files) {
  if (!files.stat(kFormatFile)) {
    // The format file is written last: where it stands, the rest was written once and is a person's to change.
    for (const auto& [file, bytes] : {std::pair{kIgnoreFile, kIgnoreAll},
                                      std::pair{".gitattributes", "context.md merge=union\n.log/** merge=union\n"}}) {
      if (auto written = write_once(files, file, bytes); !written) return written.error();
    }
    if (auto written = write_once(files, kFormatFile, std::string(kFormat) + "\n"); !written) return written.error();
  }
  const std::string known = first_line(files.read(kMachineFile, kMaxBytes).value_or(""));
  if (is_id(known)) return known;
  const std::string id = random_id();
  static_cast<void>(files.remove(kMachineFile));
  if (auto written = write_once(files, kMachineFile, id + "\n"); !written) return written.error();
  return id;
}

}  // namespace memory
