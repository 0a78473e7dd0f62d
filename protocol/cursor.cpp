#include "protocol/cursor.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace protocol {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::size_t kChecksumBytes = 4;

// FNV-1a, 32 bits, over the list's name and the position. Against mistakes, not against malice: a forged cursor
// shows nothing that a list does not show anyway.
std::array<char, kChecksumBytes> checksum(std::string_view list, std::string_view position) {
  std::uint32_t hash = 2166136261U;
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  };
  add(list);
  add({"\0", 1});
  add(position);
  std::array<char, kChecksumBytes> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(hash >> (8 * i) & 0xFFU);
  return bytes;
}

void append_hex(std::string& text, std::string_view bytes) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text.push_back(kDigits[byte >> 4U]);
    text.push_back(kDigits[byte & 0xFU]);
  }
}

}  // namespace

std::string encode_cursor(std::string_view list, std::string_view position) {
  const auto sum = checksum(list, position);
  std::string cursor;
  append_hex(cursor, {sum.data(), sum.size()});
  append_hex(cursor, position);
  return cursor;
}

std::optional<std::string> decode_cursor(std::string_view list, std::string_view cursor) {
  if (cursor.size() % 2 != 0 || cursor.size() < 2 * kChecksumBytes) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < cursor.size(); i += 2) {
    const auto high = kDigits.find(cursor[i]);
    const auto low = kDigits.find(cursor[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    bytes.push_back(static_cast<char>(high << 4U | low));
  }
  std::string position = bytes.substr(kChecksumBytes);
  const auto sum = checksum(list, position);
  if (std::string_view(bytes).substr(0, kChecksumBytes) != std::string_view(sum.data(), sum.size())) return {};
  return position;
}

}  // namespace protocol
