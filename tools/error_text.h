// How does an error read to an agent? Always: what is wrong, with which field and value, and what to do next.
#pragma once

#include <string>

#include "memory/error.h"

namespace tools {

// One to three sentences: the message, the field and its value, the remedy, candidates.
std::string error_text(const memory::Error& error);

}  // namespace tools
