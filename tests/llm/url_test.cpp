#include "llm/url.h"

#include <doctest/doctest.h>

using llm::parse_url;

TEST_CASE("a URL gives its scheme, host, port and path") {
  const auto url = parse_url("https://API.Example.com/v1/");
  REQUIRE(url);
  CHECK(url->secure);
  CHECK(url->host == "api.example.com");
  CHECK(url->port == 443);
  CHECK(url->path == "/v1");

  const auto local = parse_url("http://localhost:11434");
  REQUIRE(local);
  CHECK_FALSE(local->secure);
  CHECK(local->port == 11434);
  CHECK(local->path.empty());
  CHECK(parse_url("http://h")->port == 80);
}

TEST_CASE("an IPv6 address stands in brackets, and goes back into them in a Host header") {
  const auto url = parse_url("http://[::1]:8080/v1");
  REQUIRE(url);
  CHECK(url->host == "::1");
  CHECK(llm::authority(*url) == "[::1]:8080");
  CHECK(llm::authority(*parse_url("https://example.com:443/v1")) == "example.com");
  CHECK(llm::authority(*parse_url("https://example.com:8443/v1")) == "example.com:8443");
}

TEST_CASE("what is no plain base URL is refused") {
  for (const char* text : {"",
                           "example.com/v1",
                           "ftp://example.com",
                           "https://",
                           "https:///v1",
                           "https://:443/v1",
                           "https://a b/v1",
                           "https://user:secret@example.com/v1",
                           "https://example.com/v1?key=secret",
                           "https://example.com/v1#part",
                           "https://example.com:0/v1",
                           "https://example.com:65536/v1",
                           "https://example.com:8x/v1",
                           "https://example.com:",
                           "https://[::1/v1",
                           "https://[example]/v1",
                           "https://[::1]8080/v1",
                           "https://ex\xc3\xa4mple.com/v1",
                           "https://example.com/v1\r\nHost: other",
                           "https://example.com/a b",
                           "https://-example.com",
                           "https://.com"}) {
    INFO(text);
    CHECK_FALSE(parse_url(text));
  }
  CHECK_FALSE(parse_url("https://" + std::string(3000, 'a') + ".com"));
}

TEST_CASE("loopback is this machine alone, whatever a name looks like") {
  for (const char* host : {"localhost", "127.0.0.1", "127.9.8.7", "::1"}) CHECK(llm::is_loopback(host));
  for (const char* host : {"127.0.0.1.example.com", "localhost.example.com", "128.0.0.1", "0.0.0.0", "::2", "127.1"}) {
    CHECK_FALSE(llm::is_loopback(host));
  }
}

TEST_CASE("a domain holds itself and the names below it, not those that only end like it") {
  CHECK(llm::is_below_domain("openai.com", "openai.com"));
  CHECK(llm::is_below_domain("eu.api.openai.com", "openai.com"));
  CHECK_FALSE(llm::is_below_domain("notopenai.com", "openai.com"));
  CHECK_FALSE(llm::is_below_domain("openai.com.example.org", "openai.com"));
}
