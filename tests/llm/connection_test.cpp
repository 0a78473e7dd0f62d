// Whom does the client trust? Certificates made for the case.
#include "llm/connection.h"

#include "tests/llm/asking.h"
#include "tests/llm/https_server.h"
#include "tests/llm/raw_server.h"

using llm::ErrorCode;
using tests::Certificate;
using tests::CertificateTraits;
using tests::HttpsServer;
using tests::within;

namespace {

constexpr std::chrono::seconds kPatience(30);

// The server's own certificate is the authority that is trusted, so that all else about it is on trial.
llm::Result<std::unique_ptr<llm::Connection>> connect(const CertificateTraits& traits, const std::string& host) {
  const HttpsServer server({tests::reply_with(200, "{}")}, Certificate(traits));
  llm::Endpoint endpoint = server.endpoint();
  endpoint.url.host = host;
  return llm::open_connection(endpoint.url, endpoint.ca_file, within(kPatience));
}

void check_untrusted(const llm::Result<std::unique_ptr<llm::Connection>>& connection, const std::string& why) {
  REQUIRE_FALSE(connection.has_value());
  INFO(connection.error().message);
  CHECK(connection.error().code == ErrorCode::kUntrusted);
  CHECK(connection.error().message.find(why) != std::string::npos);
}

}  // namespace

TEST_CASE("a certificate of a trusted authority for this very host is accepted, for names and addresses") {
  CHECK(connect({}, "127.0.0.1"));
  CHECK(connect({}, "localhost"));
}

TEST_CASE("a certificate for another host is refused") {
  check_untrusted(connect({.names = "DNS:other.example"}, "127.0.0.1"), "address mismatch");
  check_untrusted(connect({.names = "DNS:other.example"}, "localhost"), "ostname mismatch");
  check_untrusted(connect({.names = "DNS:127.0.0.1"}, "127.0.0.1"), "address mismatch");
  check_untrusted(connect({.names = "DNS:local*"}, "localhost"), "ostname mismatch");
}

TEST_CASE("a certificate outside its time is refused") {
  const auto day = std::chrono::hours(24);
  check_untrusted(connect({.valid_from = -2 * day, .valid_until = -day}, "127.0.0.1"), "expired");
  check_untrusted(connect({.valid_from = day, .valid_until = 2 * day}, "127.0.0.1"), "not yet valid");
}

TEST_CASE("a certificate of an unknown authority is refused, by an authority of one's own and by the system's") {
  const HttpsServer server({tests::reply_with(200, "{}")});
  const HttpsServer other({tests::reply_with(200, "{}")});
  const llm::Url url = server.endpoint().url;
  check_untrusted(llm::open_connection(url, other.endpoint().ca_file, within(kPatience)), "self-signed");
  check_untrusted(llm::open_connection(url, "", within(kPatience)), "self-signed");
}

TEST_CASE("an authorities' file that cannot be read is a mistake of the configuration") {
  const HttpsServer server({tests::reply_with(200, "{}")});
  const auto connection = llm::open_connection(server.endpoint().url, "/no/such/file.pem", within(kPatience));
  REQUIRE_FALSE(connection.has_value());
  CHECK(connection.error().code == ErrorCode::kConfiguration);
  CHECK(connection.error().field == "CONTEXT_TREE_LLM_CA_FILE");
  CHECK(connection.error().value == "/no/such/file.pem");
}

TEST_CASE("TLS older than 1.2 is not spoken") {
  tests::RawServer server([](tests::Conversation& client, int) { client.accept_tls(); });
  SSL_CTX_set_min_proto_version(server.context(), TLS1_VERSION);
  SSL_CTX_set_max_proto_version(server.context(), TLS1_1_VERSION);
  SSL_CTX_set_security_level(server.context(), 0);
  const auto connection = llm::open_connection(server.endpoint().url, server.endpoint().ca_file, within(kPatience));
  REQUIRE_FALSE(connection.has_value());
  CHECK(connection.error().code == ErrorCode::kBroken);
}

TEST_CASE("plain HTTP is spoken where the URL says so") {
  httplib::Server server;
  server.Post("/v1/chat/completions", [](const httplib::Request&, httplib::Response& response) {
    response.set_content(tests::openai_reply("yes"), "application/json; charset=utf-8");
  });
  llm::Endpoint endpoint;
  endpoint.url = {.secure = false, .host = "localhost", .port = server.bind_to_any_port("127.0.0.1"), .path = "/v1"};
  endpoint.model = "m";
  std::thread thread([&server] { server.listen_after_bind(); });
  while (!server.is_running()) std::this_thread::yield();
  const auto answer = llm::HttpModel(endpoint).complete(tests::question(), within(kPatience));
  server.stop();
  thread.join();
  REQUIRE_MESSAGE(answer.has_value(), answer.error().message);
  CHECK(*answer == "yes");
}
