// How is a file of the program's own written that grows at its end? The system calls behind FileSystem::open_log.
// Thread-safe as far as its holder is: see LogFile.
#pragma once

#include <memory>
#include <string>

#include "memory/store/root_folder.h"

namespace memory {

Result<std::unique_ptr<LogFile>> open_log_file(const RootFolder& root, const std::string& file);

}  // namespace memory
