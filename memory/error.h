// What can go wrong in the memory, as values. A Result is either a value or an Error; nothing throws across
// a library's boundary. Only tools/error_text turns an Error into words for an agent.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace memory {

enum class ErrorCode {
  kInvalidArgument,  // a field's value cannot be used; `field` and `value` say which
  kNotFound,         // the named entry or folder does not exist; `candidates` holds the nearest paths
  kAlreadyExists,    // an entry, or what is none, stands where a new one would
  kAmbiguous,        // several entries fit; `candidates` lists them
  kConflict,         // expected_hash no longer matches, or a file changed under a write
  kRefusedPath,      // absolute, "..", backslash, NUL, link: never opened
  kTooLarge,         // beyond a limit, which `message` names with its figure
  kUnparsable,       // frontmatter that cannot be read; `message` holds the line
  kReadOnly,         // the server or the tree is read-only
  kBusy,             // another process holds the writer lock; try again
  kIo,               // the system refused; `message` holds its reason
};

struct Error {
  ErrorCode code = ErrorCode::kInvalidArgument;
  std::string message;                       // what happened, one sentence without a final full stop
  std::string field = {};                    // the argument at fault, where there is one ("path")
  std::string value = {};                    // its value as given
  std::vector<std::string> candidates = {};  // nearest or ambiguous paths, best first
};

template <class T = void>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
  Result(Error error) : tl::expected<T, Error>(tl::unexpect, std::move(error)) {}  // NOLINT: implicit on purpose
};

}  // namespace memory
