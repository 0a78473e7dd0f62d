// Errors of the protocol as values: a JSON-RPC code and a message for the wire.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace protocol {

enum class ErrorCode {
  kParse = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternal = -32603,
  kNotFound = -32002,            // resource not found; -32602 on the wire of 2026-07-28 (shape per revision)
  kUnsupportedVersion = -32022,  // 2026-07-28
  kBusy = -32000,                // the queue is full; try again
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message = {};
  std::string data = {};  // JSON text of the error's `data` member; empty: none
};

template <class T = void>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
  Result(Error error) : tl::expected<T, Error>(tl::unexpect, std::move(error)) {}  // NOLINT: implicit on purpose
};

}  // namespace protocol
