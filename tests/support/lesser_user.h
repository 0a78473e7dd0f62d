// While it lives, this process has no more rights than any user: tests of permissions mean something for root too.
#pragma once

#include <unistd.h>

#include <cstdlib>

namespace tests {

class LesserUser {
 public:
  LesserUser() : was_root_(::geteuid() == 0) { was_root_ = was_root_ && ::seteuid(kNobody) == 0; }
  ~LesserUser() {
    if (was_root_ && ::seteuid(0) != 0) std::abort();
  }
  LesserUser(const LesserUser&) = delete;
  LesserUser& operator=(const LesserUser&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;
  bool was_root_;
};

}  // namespace tests
