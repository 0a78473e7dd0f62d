// Which methods are there, in which era, and what do they answer? One row a method; a new one is a row, a handler
// and an alternative of Answer. Handlers know one model and no revision (mcp_types.h).
//
// The table is constant. Handlers run on any thread and may throw only what a tool or a provider throws.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "protocol/mcp_types.h"
#include "protocol/message.h"

namespace protocol {

struct Request {
  std::string method;
  std::shared_ptr<const JsonIn> params;  // an object
};

struct Method {
  std::string_view name;
  bool legacy;
  bool modern;
  bool before_handshake;  // legacy: served although `initialize` has not been called
  bool at_once;           // quick: answered by the thread that reads
  bool opens_session;     // settles the revision of what follows, so it stands alone
  bool (*offered)(const Registry&);
  Result<Answer> (*answer)(const Request&, const Registry&, CallContext&);
};

// nullptr: the era does not know the method, or the registry has nothing for it.
const Method* find_method(std::string_view name, Era era, const Registry& registry);

}  // namespace protocol
