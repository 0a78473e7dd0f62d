#include "protocol/request_state.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/random.h>

#include <charconv>
#include <stdexcept>
#include <utility>

namespace protocol {
namespace {

constexpr std::size_t kMacDigits = 64;  // SHA-256 in hexadecimal
constexpr std::string_view kDigits = "0123456789abcdef";

// Lengths in front, so that no two pairs of texts read the same.
std::string joined(std::string_view request, std::string_view text) {
  return std::to_string(request.size()) + ":" + std::string(request) + std::string(text);
}

}  // namespace

// From the system itself: OpenSSL's generator would cost the start of every process some milliseconds.
RequestStates::RequestStates(std::function<Clock::time_point()> now) : now_(std::move(now)) {
  if (getrandom(secret_.data(), secret_.size(), 0) != static_cast<ssize_t>(secret_.size())) {
    throw std::runtime_error("the system gives no random bytes");
  }
}

std::string RequestStates::fingerprint(std::string_view text) const {
  std::array<unsigned char, EVP_MAX_MD_SIZE> mac{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), mac.data(), &size);  // NOLINT: bytes
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) {
    hex.push_back(kDigits[mac[i] >> 4U]);
    hex.push_back(kDigits[mac[i] & 0xFU]);
  }
  return hex;
}

// "<mac> <seconds until which it counts> <text>"
std::string RequestStates::seal(std::string_view request, std::string_view text) const {
  const auto until = std::chrono::floor<std::chrono::seconds>(now_().time_since_epoch() + kLifetime).count();
  const std::string signed_part = std::to_string(until) + " " + std::string(text);
  return fingerprint(joined(request, signed_part)) + " " + signed_part;
}

std::optional<std::string> RequestStates::open(std::string_view request, std::string_view state) const {
  if (state.size() <= kMacDigits || state[kMacDigits] != ' ') return std::nullopt;
  const std::string_view signed_part = state.substr(kMacDigits + 1);
  const std::string mac = fingerprint(joined(request, signed_part));
  if (CRYPTO_memcmp(mac.data(), state.data(), kMacDigits) != 0) return std::nullopt;
  std::int64_t until = 0;
  const auto [end, failed] = std::from_chars(signed_part.data(), signed_part.data() + signed_part.size(), until);
  if (failed != std::errc() || now_().time_since_epoch() >= std::chrono::seconds(until)) return std::nullopt;
  return std::string(signed_part.substr(static_cast<std::size_t>(end - signed_part.data()) + 1));
}

}  // namespace protocol
