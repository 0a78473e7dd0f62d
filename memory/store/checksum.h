// A fast 64-bit checksum (XXH3), the same on every machine of one byte order. Pure functions, and a value that
// one thread feeds.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace memory {

std::uint64_t checksum_of(std::string_view bytes);

// Of bytes that come in pieces.
class Checksum {
 public:
  Checksum();
  ~Checksum();
  Checksum(const Checksum&) = delete;
  Checksum& operator=(const Checksum&) = delete;

  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace memory
