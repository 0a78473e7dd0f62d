// When does the model try again, how long does it pause, and when does it give up? On a clock that only passes
// while it pauses.
#include "tests/llm/asking.h"
#include "tests/llm/https_server.h"
#include "tests/llm/raw_server.h"

using llm::ErrorCode;
using llm::HttpModel;
using tests::FakeTime;
using tests::HttpsServer;
using tests::milliseconds;
using tests::openai_reply;
using tests::question;
using tests::reply_with;
using tests::seconds;

namespace {

using Pauses = std::vector<milliseconds>;

tests::Handler failing(int status, const std::string& retry_after = "") {
  httplib::Headers headers;
  if (!retry_after.empty()) headers.emplace("Retry-After", retry_after);
  return reply_with(status, R"({"error": {"message": "try later"}})", "application/json", headers);
}

llm::Result<std::string> ask(const llm::Endpoint& endpoint, FakeTime& time, milliseconds left = seconds(60)) {
  return HttpModel(endpoint, {.time = time.time()}).complete(question(), time.within(left));
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a server error that passes costs one pause") {
  HttpsServer server({failing(500), reply_with(200, openai_reply("yes"))});
  FakeTime time;
  CHECK(ask(server.endpoint(), time).value() == "yes");
  CHECK(time.pauses() == Pauses{milliseconds(500)});
}

TEST_CASE("every passing status is tried four times, with pauses that double, and then told") {
  for (const int status : {429, 500, 502, 503, 504, 529}) {
    HttpsServer server({failing(status)});
    FakeTime time;
    const auto answer = ask(server.endpoint(), time);
    REQUIRE_FALSE(answer.has_value());
    CHECK(answer.error().code == ErrorCode::kOverloaded);
    CHECK(holds(answer.error().message, std::to_string(status)));
    CHECK(holds(answer.error().message, "try later"));
    CHECK(server.requests().size() == 4);
    CHECK(time.pauses() == Pauses{milliseconds(500), milliseconds(1000), milliseconds(2000)});
  }
}

TEST_CASE("the pause that a server asks for is kept") {
  HttpsServer server({failing(429, "7"), failing(503, "0"), reply_with(200, openai_reply("yes"))});
  FakeTime time;
  CHECK(ask(server.endpoint(), time).value() == "yes");
  CHECK(time.pauses() == Pauses{seconds(7), seconds(1)});
}

TEST_CASE("a pause that would outlast the call is not begun") {
  HttpsServer server({failing(429, "30")});
  FakeTime time;
  const auto answer = ask(server.endpoint(), time, seconds(20));
  REQUIRE_FALSE(answer.has_value());
  CHECK(answer.error().code == ErrorCode::kOverloaded);
  CHECK(holds(answer.error().message, "no time is left"));
  CHECK(time.pauses().empty());
}

TEST_CASE("the endpoint's own time limit holds where the caller is more patient") {
  HttpsServer server({failing(503)});
  llm::Endpoint endpoint = server.endpoint();
  endpoint.timeout = milliseconds(1000);
  FakeTime time;
  CHECK(ask(endpoint, time, seconds(600)).error().code == ErrorCode::kOverloaded);
  CHECK(time.pauses() == Pauses{milliseconds(500)});
}

TEST_CASE("a connection that breaks is tried again") {
  tests::RawServer server([](tests::Conversation& client, int connection) {
    if (!client.accept_tls() || !client.read_request() || connection < 2) return;
    const std::string body = openai_reply("yes");
    client.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                 "\r\n\r\n" + body);
    client.wait_for_the_end();
  });
  FakeTime time;
  const auto answer = ask(server.endpoint(), time);
  REQUIRE_MESSAGE(answer.has_value(), answer.error().message);
  CHECK(*answer == "yes");
  CHECK(time.pauses() == Pauses{milliseconds(500), milliseconds(1000)});
}

TEST_CASE("a request to stop ends the pause and the call") {
  HttpsServer server({failing(503, "30")});
  std::stop_source stop;
  HttpModel model(server.endpoint());
  std::jthread stopper([&] {
    while (server.requests().empty()) std::this_thread::yield();
    stop.request_stop();
  });
  const auto start = llm::Clock::now();
  CHECK(model.complete(question(), tests::within(seconds(60), stop.get_token())).error().code == ErrorCode::kStopped);
  CHECK(llm::Clock::now() - start < seconds(10));
}
