// How is a trusted connection to an endpoint opened? TLS 1.2 or newer with a certificate that a known authority
// has signed for exactly this host, or plain TCP where the URL says http. There is no way to turn the check off.
//
// httplib's own client is not used for this: its time limits hold for single steps, so that a server which
// drips bytes can hold a call for ever; they leave the name look-up out; and nothing bounds the head of a reply,
// whose status line httplib matches with a recursive regular expression (64 KB of it overflow the stack).
//
// Used by one thread at a time. Writing to a connection that the other side has closed raises SIGPIPE, which
// the program must ignore.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "llm/error.h"
#include "llm/model.h"
#include "llm/url.h"

namespace llm {

class Connection {
 public:
  virtual ~Connection() = default;
  virtual Result<std::size_t> read(char* bytes, std::size_t size) = 0;  // 0: ended in order
  virtual Result<std::size_t> write(const char* bytes, std::size_t size) = 0;
};

// `ca_file`: PEM of the authorities to trust; empty: the system's. `limits` hold for the connection's life.
Result<std::unique_ptr<Connection>> open_connection(const Url& url, const std::string& ca_file, const Limits& limits);

}  // namespace llm
