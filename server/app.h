// The composition root: memory, tools and protocol put together for one client on stdin and stdout.
#pragma once

#include "server/options.h"

namespace server {

// Serves until the client goes; returns the exit code. `output`: where protocol lines go.
int serve(const Options& options, int output);

}  // namespace server
