// What does a line of the client say? Decoding tells requests, notifications, responses and mistakes apart,
// without knowing any method; encoding puts an id and a body together again. JSON-RPC 2.0, and protocol.md §2
// where that leaves a choice.
//
// A message is a value that any thread may read; decode() may run on any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/error.h"

namespace protocol {

struct JsonIn;  // a value read from the wire (json.h, for sources only)

// Kept as JSON text, so that "1" and 1 differ and a number goes back as it came.
struct Id {
  std::string json;
  bool operator==(const Id&) const = default;
};

struct Message {
  enum class Kind { kRequest, kNotification, kResponse, kInvalid };
  Kind kind = Kind::kInvalid;
  std::optional<Id> id = {};  // always of a request, where usable of an invalid message
  std::string method = {};
  std::shared_ptr<const JsonIn> params = {};  // of requests and notifications: an object, empty where left out
  std::shared_ptr<const JsonIn> result = {};  // of a response that is no error
  Error error = {};                           // of an invalid message: the answer to it; of a response: its error
  std::size_t bytes = 0;                      // of the line that is kept in memory for it
};

struct Decoded {
  std::vector<Message> messages;
  bool is_array = false;  // a batch, where the revision has batches
};

inline constexpr std::size_t kMaxBatch = 100;  // messages; more are refused as one

Decoded decode(std::string_view line);

// A member that names a request ("requestId" of a cancellation); nothing where it is no usable id.
std::optional<Id> id_member(const JsonIn& object, const std::string& name);

// `result` and `params` are JSON text.
std::string result_line(const Id& id, std::string_view result);
std::string error_line(const std::optional<Id>& id, const Error& error);
std::string request_line(const Id& id, std::string_view method, std::string_view params);
std::string notification_line(std::string_view method, std::string_view params);

}  // namespace protocol
