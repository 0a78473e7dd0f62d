// What is sent in either dialect, and what becomes of each reply, against a real server over TLS.
#include "llm/http_model.h"

#include "tests/llm/asking.h"
#include "tests/llm/https_server.h"

using llm::Dialect;
using llm::ErrorCode;
using llm::HttpModel;
using nlohmann::json;
using tests::anthropic_reply;
using tests::HttpsServer;
using tests::openai_reply;
using tests::question;
using tests::reply_with;
using tests::within;

namespace {

constexpr std::chrono::seconds kPatience(30);  // never reached

llm::Result<std::string> ask(HttpsServer& server, Dialect dialect = Dialect::kOpenAi) {
  return HttpModel(server.endpoint(dialect)).complete(question(), within(kPatience));
}

// What comes of one reply with status 200.
llm::Result<std::string> answer_to(const std::string& body, Dialect dialect = Dialect::kOpenAi) {
  HttpsServer server({reply_with(200, body)});
  return ask(server, dialect);
}

llm::Error error_of(const std::string& body, Dialect dialect = Dialect::kOpenAi) {
  const auto answer = answer_to(body, dialect);
  REQUIRE_FALSE(answer.has_value());
  return answer.error();
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a chat completion carries model, messages, limits and key, and its text comes back") {
  HttpsServer server({reply_with(200, openai_reply("We use Adyen."))});
  llm::Endpoint endpoint = server.endpoint();
  endpoint.key = {"sk-test", "CONTEXT_TREE_LLM_API_KEY"};
  const auto answer = HttpModel(endpoint).complete(question(), within(kPatience));
  REQUIRE_MESSAGE(answer.has_value(), answer.error().message);
  CHECK(*answer == "We use Adyen.");

  REQUIRE(server.requests().size() == 1);
  const httplib::Request request = server.requests()[0];
  CHECK(request.path == "/v1/chat/completions");
  CHECK(request.get_header_value("Authorization") == "Bearer sk-test");
  CHECK(request.get_header_value("Content-Type") == "application/json");
  CHECK(request.get_header_value("Accept-Encoding") == "identity");
  CHECK(request.get_header_value("Host") == "127.0.0.1:" + std::to_string(server.port()));
  CHECK(json::parse(request.body) == json{{"model", "test-model"},
                                          {"max_tokens", 1024},
                                          {"temperature", 0.3},
                                          {"stream", false},
                                          {"messages",
                                           {{{"role", "system"}, {"content", "Answer from the notes."}},
                                            {{"role", "user"}, {"content", "Which provider do we use?"}}}}});
}

TEST_CASE("an Anthropic message carries the same in its own shape") {
  HttpsServer server({reply_with(200, anthropic_reply({{{"type", "text"}, {"text", "We use Adyen."}}}))});
  llm::Endpoint endpoint = server.endpoint(Dialect::kAnthropic);
  endpoint.key = {"sk-ant", "ANTHROPIC_API_KEY"};
  CHECK(HttpModel(endpoint).complete(question(), within(kPatience)).value() == "We use Adyen.");

  const httplib::Request request = server.requests().at(0);
  CHECK(request.path == "/v1/messages");
  CHECK(request.get_header_value("x-api-key") == "sk-ant");
  CHECK(request.get_header_value("anthropic-version") == "2023-06-01");
  CHECK_FALSE(request.has_header("Authorization"));
  CHECK(json::parse(request.body) ==
        json{{"model", "test-model"},
             {"max_tokens", 1024},
             {"temperature", 0.3},
             {"stream", false},
             {"system", "Answer from the notes."},
             {"messages", {{{"role", "user"}, {"content", "Which provider do we use?"}}}}});
}

TEST_CASE("without a key no header for one is sent, and an empty system text is left out") {
  HttpsServer server({reply_with(200, openai_reply("yes"))});
  CHECK(HttpModel(server.endpoint()).complete({.system = "", .user = "?"}, within(kPatience)));
  const httplib::Request request = server.requests().at(0);
  CHECK_FALSE(request.has_header("Authorization"));
  CHECK_FALSE(request.has_header("x-api-key"));
  CHECK(json::parse(request.body)["messages"].size() == 1);
}

TEST_CASE("text that is not UTF-8 is sent with replacement characters") {
  HttpsServer server({reply_with(200, openai_reply("yes"))});
  CHECK(HttpModel(server.endpoint()).complete({.system = "", .user = "a\xff b"}, within(kPatience)));
  CHECK(json::parse(server.requests().at(0).body)["messages"][0]["content"] == "a\xef\xbf\xbd b");
}

TEST_CASE("a long prompt and a long answer arrive whole") {
  const std::string text(1'000'000, 'x');
  HttpsServer server({reply_with(200, openai_reply(text))});
  CHECK(HttpModel(server.endpoint()).complete({.system = "", .user = text}, within(kPatience)).value() == text);
  CHECK(json::parse(server.requests().at(0).body)["messages"][0]["content"] == text);
}

TEST_CASE("answers in blocks are joined, and blocks that are not text are left out") {
  const json blocks = {{{"type", "thinking"}, {"thinking", "hm"}},
                       {{"type", "text"}, {"text", "We use "}},
                       {{"type", "text"}, {"text", "Adyen."}}};
  CHECK(answer_to(anthropic_reply(blocks), Dialect::kAnthropic).value() == "We use Adyen.");
  CHECK(answer_to(openai_reply(blocks)).value() == "We use Adyen.");
}

TEST_CASE("an answer that the token limit cut off is an error, not half an answer") {
  CHECK(error_of(openai_reply("We use", "length")).code == ErrorCode::kCutOff);
  CHECK(error_of(anthropic_reply({{{"type", "text"}, {"text", "We use"}}}, "max_tokens"), Dialect::kAnthropic).code ==
        ErrorCode::kCutOff);
}

TEST_CASE("a refusal is told with the model's words") {
  json refusal = json::parse(openai_reply(nullptr));
  refusal["choices"][0]["message"]["refusal"] = "I cannot\nhelp with that.";
  CHECK(error_of(refusal.dump()).code == ErrorCode::kDeclined);
  CHECK(holds(error_of(refusal.dump()).message, "I cannot help with that."));
  CHECK(error_of(openai_reply("", "content_filter")).code == ErrorCode::kDeclined);
  CHECK(error_of(anthropic_reply(json::array(), "refusal"), Dialect::kAnthropic).code == ErrorCode::kDeclined);
}

TEST_CASE("an empty answer is an error") {
  for (const json& content : {json(nullptr), json(""), json(" \n"), json::array(), json(5)}) {
    CHECK(error_of(openai_reply(content)).code == ErrorCode::kEmpty);
  }
  CHECK(error_of(anthropic_reply(json::array()), Dialect::kAnthropic).code == ErrorCode::kEmpty);
}

TEST_CASE("a reply that is not what the dialect promises is an error") {
  const std::string whole = openai_reply("We use Adyen.");
  for (const std::string& body :
       {std::string(), std::string("not JSON"), whole.substr(0, whole.size() / 2), std::string("[]"), std::string("{}"),
        std::string("null"), std::string(R"({"choices": []})"), std::string(R"({"choices": [5]})"),
        std::string(R"({"choices": {"a": 1}})"), std::string(R"({"choices": [{"message": "text"}]})"),
        std::string("{\"choices\": \"\xff\"}"), std::string(1'000'000, '['),
        R"({"choices": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}"}) {
    INFO(body.substr(0, 60));
    CHECK(error_of(body).code == ErrorCode::kUnusable);
  }
  CHECK(error_of(whole, Dialect::kAnthropic).code == ErrorCode::kUnusable);
}

TEST_CASE("an error that comes with status 200 is an error all the same") {
  const llm::Error error = error_of(R"({"error": {"message": "model not loaded"}})");
  CHECK(error.code == ErrorCode::kRejected);
  CHECK(holds(error.message, "model not loaded"));
  CHECK(error_of(R"({"error": "no such model"})").code == ErrorCode::kRejected);
  CHECK(answer_to(R"({"error": null, "choices": [{"message": {"content": "yes"}}]})").value() == "yes");
}

TEST_CASE("a page instead of JSON says that the URL may be wrong") {
  HttpsServer server({reply_with(200, "<html>Hello</html>", "text/html")});
  const auto answer = ask(server);
  REQUIRE_FALSE(answer.has_value());
  CHECK(answer.error().code == ErrorCode::kUnusable);
  CHECK(holds(answer.error().message, "text/html"));
  CHECK(holds(answer.error().remedy, "URL"));
}

TEST_CASE("what the endpoint refuses is asked once, and the reason is told") {
  for (const int status : {400, 404, 405, 413, 422}) {
    HttpsServer server({reply_with(status, R"({"error": {"message": "The model `test-model` does not exist"}})")});
    const auto answer = ask(server);
    REQUIRE_FALSE(answer.has_value());
    CHECK(answer.error().code == ErrorCode::kRejected);
    CHECK(holds(answer.error().message, std::to_string(status)));
    CHECK(holds(answer.error().message, "The model `test-model` does not exist"));
    CHECK(server.requests().size() == 1);
  }
}

TEST_CASE("a model that takes no temperature is asked without one, then and later") {
  const auto reply = [](const httplib::Request& request, httplib::Response& response) {
    const bool given = json::parse(request.body).contains("temperature");
    response.status = given ? 400 : 200;
    const char* const refused = R"({"error": {"message": "Unsupported value: 'temperature' does not support 0.3"}})";
    response.set_content(given ? refused : openai_reply("yes"), "application/json");
  };
  HttpsServer server({reply});
  HttpModel model(server.endpoint());
  CHECK(model.complete(question(), within(kPatience)).value() == "yes");
  CHECK(model.complete(question(), within(kPatience)).value() == "yes");
  CHECK(server.requests().size() == 3);

  HttpsServer stubborn({reply_with(400, R"({"error": {"message": "bad temperature"}})")});
  CHECK(ask(stubborn).error().code == ErrorCode::kRejected);
  CHECK(stubborn.requests().size() == 2);
}

TEST_CASE("a refused key is named by its variable; the key itself is never repeated") {
  const std::string quoting = R"({"error": {"message": "Incorrect API key provided: sk-secret, sk-secret"}})";
  for (const int status : {400, 401, 403, 429}) {
    HttpsServer server({reply_with(status, quoting, "application/json", {{"Retry-After", "86400"}})});
    llm::Endpoint endpoint = server.endpoint();
    endpoint.key = {"sk-secret", "CONTEXT_TREE_LLM_API_KEY"};
    const auto answer = HttpModel(endpoint).complete(question(), within(kPatience));
    REQUIRE_FALSE(answer.has_value());
    CHECK_FALSE(holds(answer.error().message + answer.error().remedy + answer.error().value, "secret"));
    if (status == 401) CHECK(holds(answer.error().message, "CONTEXT_TREE_LLM_API_KEY"));
    CHECK(server.requests().size() == 1);
  }
  HttpsServer server({reply_with(401, "{}")});
  CHECK(holds(ask(server).error().remedy, "set CONTEXT_TREE_LLM_API_KEY"));
}

TEST_CASE("a redirect is not followed, as it would carry the key elsewhere") {
  for (const int status : {301, 302, 307, 308}) {
    HttpsServer server({reply_with(status, "", "text/plain", {{"Location", "/elsewhere"}})});
    const auto answer = ask(server);
    REQUIRE_FALSE(answer.has_value());
    CHECK(answer.error().code == ErrorCode::kRejected);
    CHECK(server.requests().size() == 1);
  }
}

TEST_CASE("a long or hostile error text is quoted shortly, on one line and in whole characters") {
  std::string words = "line one\nline two\x1b[31m";
  while (words.size() < 1000) words += "ä";
  HttpsServer server({reply_with(400, json{{"error", {{"message", words}}}}.dump())});
  const std::string message = ask(server).error().message;
  CHECK(message.size() < 300);
  CHECK_FALSE(holds(message, "\n"));
  CHECK_FALSE(holds(message, "\x1b"));
  CHECK_NOTHROW(json(message).dump());  // valid UTF-8
}

TEST_CASE("a reply above 4 MiB is given up") {
  CHECK(error_of(openai_reply(std::string(5UL << 20, 'x'))).code == ErrorCode::kTooLarge);
}

TEST_CASE("one model serves several threads, and turns away what is more than it may have at once") {
  HttpsServer server({reply_with(200, openai_reply("yes"))});
  HttpModel model(server.endpoint(), {.time = llm::real_time(), .max_calls = 3});
  std::atomic<int> answered{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        for (int k = 0; k < 5; ++k) answered += model.complete(question(), within(kPatience)).has_value() ? 1 : 0;
      });
    }
  }
  CHECK(answered == 15);

  HttpModel none(server.endpoint(), {.time = llm::real_time(), .max_calls = 0});
  CHECK(none.complete(question(), within(kPatience)).error().code == ErrorCode::kBusy);
}
