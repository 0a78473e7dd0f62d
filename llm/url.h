// What does an endpoint's URL say? The part of RFC 3986 that an API base URL needs; what could hide a secret or
// a second meaning (user names, queries, fragments) is refused.
//
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include "llm/error.h"

namespace llm {

struct Url {
  bool secure = true;  // https
  std::string host;    // lower case, without the brackets of an IPv6 address
  int port = 443;
  std::string path;  // "/v1": begins with a slash, ends without one; empty: none
};

// The error's `message` says what is wrong with it; `field` and `value` are the caller's to fill in.
Result<Url> parse_url(std::string_view text);

bool is_address(const std::string& host);                                // an IPv4 or IPv6 address rather than a name
bool is_loopback(const std::string& host);                               // localhost, 127.0.0.0/8, ::1
bool is_below_domain(const std::string& host, std::string_view domain);  // the domain itself or a name in it

// As a Host header and messages show it: brackets around an IPv6 address, the port where it is not the usual one.
std::string authority(const Url& url);

}  // namespace llm
