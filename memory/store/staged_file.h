// How do bytes get beside a file, and from there into its place? The system calls behind FileSystem::stage,
// move_new and exchange, with the ways round for file systems that have no renameat2. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "memory/store/root_folder.h"

namespace memory {

Result<> write_all(int descriptor, std::string_view bytes, std::string_view name);
Result<std::string> stage_file(const RootFolder& root, const std::string& file, std::string_view bytes);
Result<> rename_new(const RootFolder& root, const std::string& from, const std::string& to);
Result<std::string> rename_aside(const RootFolder& root, const std::string& file);
Result<> exchange_files(const RootFolder& root, const std::string& staged, const std::string& file);

}  // namespace memory
