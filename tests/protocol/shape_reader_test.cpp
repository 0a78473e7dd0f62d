#include "protocol/shape_reader.h"

#include <doctest/doctest.h>

#include "protocol/json.h"
#include "tests/protocol/records.h"

using Json = nlohmann::json;
using records::Call;
using records::Scalars;

namespace {

template <class T>
struct Reading {
  T record;
  protocol::ReadReport report;
};

template <class T>
Reading<T> read(const std::string& json, std::string_view gather_into = "") {
  Reading<T> reading;
  const Json arguments = Json::parse(json);
  reading.report = protocol::read_arguments({arguments}, protocol::shape_of<T>(), gather_into, &reading.record);
  return reading;
}

// The record of arguments that are right.
template <class T>
T good(const std::string& json, std::string_view gather_into = "") {
  const Reading<T> reading = read<T>(json, gather_into);
  INFO(reading.report.problem_text());
  INFO(reading.report.ignored_note());
  CHECK(reading.report.ok());
  CHECK(reading.report.ignored_count == 0);
  return reading.record;
}

template <class T>
std::string problem(const std::string& json, std::string_view gather_into = "") {
  const Reading<T> reading = read<T>(json, gather_into);
  CHECK_FALSE(reading.report.ok());
  return reading.report.problem_text();
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("what is absent, null or an empty string leaves the default") {
  const Scalars record = good<Scalars>(R"({"text":"","whole":null,"maybe":"","words":"","choice":null,"flag":""})");
  CHECK(record.text == "default");
  CHECK(record.whole == 10);
  CHECK_FALSE(record.maybe.has_value());
  CHECK(record.words.empty());
  CHECK(record.choice == "both");
}

TEST_CASE("numbers in strings are numbers") {
  const Scalars record = good<Scalars>(R"({"whole":"5","number":" 0.25 ","maybe":"-3","numbers":["1","2.0"]})");
  CHECK(record.whole == 5);
  CHECK(record.number == 0.25);
  CHECK(record.maybe == -3);
  CHECK(record.numbers == std::vector<std::int64_t>{1, 2});
}

TEST_CASE("a whole number may be written with a point, a fraction is refused") {
  CHECK(good<Scalars>(R"({"whole":5.0})").whole == 5);
  CHECK(good<Scalars>(R"({"whole":"5.0"})").whole == 5);
  CHECK(problem<Scalars>(R"({"whole":5.5})") == "`whole` is 5.5; it must be a whole number from 1 to 100.");
  CHECK(problem<Scalars>(R"({"whole":"5.5"})") == "`whole` is \"5.5\"; it must be a whole number from 1 to 100.");
}

TEST_CASE("numbers out of their range are refused with the range") {
  CHECK(problem<Scalars>(R"({"whole":500})") == "`whole` is 500; it must be a whole number from 1 to 100.");
  CHECK(problem<Scalars>(R"({"whole":0})").find("from 1 to 100") != std::string::npos);
  CHECK(problem<Scalars>(R"({"whole":-1})").find("from 1 to 100") != std::string::npos);
  CHECK(problem<Scalars>(R"({"number":1.5})") == "`number` is 1.5; it must be a number from 0 to 1.");
  CHECK(problem<Scalars>(R"({"numbers":[1,10]})") == "`numbers[1]` is 10; it must be a whole number from 0 to 9.");
  CHECK(good<Scalars>(R"({"whole":1})").whole == 1);
  CHECK(good<Scalars>(R"({"whole":100})").whole == 100);
}

TEST_CASE("numbers beyond 64 bits, infinities and words are no numbers") {
  for (const char* value : {"18446744073709551615", "1e300", "\"1e999\"", "\"nan\"", "\"inf\"", "\"0x10\"",
                            "\"5 apples\"", "\"--5\"", "\"+-5\"", "\"five\"", "true", "[5]", "{}"}) {
    CAPTURE(value);
    CHECK_FALSE(read<Scalars>(R"({"maybe":)" + std::string(value) + "}").report.ok());
  }
  CHECK(good<Scalars>(R"({"maybe":9223372036854775807})").maybe == INT64_MAX);
  CHECK(good<Scalars>(R"({"maybe":"-9223372036854775808"})").maybe == INT64_MIN);
}

TEST_CASE("booleans are taken as words and as 0 and 1") {
  for (const char* value : {"true", "\"true\"", "\"TRUE\"", "\" True \"", "1", "\"1\""}) {
    CAPTURE(value);
    CHECK(good<Scalars>(R"({"flag":)" + std::string(value) + "}").flag);
  }
  Scalars on;
  on.flag = true;
  const Json off = Json::parse(R"({"flag":"false"})");
  CHECK(protocol::read_arguments({off}, protocol::shape_of<Scalars>(), "", &on).ok());
  CHECK_FALSE(on.flag);
  CHECK(problem<Scalars>(R"({"flag":"maybe"})") == "`flag` is \"maybe\"; it must be true or false.");
  CHECK(problem<Scalars>(R"({"flag":2})").find("true or false") != std::string::npos);
}

TEST_CASE("a number is no text") {
  CHECK(problem<Scalars>(R"({"text":42})") == "`text` is 42; it must be a string.");
  CHECK(problem<Scalars>(R"({"text":true})") == "`text` is true; it must be a string.");
  CHECK(problem<Scalars>(R"({"text":["x"]})") == "`text` is a list of 1; it must be a string.");
  CHECK(problem<Scalars>(R"({"text":{"x":1}})") == "`text` is an object; it must be a string.");
}

TEST_CASE("choices are compared without case and kept as declared") {
  CHECK(good<Scalars>(R"({"choice":"IN"})").choice == "in");
  CHECK(good<Scalars>(R"({"choice":" Out "})").choice == "out");
  CHECK(good<Scalars>(R"({"kinds":"FACT, Code"})").kinds == std::vector<std::string>{"fact", "code"});
  CHECK(problem<Scalars>(R"({"choice":"sideways"})") == "`choice` is \"sideways\"; it must be one of in, out, both.");
  CHECK(problem<Scalars>(R"({"kinds":["fact","song"]})") == "`kinds[1]` is \"song\"; it must be one of fact, code.");
}

TEST_CASE("lists come as lists, JSON text, comma strings or one element") {
  const std::vector<std::string> ab = {"a", "b"};
  for (const char* value : {R"(["a","b"])", R"("[\"a\",\"b\"]")", R"("a, b")", R"("a,b,")", R"("[a, b]")",
                            R"("\"a\", 'b'")", R"(["a",null,"","b"])", R"(" [\"a\", \"b\"] ")"}) {
    CAPTURE(value);
    CHECK(good<Scalars>(R"({"words":)" + std::string(value) + "}").words == ab);
  }
  CHECK(good<Scalars>(R"({"words":"single"})").words == std::vector<std::string>{"single"});
  CHECK(good<Scalars>(R"({"numbers":"1, 2,3"})").numbers == std::vector<std::int64_t>{1, 2, 3});
  CHECK(good<Scalars>(R"({"numbers":7})").numbers == std::vector<std::int64_t>{7});
  CHECK(good<Scalars>(R"({"shares":"[0.5, 1]"})").shares == std::vector<double>{0.5, 1});
  CHECK(good<Scalars>(R"({"words":"[]"})").words.empty());
  CHECK(good<Scalars>(R"({"words":" , ,"})").words.empty());
}

TEST_CASE("a list of strings takes no numbers and no records") {
  CHECK(problem<Scalars>(R"({"words":42})") == "`words` is 42; it must be a list of strings.");
  CHECK(problem<Scalars>(R"({"words":{"a":1}})") == "`words` is an object; it must be a list of strings.");
  CHECK(problem<Scalars>(R"({"words":["a",{"b":1}]})") == "`words[1]` is an object; it must be a string.");
}

TEST_CASE("a list has an end") {
  const std::string list = repeated("\"a\",", 10'000) + "\"a\"";
  CHECK(problem<Scalars>(R"({"words":[)" + list + "]}") == "`words` has more than 10000 elements; give fewer.");
  CHECK(problem<Scalars>(R"({"words":")" + repeated("a,", 10'001) + "\"}") ==
        "`words` has more than 10000 elements; give fewer.");
}

TEST_CASE("synonyms are taken silently, the name itself first") {
  CHECK(good<Scalars>(R"({"limit":3})").whole == 3);
  CHECK(good<Scalars>(R"({"per_page":"4"})").whole == 4);
  CHECK(good<Scalars>(R"({"whole":null,"per_page":4})").whole == 4);
  const auto both = read<Scalars>(R"({"whole":1,"limit":2})");
  CHECK(both.record.whole == 1);
  CHECK(both.report.ignored == std::vector<std::string>{"limit"});
}

TEST_CASE("the name of a field is never taken for another field's synonym") {
  // `type` is listed as a synonym of `path`, but is a field itself.
  CHECK(problem<records::Operation>(R"({"type":"ADD"})") == "`path` is missing; give a string: Where.");
}

TEST_CASE("unknown arguments are ignored and named, those without a value are not mentioned") {
  const auto reading = read<Scalars>(R"({"wait":true,"text":"x","since":null,"zeal":"","mode":{"a":1}})");
  CHECK(reading.report.ok());
  CHECK(reading.record.text == "x");
  CHECK(reading.report.ignored_note() == "Ignored, as no such argument exists or it is given twice: `mode`, `wait`.");
}

TEST_CASE("of many unknown arguments only some are named") {
  std::string json = "{";
  for (int i = 0; i < 1000; ++i) json += (i > 0 ? ",\"" : "\"") + std::string(200, 'k') + std::to_string(i) + "\":1";
  const auto reading = read<Scalars>(json + "}");
  CHECK(reading.report.ignored_count == 1000);
  CHECK(reading.report.ignored_note().size() < 600);
  CHECK(reading.report.ignored_note().find("and 995 more") != std::string::npos);
}

TEST_CASE("a missing argument is named with what it is for") {
  CHECK(problem<records::Fact>("{}") == "`statement` is missing; give a string: What holds.");
  CHECK(problem<records::Fact>(R"({"statement":""})").find("`statement` is missing") == 0);
  CHECK(problem<Call>("{}").find("`operations` is missing") == 0);
}

TEST_CASE("a mistake deep inside is named by its full path") {
  const std::string json = R"({"operations":[{"path":"a"},{"path":"b"},{"path":"c","content":{"tags":42}}]})";
  CHECK(problem<Call>(json) == "`operations[2].content.tags` is 42; it must be a list of strings.");
  CHECK(problem<Call>(R"({"operations":[{"content":{"facts":[{"statement":"x"},{"subject":"y"}]},"path":"p"}]})") ==
        "`operations[0].content.facts[1].statement` is missing; give a string: What holds.");
  const auto unknown = read<Call>(R"({"operations":[{"path":"a","content":{"colour":"red"}}]})");
  CHECK(unknown.report.ignored == std::vector<std::string>{"operations[0].content.colour"});
}

TEST_CASE("several mistakes are told together, but not without end") {
  const std::string two = problem<Scalars>(R"({"whole":500,"flag":"maybe"})");
  CHECK(two.find("`whole`") != std::string::npos);
  CHECK(two.find("\n`flag`") != std::string::npos);
  CHECK(read<Scalars>(R"({"numbers":[99)" + repeated(",99", 1000) + "]}").report.problems.size() ==
        protocol::kMaxProblems);
}

TEST_CASE("a long value is shown shortened, cut between characters") {
  const std::string text = problem<Scalars>(R"({"choice":"x)" + repeated("ä", 200) + "\"}");
  CHECK(text.size() < 160);
  CHECK(text.find("…\"; it must be one of") != std::string::npos);
  CHECK(text.find("\xEF\xBF\xBD") == std::string::npos);
}

TEST_CASE("records are taken as JSON text") {
  const Call record = good<Call>(R"({"operations":"[{\"path\":\"a\",\"content\":\"{\\\"body\\\":\\\"x\\\"}\"}]"})");
  REQUIRE(record.operations.size() == 1);
  CHECK(record.operations[0].path == "a");
  REQUIRE(record.operations[0].content.has_value());
  CHECK(record.operations[0].content->body == "x");
}

TEST_CASE("one record given for a list of them is its one element") {
  CHECK(good<Call>(R"({"operations":{"path":"a"}})").operations.size() == 1);
  CHECK(good<Call>(R"({"operations":"{\"path\":\"a\"}"})").operations.at(0).path == "a");
  CHECK(problem<Call>(R"({"operations":"add it"})").find("`operations` is \"add it\"; it must be a list") == 0);
  CHECK(problem<Call>(R"({"operations":5})").find("`operations` is 5; it must be a list") == 0);
}

TEST_CASE("a bare string for a record is the field that the table names") {
  const auto content = [](const std::string& json) {
    return good<Call>(R"({"operations":[{"path":"p","content":)" + json + "}]}").operations.at(0).content.value();
  };
  CHECK(content(R"("# Title, with commas")").body == "# Title, with commas");
  CHECK(content(R"("{not json")").body == "{not json");
  CHECK(content(R"("{\"port\": 8080}")").body == "{\"port\": 8080}");  // JSON, but no content
  CHECK(content(R"("{\"body\": \"b\", \"tags\": \"x\"}")").tags == std::vector<std::string>{"x"});
  CHECK(content(R"({"facts":"Ports, by default, are closed."})").facts.at(0).statement ==
        "Ports, by default, are closed.");
  CHECK(content(R"({"facts":["one","two"]})").facts.size() == 2);
  CHECK(content(R"({"facts":[{"fact":"one"},"two"]})").facts.at(1).statement == "two");
}

TEST_CASE("where one string may stand for a list, code stays whole") {
  const auto snippets = [](const std::string& json) {
    return good<records::Content>(R"({"snippets":)" + json + "}").snippets;
  };
  CHECK(snippets("\"f(a, b)\"") == std::vector<std::string>{"f(a, b)"});
  CHECK(snippets(R"("[1, 2]")") == std::vector<std::string>{"[1, 2]"});
  CHECK(snippets(R"("[a, b]")") == std::vector<std::string>{"[a, b]"});
  CHECK(snippets(R"("[\"a\", \"b\"]")") == std::vector<std::string>{"a", "b"});
  CHECK(snippets(R"j(["f(a, b)", "  indented\n"])j") == std::vector<std::string>{"f(a, b)", "  indented\n"});
}

TEST_CASE("arguments of the element, given without the list, are its one element") {
  const Call record = good<Call>(R"({"path":"a","text":"body","reason":"why","preview":"true"})", "operations");
  REQUIRE(record.operations.size() == 1);
  CHECK(record.operations[0].path == "a");
  CHECK(record.operations[0].content.value().body == "body");
  CHECK(record.reason == "why");
  CHECK(record.dry_run);
}

TEST_CASE("in gathered arguments unknown ones are named as they were given, and mistakes too") {
  const auto reading = read<Call>(R"({"path":"a","colour":"red"})", "operations");
  CHECK(reading.report.ok());
  CHECK(reading.report.ignored == std::vector<std::string>{"colour"});
  CHECK(problem<Call>(R"({"path":"a","content":{"tags":42}})", "operations") ==
        "`content.tags` is 42; it must be a list of strings.");
}

TEST_CASE("nothing is gathered where the list is given, nor from arguments that no element knows") {
  const auto given = read<Call>(R"({"operations":[{"path":"a"}],"text":"stray"})", "operations");
  CHECK(given.record.operations.size() == 1);
  CHECK_FALSE(given.record.operations[0].content.has_value());
  CHECK(given.report.ignored == std::vector<std::string>{"text"});
  CHECK(problem<Call>(R"({"colour":"red"})", "operations").find("`operations` is missing") == 0);
}

namespace {

struct Item {
  std::string name;
  std::int64_t count = 0;
  std::optional<std::string> problem;
};
struct Items {
  std::vector<Item> items;
};

}  // namespace

template <>
struct protocol::Record<Item> {
  static std::vector<Field> fields() {
    return {field<&Item::name>("name", "").required(), field<&Item::count>("count", ""),
            field<&Item::problem>("(problem)", "").hidden()};
  }
};
template <>
struct protocol::Record<Items> {
  static std::vector<Field> fields() {
    return {field<&Items::items>("items", "").required().problems_into("(problem)")};
  }
};

TEST_CASE("an element that cannot be understood keeps its problem to itself where the list says so") {
  const Json arguments = {
      {"items", {{{"name", "a"}}, {{"name", 4}, {"count", "x"}}, "text", {{"name", "b"}, {"count", 2}}}}};
  Items read;
  const protocol::ReadReport report = protocol::read_arguments({arguments}, protocol::shape_of<Items>(), "", &read);
  CHECK(report.ok());
  REQUIRE(read.items.size() == 4);
  CHECK_FALSE(read.items[0].problem.has_value());
  CHECK(read.items[1].problem ==
        "`items[1].name` is 4; it must be a string. `items[1].count` is \"x\"; it must be a whole number.");
  CHECK(read.items[2].problem.value_or("").starts_with("`items[2]` is \"text\""));
  CHECK(read.items[3].count == 2);
  CHECK_FALSE(read.items[3].problem.has_value());
}
