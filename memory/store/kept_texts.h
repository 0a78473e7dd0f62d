// Where does a text go that a change meant for a file, when somebody else had changed that file meanwhile? The file
// stays as it is; the text is kept below ".state/recovered/<change>/" until a person removes it, and `status` lists
// it. Call under the writer lock only; listing may be done by anybody.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"
#include "memory/store/file_system.h"
#include "memory/store/tree_state.h"

namespace memory {

inline constexpr const char* kKeptFolder = ".state/recovered";

// Durable when it returns; the same text under the same name again changes nothing. `change` is a plain name.
Result<> keep_text(FileSystem& files, const std::string& change, const std::string& file, std::string_view bytes);

// One problem a kept text.
std::vector<Problem> kept_texts(FileSystem& files);

}  // namespace memory
