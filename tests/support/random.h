// A small repeatable random source for property tests.
#pragma once

#include <cstdint>
#include <random>

namespace tests {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(engine_() % limit); }
  bool one_in(std::uint32_t chances) { return below(chances) == 0; }

 private:
  std::mt19937 engine_;
};

}  // namespace tests
