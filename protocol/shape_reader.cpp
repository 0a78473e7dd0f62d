#include "protocol/shape_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "protocol/json.h"
#include "protocol/scalar_text.h"
#include "protocol/shape_expectation.h"

namespace protocol {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShownBytes = 60;  // of a wrong value

// Where in the arguments a value stands; made on the stack, spelled out only for a message.
struct Path {
  const Path* parent = nullptr;
  std::string_view name = {};
  std::optional<std::size_t> index = {};

  std::string text() const {
    if (index) return (parent != nullptr ? parent->text() : "") + "[" + std::to_string(*index) + "]";
    const std::string before = parent != nullptr ? parent->text() : "";
    return before.empty() ? std::string(name) : before + "." + std::string(name);
  }
};

bool absent(const Json& value) {
  return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty());
}

std::string shown(const Json& value) {
  if (value.is_string()) return json_string(shortened(value.get_ref<const std::string&>(), kShownBytes));
  if (value.is_array()) return "a list of " + std::to_string(value.size());
  if (value.is_object()) return "an object";
  return value.dump();
}

bool declares(const Shape& record, std::string_view key) {
  return std::ranges::any_of(*record.fields(), [&](const Field& field) { return field.name_ == key; });
}

bool knows(const Shape& record, std::string_view key) {
  return std::ranges::any_of(*record.fields(), [&](const Field& field) {
    return field.name_ == key || std::ranges::find(field.synonyms_, key) != field.synonyms_.end();
  });
}

// A field's value: under its name, else under the first synonym that is no other field's name.
Json::const_iterator find_value(const Json& object, const Shape& record, const Field& field) {
  auto found = object.find(field.name_);
  if (found != object.end() && !absent(*found)) return found;
  for (const std::string& synonym : field.synonyms_) {
    found = object.find(synonym);
    if (found != object.end() && !absent(*found) && !declares(record, synonym)) return found;
  }
  return object.end();
}

std::optional<Json> parse_text(std::string_view text, char opening) {
  text = trimmed(text);
  if (text.empty() || text.front() != opening) return std::nullopt;
  ParsedJson parsed = parse_json(text);
  if (parsed.error) return std::nullopt;
  return std::move(parsed.value);
}

class Reader {
 public:
  explicit Reader(ReadReport& report) : report_(report) {}

  void read_record(const Json& object, const Shape& record, const Path& path, void* address,
                   const Field* gather = nullptr) {
    std::vector<std::string_view> used;
    bool gathered = false;
    for (const Field& field : *record.fields()) {
      const auto found = find_value(object, record, field);
      if (found != object.end()) {
        used.emplace_back(found.key());
        read(*found, field, *field.shape_, Path{&path, found.key()}, field.address_(address));
      } else if (&field == gather && gather_element(object, record, field, path, field.address_(address))) {
        gathered = true;
      } else if (field.required_) {
        problem("`" + Path{&path, field.name_}.text() + "` is missing; give " + expectation(field, *field.shape_) +
                (field.description_.empty() ? "." : ": " + field.description_));
      }
    }
    if (gathered) return;  // the others were taken, or ignored, there
    for (const auto& [key, value] : object.items()) {
      if (!absent(value) && std::ranges::find(used, key) == used.end()) ignore(Path{&path, key});
    }
  }

 private:
  void read(const Json& value, const Field& field, const Shape& given, const Path& path, void* address) {
    if (given.optional) address = given.emplace(address);
    const Shape& shape = value_shape(given);
    bool understood = false;
    switch (shape.kind) {
      case Kind::kString:
        understood = read_string(value, field, *static_cast<std::string*>(address));
        break;
      case Kind::kInteger:
        understood = read_integer(value, field, *static_cast<std::int64_t*>(address));
        break;
      case Kind::kNumber:
        understood = read_number(value, field, *static_cast<double*>(address));
        break;
      case Kind::kBoolean:
        understood = read_boolean(value, *static_cast<bool*>(address));
        break;
      case Kind::kList:
        understood = read_list(value, field, shape, path, address);
        break;
      case Kind::kRecord:
        understood = read_record_value(value, field, shape, path, address);
        break;
    }
    if (!understood) {
      problem("`" + path.text() + "` is " + shown(value) + "; it must be " + expectation(field, given) + ".");
    }
  }

  static bool read_string(const Json& value, const Field& field, std::string& target) {
    if (!value.is_string()) return false;
    const auto& text = value.get_ref<const std::string&>();
    target = text;
    if (field.choices_.empty()) return true;
    const auto choice = std::ranges::find_if(
        field.choices_, [&](const std::string& allowed) { return equal_without_case(allowed, trimmed(text)); });
    if (choice == field.choices_.end()) return false;
    target = *choice;
    return true;
  }

  static bool read_integer(const Json& value, const Field& field, std::int64_t& target) {
    std::optional<std::int64_t> number;
    if (value.is_string()) {
      number = to_integer(value.get_ref<const std::string&>());
    } else if (value.is_number_unsigned()) {
      if (value.get<std::uint64_t>() <= INT64_MAX) number = value.get<std::int64_t>();
    } else if (value.is_number_integer()) {
      number = value.get<std::int64_t>();
    } else if (value.is_number_float()) {
      number = to_integer(value.get<double>());
    }
    if (!number || *number < field.minimum_.value_or(INT64_MIN) || *number > field.maximum_.value_or(INT64_MAX)) {
      return false;
    }
    target = *number;
    return true;
  }

  static bool read_number(const Json& value, const Field& field, double& target) {
    std::optional<double> number;
    if (value.is_string()) number = to_number(value.get_ref<const std::string&>());
    if (value.is_number()) number = value.get<double>();
    if (!number || (field.minimum_ && *number < static_cast<double>(*field.minimum_)) ||
        (field.maximum_ && *number > static_cast<double>(*field.maximum_))) {
      return false;
    }
    target = *number;
    return true;
  }

  static bool read_boolean(const Json& value, bool& target) {
    std::optional<bool> flag;
    if (value.is_boolean()) flag = value.get<bool>();
    if (value.is_string()) flag = to_boolean(value.get_ref<const std::string&>());
    if (value.is_number_integer()) {
      const auto number = value.get<std::int64_t>();
      if (number == 0 || number == 1) flag = number == 1;
    }
    target = flag.value_or(target);
    return flag.has_value();
  }

  bool read_list(const Json& value, const Field& field, const Shape& list, const Path& path, void* address) {
    const Shape& element = value_shape(*list.element);
    if (value.is_array()) return read_elements(value, field, list, path, address);
    if (value.is_string()) return read_list_text(value, field, list, path, address);
    if (value.is_object() ? element.kind != Kind::kRecord
                          : element.kind == Kind::kString || element.kind == Kind::kRecord) {
      return false;
    }
    read(value, field, *list.element, path, list.append(address));
    return true;
  }

  bool read_list_text(const Json& value, const Field& field, const Shape& list, const Path& path, void* address) {
    const auto& text = value.get_ref<const std::string&>();
    const Kind kind = value_shape(*list.element).kind;
    if (const auto parsed = parse_text(text, '[')) {
      // Where one string may stand for a list, code like `[1, 2]` is that string.
      const bool verbatim = kind == Kind::kString && field.one_or_many_ && !all_strings(*parsed);
      if (!verbatim) return read_elements(*parsed, field, list, path, address);
    }
    if (kind == Kind::kRecord && field.text_field_.empty() && !parse_text(text, '{')) return false;
    if (kind != Kind::kRecord && !field.one_or_many_) {
      return read_elements(Json(split_list(text, kMaxElements + 1)), field, list, path, address);
    }
    read(value, field, *list.element, path, list.append(address));
    return true;
  }

  static bool all_strings(const Json& list) {
    return std::ranges::all_of(list, [](const Json& element) { return element.is_string(); });
  }

  bool read_elements(const Json& values, const Field& field, const Shape& list, const Path& path, void* address) {
    if (values.size() > kMaxElements) {
      problem("`" + path.text() + "` has more than " + std::to_string(kMaxElements) + " elements; give fewer.");
      return true;
    }
    for (std::size_t i = 0; i < values.size() && report_.problems.size() < kMaxProblems; ++i) {
      if (absent(values[i])) continue;
      void* element = list.append(address);
      const std::size_t problems = report_.problems.size();
      read(values[i], field, *list.element, Path{&path, {}, i}, element);
      if (!field.problem_field_.empty()) keep_problems(problems, field, *list.element, element);
    }
    return true;
  }

  // Moves the problems from the `first` on into the element that they are about.
  void keep_problems(std::size_t first, const Field& field, const Shape& record, void* element) {
    if (report_.problems.size() == first) return;
    std::string text;
    for (std::size_t i = first; i < report_.problems.size(); ++i) {
      text.append(text.empty() ? "" : " ").append(report_.problems[i]);
    }
    report_.problems.resize(first);
    const auto& fields = *record.fields();
    const auto kept = std::ranges::find(fields, field.problem_field_, &Field::name_);
    *static_cast<std::string*>(kept->shape_->emplace(kept->address_(element))) = std::move(text);
  }

  bool read_record_value(const Json& value, const Field& field, const Shape& record, const Path& path, void* address) {
    if (value.is_object()) {
      read_record(value, record, path, address);
      return true;
    }
    if (!value.is_string()) return false;
    const auto parsed = parse_text(value.get_ref<const std::string&>(), '{');
    const bool is_record = parsed && (field.text_field_.empty() || has_known_member(*parsed, record));
    if (!is_record && field.text_field_.empty()) return false;
    read_record(is_record ? *parsed : Json{{field.text_field_, value}}, record, path, address);
    return true;
  }

  static bool has_known_member(const Json& object, const Shape& record) {
    return std::ranges::any_of(object.items(), [&](const auto& item) { return knows(record, item.key()); });
  }

  // The arguments that are not the record's own become the one element of the list at `address`.
  bool gather_element(const Json& object, const Shape& record, const Field& field, const Path& path, void* address) {
    const Shape& element = value_shape(*value_shape(*field.shape_).element);
    Json gathered = Json::object();
    for (const auto& [key, value] : object.items()) {
      if (!knows(record, key)) gathered[key] = value;
    }
    if (!has_known_member(gathered, element)) return false;
    if (field.shape_->optional) address = field.shape_->emplace(address);
    read_record(gathered, element, path, value_shape(*field.shape_).append(address));
    return true;
  }

  void problem(std::string text) {
    if (report_.problems.size() < kMaxProblems) report_.problems.push_back(std::move(text));
  }

  void ignore(const Path& path) {
    ++report_.ignored_count;
    if (report_.ignored.size() < kMaxProblems) report_.ignored.push_back(shortened(path.text(), kShownBytes));
  }

  ReadReport& report_;
};

}  // namespace

std::string ReadReport::problem_text() const {
  std::string text;
  for (const std::string& problem : problems) text.append(text.empty() ? "" : "\n").append(problem);
  return text;
}

std::string ReadReport::ignored_note() const {
  if (ignored_count == 0) return "";
  std::string names;
  for (const std::string& path : ignored) names.append(names.empty() ? "`" : ", `").append(path).append("`");
  if (ignored_count > ignored.size()) names += " and " + std::to_string(ignored_count - ignored.size()) + " more";
  return "Ignored, as no such argument exists or it is given twice: " + names + ".";
}

ReadReport read_arguments(JsonView arguments, const Shape& record, std::string_view gather_into, void* address) {
  ReadReport report;
  const auto& fields = *record.fields();
  const auto gather = std::ranges::find(fields, gather_into, &Field::name_);
  Reader(report).read_record(arguments.value, record, Path{}, address,
                             gather_into.empty() || gather == fields.end() ? nullptr : &*gather);
  return report;
}

}  // namespace protocol
