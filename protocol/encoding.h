// How does an answer look in a revision? The one place where results are shaped: members a revision does not know
// are left out, what it demands of every result is added.
//
// Pure functions; any thread.
#pragma once

#include <string>

#include "protocol/mcp_types.h"

namespace protocol {

// JSON text of a result.
std::string encode_result(const Answer& answer, const Revision& revision, const Registry& registry);

// JSON text of the parameters of notifications/progress.
std::string encode_progress(const std::string& token, double progress, std::optional<double> total,
                            const std::string& message, const Revision& revision);

}  // namespace protocol
