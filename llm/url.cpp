#include "llm/url.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace llm {
namespace {

constexpr std::size_t kMaxUrlBytes = 2048;
constexpr std::size_t kMaxHostBytes = 253;  // RFC 1035 §2.3.4, as text
constexpr int kHttpPort = 80;
constexpr int kHttpsPort = 443;

Error refused(std::string message) { return {ErrorCode::kConfiguration, std::move(message)}; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lower(std::string_view text) {
  std::string made(text);
  std::ranges::transform(made, made.begin(), [](char c) { return lower(c); });
  return made;
}

bool is_alphanumeric(char c) { return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9'); }

bool is_host_name(std::string_view host) {
  return !host.empty() && host.size() <= kMaxHostBytes && host.front() != '.' && host.front() != '-' &&
         std::ranges::all_of(host, [](char c) { return is_alphanumeric(c) || c == '.' || c == '-' || c == '_'; });
}

constexpr std::string_view kPathMarks = "/-._~%!$&'()*+,;=:@";  // RFC 3986 §3.3

bool is_path_character(char c) { return is_alphanumeric(c) || kPathMarks.find(c) != std::string_view::npos; }

bool is_ipv6(const std::string& host) {
  in6_addr address{};
  return inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

std::optional<in_addr> ipv4(const std::string& host) {
  in_addr address{};
  if (inet_pton(AF_INET, host.c_str(), &address) != 1) return std::nullopt;
  return address;
}

// "host", "host:port", "[::1]" or "[::1]:port", into `url`.
Result<> read_authority(std::string_view text, Url& url) {
  std::string_view host = text.substr(0, text.find(':'));
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return refused("the bracket of the IPv6 address is not closed");
    host = text.substr(1, end - 1);
    if (!is_ipv6(std::string(host))) return refused("the brackets hold no IPv6 address");
    text.remove_prefix(end + 1);
  } else {
    if (!is_host_name(host))
      return refused("the host is not a name or address in ASCII letters, digits, dots and hyphens");
    text.remove_prefix(host.size());
  }
  url.host = lower(host);
  if (text.empty()) return {};
  const auto [end, failed] = std::from_chars(text.data() + 1, text.data() + text.size(), url.port);
  const bool whole = text.front() == ':' && failed == std::errc() && end == text.data() + text.size();
  constexpr int kMaxPort = 65535;
  if (!whole || url.port < 1 || url.port > kMaxPort) return refused("the port is not a number from 1 to 65535");
  return {};
}

}  // namespace

Result<Url> parse_url(std::string_view text) {
  if (text.size() > kMaxUrlBytes) return refused("it is longer than 2,048 characters");
  const std::size_t scheme_end = text.find("://");
  const std::string scheme = lower(text.substr(0, scheme_end));
  if (scheme_end == std::string_view::npos || (scheme != "http" && scheme != "https")) {
    return refused("it does not start with https:// or http://");
  }
  Url url{.secure = scheme == "https", .host = {}, .port = scheme == "https" ? kHttpsPort : kHttpPort, .path = {}};
  text.remove_prefix(scheme_end + 3);
  if (text.find_first_of("?#") != std::string_view::npos) return refused("it holds a query or a fragment");
  const std::size_t path_start = std::min(text.find('/'), text.size());
  if (text.substr(0, path_start).find('@') != std::string_view::npos) return refused("it holds a user name");
  if (auto read = read_authority(text.substr(0, path_start), url); !read) return read.error();
  url.path = text.substr(path_start);
  if (!std::ranges::all_of(url.path, is_path_character)) {
    return refused("its path holds a character that must be percent-encoded");
  }
  while (url.path.ends_with('/')) url.path.pop_back();
  return url;
}

bool is_address(const std::string& host) { return is_ipv6(host) || ipv4(host).has_value(); }

bool is_loopback(const std::string& host) {
  constexpr std::uint32_t kLoopbackByte = 127;
  constexpr int kFirstByte = 24;
  if (const auto address = ipv4(host)) return ntohl(address->s_addr) >> kFirstByte == kLoopbackByte;
  in6_addr address{};
  if (inet_pton(AF_INET6, host.c_str(), &address) == 1) return IN6_IS_ADDR_LOOPBACK(&address) != 0;
  return host == "localhost";
}

bool is_below_domain(const std::string& host, std::string_view domain) {
  return host == domain ||
         (host.size() > domain.size() && host.ends_with(domain) && host[host.size() - domain.size() - 1] == '.');
}

std::string authority(const Url& url) {
  const std::string host = is_ipv6(url.host) ? "[" + url.host + "]" : url.host;
  const bool usual = url.port == (url.secure ? kHttpsPort : kHttpPort);
  return usual ? host : host + ":" + std::to_string(url.port);
}

}  // namespace llm
