#include "server/stdout_guard.h"

#include <fcntl.h>
#include <unistd.h>

namespace server {

int take_stdout() {
  constexpr int kFirstFree = 3;
  for (int descriptor = 0; descriptor < kFirstFree; ++descriptor) {
    // The lowest free number is the one just found closed. O_RDWR, so that it serves as input and output.
    if (fcntl(descriptor, F_GETFD) == -1 && open("/dev/null", O_RDWR) != descriptor) return -1;
  }
  const int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kFirstFree);
  if (output == -1 || dup2(STDERR_FILENO, STDOUT_FILENO) == -1) return -1;
  return output;
}

}  // namespace server
