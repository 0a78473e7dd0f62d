#include "memory/tree/sha256.h"

#include <openssl/evp.h>

#include <array>

namespace memory {
namespace {

constexpr std::size_t kDigestBytes = 32;

// Looked up once: each of OpenSSL's one-line calls looks it up again under a lock, which takes as long as hashing
// two kilobytes.
const EVP_MD* method() {
  static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return found != nullptr ? found : EVP_sha256();
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, kDigestBytes> digest{};
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, method(), nullptr);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(digest.size() * 2);
  for (const unsigned char byte : digest) {
    hex.push_back(kDigits[byte >> 4U]);
    hex.push_back(kDigits[byte & 0x0FU]);
  }
  return hex;
}

}  // namespace memory
