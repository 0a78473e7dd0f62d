// The file system of the machine, below one root folder. See file_system.h.
#pragma once

#include <memory>
#include <string>

#include "memory/store/file_system.h"

namespace memory {

// `root` is an absolute path; it need not exist.
std::unique_ptr<FileSystem> make_posix_file_system(std::string root);

}  // namespace memory
