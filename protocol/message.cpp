#include "protocol/message.h"

#include <exception>
#include <utility>

#include "protocol/json.h"

namespace protocol {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxIdBytes = 1UL << 20;  // an id comes back in every reply, which has a bound of its own

Message invalid(std::optional<Id> id, ErrorCode code, std::string text) {
  Message message;
  message.id = std::move(id);
  message.error = Error{code, std::move(text)};
  return message;
}

// `number`: the id's own text where it is a number beyond 64-bit integers.
std::optional<Id> usable_id(const Json& object, const std::string* number, const std::string& name = "id") {
  const auto found = object.find(name);
  if (found == object.end()) return std::nullopt;
  if (found->is_number_float() && number != nullptr) return Id{*number};
  if (found->is_number_integer()) return Id{found->dump()};
  if (!found->is_string() || found->get_ref<const std::string&>().size() > kMaxIdBytes) return std::nullopt;
  return Id{json_string(found->get_ref<const std::string&>())};
}

Error response_error(const Json& error) {
  const auto text = error.is_object() ? error.find("message") : error.end();
  const bool told = error.is_object() && text != error.end() && text->is_string();
  return {ErrorCode::kInternal, told ? text->get<std::string>() : "no reason given"};
}

Message decode_object(Json& object, const std::string* id_number) {
  if (!object.is_object()) return invalid({}, ErrorCode::kInvalidRequest, "A message is a JSON object.");
  if (!object.contains("method") && (object.contains("result") || object.contains("error"))) {
    Message response;
    response.kind = Message::Kind::kResponse;
    response.id = usable_id(object, id_number);
    if (const auto result = object.find("result"); result != object.end()) {
      response.result = std::make_shared<const JsonIn>(JsonIn{std::move(*result)});
    } else {
      response.error = response_error(object["error"]);
    }
    return response;
  }
  std::optional<Id> id = usable_id(object, id_number);
  const bool has_id = object.contains("id");
  if (has_id && !id) return invalid({}, ErrorCode::kInvalidRequest, "`id` must be a string or an integer.");

  const auto version = object.find("jsonrpc");
  if (version == object.end() || *version != "2.0") {
    return invalid(std::move(id), ErrorCode::kInvalidRequest, "`jsonrpc` must be \"2.0\".");
  }
  const auto method = object.find("method");
  if (method == object.end() || !method->is_string()) {
    return invalid(std::move(id), ErrorCode::kInvalidRequest, "`method` must be a string.");
  }

  Message message;
  message.kind = has_id ? Message::Kind::kRequest : Message::Kind::kNotification;
  message.id = std::move(id);
  message.method = std::move(method->get_ref<std::string&>());
  const auto params = object.find("params");
  const bool given = params != object.end() && params->is_object();
  if (has_id && params != object.end() && !given) {
    return invalid(std::move(message.id), ErrorCode::kInvalidParams, "`params` must be an object.");
  }
  message.params = std::make_shared<const JsonIn>(JsonIn{given ? std::move(*params) : Json::object()});
  return message;
}

const std::string* number_of(const ParsedJson& parsed, std::size_t index) {
  const auto found = parsed.id_numbers.find(index);
  return found == parsed.id_numbers.end() ? nullptr : &found->second;
}

// JSON beyond a bound is answered under its id where that was read before the bound was met.
Message refused(const ParsedJson& parsed) {
  std::optional<Id> id;
  if (parsed.error->code != ErrorCode::kParse && parsed.value.is_object()) {
    id = usable_id(parsed.value, number_of(parsed, 0));
  }
  return invalid(std::move(id), parsed.error->code, parsed.error->message);
}

Decoded decode_line(std::string_view line) {
  Decoded decoded;
  ParsedJson parsed = parse_json(line);
  if (parsed.error) {
    decoded.messages.push_back(refused(parsed));
  } else if (!parsed.value.is_array()) {
    decoded.messages.push_back(decode_object(parsed.value, number_of(parsed, 0)));
  } else if (parsed.value.empty() || parsed.value.size() > kMaxBatch) {
    decoded.messages.push_back(
        invalid({}, ErrorCode::kInvalidRequest, "A batch has 1 to " + std::to_string(kMaxBatch) + " messages."));
  } else {
    decoded.is_array = true;
    for (std::size_t i = 0; i < parsed.value.size(); ++i) {
      decoded.messages.push_back(decode_object(parsed.value[i], number_of(parsed, i)));
    }
  }
  return decoded;
}

}  // namespace

Decoded decode(std::string_view line) {
  Decoded decoded;
  try {
    decoded = decode_line(line);
  } catch (const std::exception&) {
    decoded.messages.push_back(invalid({}, ErrorCode::kInternal, "There is not enough memory for the message."));
  }
  for (Message& message : decoded.messages) message.bytes = line.size() / decoded.messages.size();
  return decoded;
}

std::optional<Id> id_member(const JsonIn& object, const std::string& name) {
  return usable_id(object.value, nullptr, name);
}

std::string result_line(const Id& id, std::string_view result) {
  std::string line = R"({"jsonrpc":"2.0","id":)";
  line.append(id.json).append(R"(,"result":)").append(result).append("}");
  return line;
}

std::string error_line(const std::optional<Id>& id, const Error& error) {
  std::string line = R"({"jsonrpc":"2.0",)";
  if (id) line.append("\"id\":").append(id->json).append(",");
  line.append(R"("error":{"code":)").append(std::to_string(static_cast<int>(error.code)));
  line.append(R"(,"message":)").append(json_string(error.message));
  if (!error.data.empty()) line.append(R"(,"data":)").append(error.data);
  return line.append("}}");
}

std::string request_line(const Id& id, std::string_view method, std::string_view params) {
  std::string line = R"({"jsonrpc":"2.0","id":)";
  line.append(id.json).append(R"(,"method":)").append(json_string(method));
  return line.append(R"(,"params":)").append(params).append("}");
}

std::string notification_line(std::string_view method, std::string_view params) {
  std::string line = R"({"jsonrpc":"2.0","method":)";
  line.append(json_string(method)).append(R"(,"params":)").append(params).append("}");
  return line;
}

}  // namespace protocol
