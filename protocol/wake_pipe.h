// How does a thread that polls descriptors learn that something else happened? A pipe to itself.
// Any thread may wake, signal handlers too; one thread polls and drains.
#pragma once

#include <array>

namespace protocol {

class WakePipe {
 public:
  WakePipe();
  ~WakePipe();
  WakePipe(const WakePipe&) = delete;
  WakePipe& operator=(const WakePipe&) = delete;

  void wake() noexcept;  // async-signal-safe
  void drain() noexcept;
  int descriptor() const { return ends_[0]; }  // readable after wake(), until drain()

 private:
  std::array<int, 2> ends_{-1, -1};
};

}  // namespace protocol
