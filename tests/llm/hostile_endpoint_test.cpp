// An endpoint that hangs, drips, floods, breaks off or lies: each call ends in its time with an error that fits.
#include "tests/llm/asking.h"
#include "tests/llm/https_server.h"
#include "tests/llm/raw_server.h"

using llm::ErrorCode;
using llm::HttpModel;
using tests::Conversation;
using tests::milliseconds;
using tests::question;
using tests::RawServer;
using tests::seconds;
using tests::within;

namespace {

constexpr milliseconds kLimit(300);
constexpr milliseconds kTenTimes(3000);

const std::string kHead = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

// Asks a server of that script, with retries on a clock of its own so that they cost no time.
llm::Error failure(RawServer::Script script, milliseconds limit = seconds(20)) {
  RawServer server(std::move(script));
  tests::FakeTime time;
  const auto answer = HttpModel(server.endpoint(), {.time = time.time()}).complete(question(), time.within(limit));
  REQUIRE_FALSE(answer.has_value());
  return answer.error();
}

// As a script that goes on after the request has come.
RawServer::Script after_request(std::function<void(Conversation&)> go_on) {
  return [go_on = std::move(go_on)](Conversation& client, int /*connection*/) {
    if (client.accept_tls() && client.read_request()) go_on(client);
  };
}

void check_timed_out(const RawServer::Script& script) {
  const auto start = llm::Clock::now();
  const llm::Error error = failure(script, kLimit);
  CHECK(error.code == ErrorCode::kTimedOut);
  CHECK(llm::Clock::now() - start >= kLimit);
  CHECK(llm::Clock::now() - start < kTenTimes);
}

}  // namespace

TEST_CASE("a server that never answers costs the call's time and no more") {
  SUBCASE("not even the TLS handshake") {
    check_timed_out([](Conversation& client, int) { client.wait_for_the_end(); });
  }
  SUBCASE("after the request") {
    check_timed_out(after_request([](Conversation& client) { client.wait_for_the_end(); }));
  }
  SUBCASE("in the middle of the body") {
    check_timed_out(after_request([](Conversation& client) {
      client.write(kHead + "Content-Length: 1000\r\n\r\n{\"choices\"");
      client.wait_for_the_end();
    }));
  }
}

TEST_CASE("a server that drips bytes gains no time by it") {
  SUBCASE("in the status line") {
    check_timed_out(after_request([](Conversation& client) { client.drip("HTTP/1.1 200 " + std::string(9000, 'O')); }));
  }
  SUBCASE("in the headers") {
    check_timed_out(
        after_request([](Conversation& client) { client.drip(kHead + "X-Slow: " + std::string(9000, 's')); }));
  }
  SUBCASE("in the body") {
    check_timed_out(after_request(
        [](Conversation& client) { client.drip(kHead + "Content-Length: 100000\r\n\r\n" + std::string(9000, ' ')); }));
  }
  SUBCASE("in the sizes of chunks") {
    check_timed_out(after_request([](Conversation& client) {
      client.drip(kHead + "Transfer-Encoding: chunked\r\n\r\n" + std::string(9000, '0'));
    }));
  }
}

TEST_CASE("a server that floods is left after a bounded number of bytes") {
  SUBCASE("a status line without an end") {
    CHECK(failure(after_request([](Conversation& client) {
            client.write("HTTP/1.1 200 ");
            client.repeat(std::string(16'000, 'O'));
          })).code == ErrorCode::kTooLarge);
  }
  SUBCASE("a status line of a megabyte") {
    CHECK(failure(after_request([](Conversation& client) {
            client.write("HTTP/1.1 200 " + std::string(1'000'000, 'O') + "\r\n\r\n");
          })).code == ErrorCode::kTooLarge);
  }
  SUBCASE("headers without an end") {
    CHECK(failure(after_request([](Conversation& client) {
            client.write(kHead);
            client.repeat("X-More: and more\r\n");
          })).code == ErrorCode::kTooLarge);
  }
  SUBCASE("endless promises to continue") {
    CHECK(failure(after_request([](Conversation& client) { client.repeat("HTTP/1.1 100 Continue\r\n\r\n"); })).code ==
          ErrorCode::kTooLarge);
  }
  SUBCASE("a body without an end") {
    CHECK(failure(after_request([](Conversation& client) {
            client.write(kHead + "\r\n");
            client.repeat(std::string(16'000, ' '));
          })).code == ErrorCode::kTooLarge);
  }
  SUBCASE("a length beyond all bounds") {
    CHECK(failure(after_request([](Conversation& client) {
            client.write(kHead + "Content-Length: 18446744073709551615\r\n\r\n");
            client.repeat(std::string(16'000, ' '));
          })).code == ErrorCode::kTooLarge);
  }
  SUBCASE("the size of a chunk without an end") {
    CHECK(failure(after_request([](Conversation& client) {
            client.write(kHead + "Transfer-Encoding: chunked\r\n\r\n");
            client.repeat(std::string(16'000, '0'));
          })).code == ErrorCode::kTooLarge);
  }
}

TEST_CASE("a reply that breaks off is told as broken") {
  SUBCASE("before its first byte") {
    CHECK(failure(after_request([](Conversation&) {})).code == ErrorCode::kBroken);
  }
  SUBCASE("in the headers") {
    CHECK(failure(after_request([](Conversation& client) { client.write("HTTP/1.1 200 OK\r\nContent-"); })).code ==
          ErrorCode::kBroken);
  }
  SUBCASE("before the length it promised, ended in order or not") {
    for (const bool in_order : {false, true}) {
      CHECK(failure(after_request([in_order](Conversation& client) {
              client.write(kHead + "Content-Length: 1000\r\n\r\n{\"choices\"");
              if (in_order) client.end_in_order();
            })).code == ErrorCode::kBroken);
    }
  }
  SUBCASE("between chunks") {
    CHECK(failure(after_request([](Conversation& client) {
            client.write(kHead + "Transfer-Encoding: chunked\r\n\r\n3\r\n{\"c\r\n");
            client.end_in_order();
          })).code == ErrorCode::kBroken);
  }
  SUBCASE("without a length and without the end of TLS, as somebody in between could do it") {
    CHECK(failure(after_request([](Conversation& client) {
            client.write(kHead + "\r\n" + tests::openai_reply("no"));
          })).code == ErrorCode::kBroken);
  }
}

TEST_CASE("a server that does not read the question costs the call's time and no more") {
  RawServer server([](Conversation& client, int) {
    if (client.accept_tls()) std::this_thread::sleep_for(kLimit * 2);
  });
  const llm::Prompt long_question{.system = "", .user = std::string(32UL << 20, 'x')};
  const auto start = llm::Clock::now();
  const auto answer = HttpModel(server.endpoint()).complete(long_question, within(kLimit));
  CHECK(answer.error().code == ErrorCode::kTimedOut);
  CHECK(llm::Clock::now() - start < kTenTimes);
}

TEST_CASE("without TLS the same limits hold") {
  const auto plain_failure = [](std::function<void(Conversation&)> script) {
    RawServer server([script = std::move(script)](Conversation& client, int) { script(client); });
    llm::Endpoint endpoint = server.endpoint();
    endpoint.url.secure = false;
    tests::FakeTime time;
    return HttpModel(endpoint, {.time = time.time()}).complete(question(), time.within(kLimit)).error().code;
  };
  const auto start = llm::Clock::now();
  CHECK(plain_failure([](Conversation& client) { client.wait_for_the_end(); }) == ErrorCode::kTimedOut);
  CHECK(llm::Clock::now() - start < kTenTimes);
  CHECK(plain_failure([](Conversation& client) {
          client.write_without_tls("HTTP/1.1 200 " + std::string(1'000'000, 'O'));
          client.wait_for_the_end();
        }) == ErrorCode::kTooLarge);
  CHECK(plain_failure([](Conversation& client) { client.write_without_tls("HTTP/1.1 200 OK\r\n"); }) ==
        ErrorCode::kBroken);
}

TEST_CASE("a reply without a length that ends in order is whole") {
  RawServer server(after_request([](Conversation& client) {
    client.write(kHead + "\r\n" + tests::openai_reply("yes"));
    client.end_in_order();
    client.wait_for_the_end();
  }));
  CHECK(HttpModel(server.endpoint()).complete(question(), within(seconds(30))).value() == "yes");
}

TEST_CASE("what is no HTTP is told as such") {
  CHECK(failure(after_request([](Conversation& client) {
          client.write("220 mail.example.com ESMTP\r\n\r\n");
          client.end_in_order();
        })).code == ErrorCode::kBroken);
  CHECK(failure([](Conversation& client, int) {
          client.write_without_tls("HTTP/1.1 400 Bad Request\r\n\r\n");
          client.wait_for_the_end();
        }).code == ErrorCode::kBroken);
}

TEST_CASE("a request to stop ends a call that hangs, wherever it hangs") {
  for (const bool handshake : {false, true}) {
    std::stop_source stop;
    RawServer server([&stop, handshake](Conversation& client, int) {
      if (!handshake || (client.accept_tls() && client.read_request())) stop.request_stop();
      client.wait_for_the_end();
    });
    const auto start = llm::Clock::now();
    const auto answer = HttpModel(server.endpoint()).complete(question(), within(seconds(60), stop.get_token()));
    CHECK(answer.error().code == ErrorCode::kStopped);
    CHECK(llm::Clock::now() - start < seconds(10));
  }
}

TEST_CASE("a call whose time is over or that is stopped already ends at once") {
  RawServer server([](Conversation& client, int) { client.wait_for_the_end(); });
  HttpModel model(server.endpoint());
  CHECK(model.complete(question(), within(milliseconds(-1))).error().code == ErrorCode::kTimedOut);
  std::stop_source stop;
  stop.request_stop();
  CHECK(model.complete(question(), within(seconds(60), stop.get_token())).error().code == ErrorCode::kStopped);
}

TEST_CASE("a port where nobody listens and a host that does not exist are told at once, without retries") {
  llm::Endpoint endpoint;
  {
    const RawServer server([](Conversation&, int) {});
    endpoint = server.endpoint();
  }
  tests::FakeTime time;
  HttpModel refused(endpoint, {.time = time.time()});
  const auto answer = refused.complete(question(), time.within(seconds(20)));
  REQUIRE_FALSE(answer.has_value());
  CHECK(answer.error().code == ErrorCode::kUnreachable);
  CHECK(answer.error().message.find("127.0.0.1:" + std::to_string(endpoint.url.port)) != std::string::npos);
  CHECK(time.pauses().empty());

  endpoint.url.host = "no-such-host.invalid";  // RFC 2606: never exists
  const auto start = llm::Clock::now();
  const auto unknown = HttpModel(endpoint).complete(question(), within(kLimit));
  REQUIRE_FALSE(unknown.has_value());
  CHECK((unknown.error().code == ErrorCode::kUnreachable || unknown.error().code == ErrorCode::kTimedOut));
  CHECK(llm::Clock::now() - start < kTenTimes);
}
