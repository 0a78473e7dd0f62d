// How are large derived files kept, which many processes may map at once? A new one is written beside the old
// one and takes its name; nobody ever writes into one that has the name (see FileSystem). Thread-safe.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "memory/store/root_folder.h"

namespace memory {

Result<> replace_derived_file(const RootFolder& root, const std::string& file,
                              std::span<const std::string_view> pieces);

Result<std::shared_ptr<FileView>> map_file(const RootFolder& root, const std::string& file);

}  // namespace memory
