// SHA-256 in hexadecimal, the hash of entries. The one place that includes OpenSSL.
#pragma once

#include <string>
#include <string_view>

namespace memory {

std::string sha256_hex(std::string_view bytes);  // 64 lower-case hex digits

}  // namespace memory
