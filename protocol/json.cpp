#include "protocol/json.h"

#include <charconv>
#include <cmath>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace protocol {
namespace {

using Json = nlohmann::json;

// Builds the document from the parser's events, which is where nesting and number of values can be bounded and
// where a number's own text is still known.
class DocumentBuilder final : public nlohmann::json_sax<Json> {
 public:
  explicit DocumentBuilder(ParsedJson& parsed) : parsed_(parsed) {}

  bool null() override { return add(nullptr) != nullptr; }
  bool boolean(bool value) override { return add(value) != nullptr; }
  bool number_integer(number_integer_t value) override { return add(value) != nullptr; }
  bool number_unsigned(number_unsigned_t value) override { return add(value) != nullptr; }
  bool number_float(number_float_t value, const string_t& text) override {
    if (names_a_message() && std::trunc(value) == value) parsed_.id_numbers[message_index()] = text;
    return add(value) != nullptr;
  }
  bool string(string_t& value) override { return add(std::move(value)) != nullptr; }
  bool binary(binary_t& /*value*/) override { return false; }  // no such thing in JSON text

  bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& /*error*/) override {
    parsed_.error = Error{ErrorCode::kParse, "The line is not JSON in UTF-8: it breaks at byte " +
                                                 std::to_string(position) + ". Send one message a line."};
    return false;
  }

 private:
  Json* add(Json value) {
    if (++values_ > kMaxValues) return refuse("more than " + std::to_string(kMaxValues) + " values");
    if (open_.empty()) return &(parsed_.value = std::move(value));
    Json& parent = *open_.back();
    if (parent.is_array()) return &parent.emplace_back(std::move(value));
    return &(parent[key_] = std::move(value));
  }

  bool open(Json container) {
    if (open_.size() == kMaxNesting) return refuse("nested deeper than " + std::to_string(kMaxNesting)) != nullptr;
    Json* added = add(std::move(container));
    if (added != nullptr) open_.push_back(added);
    return added != nullptr;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  Json* refuse(const std::string& what) {
    parsed_.error = Error{ErrorCode::kInvalidRequest, "The message is too large to be taken: " + what + "."};
    return nullptr;
  }

  bool in_batch() const { return parsed_.value.is_array(); }
  bool names_a_message() const { return open_.size() == (in_batch() ? 2U : 1U) && key_ == "id"; }
  std::size_t message_index() const { return in_batch() ? parsed_.value.size() - 1 : 0; }

  ParsedJson& parsed_;
  std::vector<Json*> open_;  // stable: a container grows only while it is the last one open
  std::string key_;
  std::size_t values_ = 0;
};

// The UTF-16 unit of an escape \uXXXX at `at`; nothing where none stands.
std::optional<unsigned> escaped_unit(std::string_view text, std::size_t at) {
  constexpr std::size_t kLength = 6;
  if (at + kLength > text.size() || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
  unsigned unit = 0;
  const auto digits = std::from_chars(text.data() + at + 2, text.data() + at + kLength, unit, 16);
  if (digits.ec != std::errc() || digits.ptr != text.data() + at + kLength) return std::nullopt;
  return unit;
}

bool is_high_surrogate(unsigned unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(unsigned unit) { return unit >= 0xDC00 && unit < 0xE000; }

// The grammar of JSON allows an escaped surrogate without its partner (RFC 8259 §8.2), and clients send one where
// they cut a string inside an emoji; it becomes U+FFFD, so that the request is answered under its id. Nothing:
// there is none.
std::optional<std::string> without_lone_surrogates(std::string_view text) {
  std::string mended;
  std::size_t copied = 0;
  for (std::size_t at = text.find('\\'); at < text.size(); at = text.find('\\', at)) {
    const auto unit = escaped_unit(text, at);
    if (!unit) {
      at += 2;
      continue;
    }
    constexpr std::size_t kEscape = 6;
    const auto next = escaped_unit(text, at + kEscape);
    if (is_high_surrogate(*unit) && next && is_low_surrogate(*next)) {
      at += 2 * kEscape;
      continue;
    }
    if (is_high_surrogate(*unit) || is_low_surrogate(*unit)) {
      mended.append(text.substr(copied, at - copied)).append("\\ufffd");
      copied = at + kEscape;
    }
    at += kEscape;
  }
  if (copied == 0) return std::nullopt;
  return mended.append(text.substr(copied));
}

}  // namespace

ParsedJson parse_json(std::string_view text) {
  ParsedJson parsed;
  // The parser takes a NUL byte for the end of the text, so it has to be looked for.
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
    parsed.error = Error{ErrorCode::kParse, "The line is not JSON: byte " + std::to_string(nul + 1) + " is NUL."};
    return parsed;
  }
  try {
    const std::optional<std::string> mended = without_lone_surrogates(text);
    if (mended) text = *mended;
    DocumentBuilder builder(parsed);
    if (!Json::sax_parse(text.begin(), text.end(), &builder) && !parsed.error) {
      parsed.error = Error{ErrorCode::kParse, "The line is not JSON."};
    }
  } catch (const std::exception&) {
    parsed.error = Error{ErrorCode::kInternal, "There is not enough memory to read the message."};
  }
  return parsed;
}

std::string dump(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string json_string(std::string_view text) { return dump(nlohmann::ordered_json(text)); }

}  // namespace protocol
