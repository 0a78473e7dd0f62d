#include "tools/entry_uri.h"

namespace tools {
namespace {

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

std::optional<unsigned> hex_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

}  // namespace

std::string entry_uri(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string uri(kUriPrefix);
  for (const char c : path) {
    if (is_unreserved(c) || c == '/') {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += kHex[byte >> 4U];
    uri += kHex[byte & 0x0FU];
  }
  return path.empty() ? uri : uri + ".md";
}

std::optional<std::string> path_of_uri(std::string_view uri) {
  if (uri.substr(0, kUriPrefix.size()) != kUriPrefix) return std::nullopt;
  uri.remove_prefix(kUriPrefix.size());
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      path += uri[i];
      continue;
    }
    if (i + 2 >= uri.size()) return std::nullopt;
    const auto high = hex_value(uri[i + 1]);
    const auto low = hex_value(uri[i + 2]);
    if (!high || !low) return std::nullopt;
    const auto decoded = static_cast<char>(*high * 16 + *low);
    // An encoded separator would name another path than the one it shows.
    if (decoded == '/' || decoded == '\\' || decoded == '\0') return std::nullopt;
    path += decoded;
    i += 2;
  }
  return path;
}

std::string path_of_reference(const std::string& reference) {
  if (reference.rfind(kUriPrefix, 0) != 0) return reference;
  return path_of_uri(reference).value_or(reference);
}

}  // namespace tools
