// How does the server remember something with the client and still trust it when it comes back? The text is
// signed together with the request that it belongs to and the time until which it counts, by a secret that this
// process alone has. It is not hidden: what a client may not read does not belong in it.
//
// Thread-safe.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace protocol {

class RequestStates {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kLifetime{10};

  explicit RequestStates(std::function<Clock::time_point()> now = Clock::now);

  // `request` tells apart what the state belongs to; any text.
  std::string seal(std::string_view request, std::string_view text) const;
  // Nothing: not made here, for another request, or too old.
  std::optional<std::string> open(std::string_view request, std::string_view state) const;
  // The same for the same text, unlike for any other; in hexadecimal.
  std::string fingerprint(std::string_view text) const;

 private:
  static constexpr std::size_t kSecretBytes = 32;
  const std::function<Clock::time_point()> now_;
  std::array<unsigned char, kSecretBytes> secret_{};
};

}  // namespace protocol
