// How does a client learn how far a call is? Through notifications that only ever increase, at most ten a second,
// and never after the reply (protocol.md §3).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/connection.h"
#include "protocol/revision.h"

namespace protocol {

using Progress = std::function<void(double progress, std::optional<double> total, const std::string& message)>;

// The function a running call gets; does nothing without a token. It may be called from any thread.
Progress make_progress(Reply reply, std::optional<std::string> token, const Revision& revision);

}  // namespace protocol
