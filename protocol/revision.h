// Which revision of the protocol does a message speak, and what does that revision know? One table; a new
// revision is one more row of it, plus a flag where it knows something new. protocol.md §1.
//
// Constant data and pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/error.h"
#include "protocol/message.h"
#include "protocol/registry.h"

namespace protocol {

enum class Era {
  kLegacy,  // `initialize` settles revision and client once
  kModern,  // every request says in its `_meta` what it speaks
};

struct Revision {
  std::string_view name;
  Era era;
  bool batches = false;
  bool tool_annotations = false;
  bool progress_messages = false;
  bool titles = false;              // of tools, resources, templates and implementations
  bool structured_content = false;  // and outputSchema
  bool last_modified = false;       // among a resource's annotations
  bool resource_size = false;
  bool completions = false;  // as a capability; the method itself has always been there
  ErrorCode not_found = ErrorCode::kNotFound;
};

// The revisions of an era, newest first.
const std::vector<const Revision*>& revisions_of(Era era);

// `initialize`: the revision that was asked for where it is a legacy one, the newest legacy one otherwise.
const Revision& negotiate(std::string_view requested);

// What a request says about itself, or what the handshake said for it.
struct Terms {
  Era era = Era::kLegacy;
  const Revision* revision = nullptr;  // nullptr: legacy without a handshake yet
  Implementation client = {};
  bool samples = false;                            // the client offers its model
  std::optional<std::string> progress_token = {};  // JSON text
};

// Era and terms of one request; `handshake` holds what `initialize` settled on this connection, if it did.
Result<Terms> terms_of(const Message& request, const Terms& handshake);

// The client as `initialize` or `_meta` name it.
Implementation read_implementation(const JsonIn& params, std::string_view member);

// Whether the capabilities that `initialize` holds offer sampling.
bool offers_sampling(const JsonIn& params, std::string_view member);

// An error as the revision codes it.
Error error_for(const Revision* revision, Error error);

}  // namespace protocol
