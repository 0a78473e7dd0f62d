// A server that breaks the rules of HTTP or TLS byte by byte, as a test scripts it.
#pragma once

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "llm/endpoint.h"
#include "tests/llm/certificate.h"
#include "tests/support/temporary_folder.h"

namespace tests {

// One connection as the server sees it. Every call returns at once with false when the client has gone.
class Conversation {
 public:
  Conversation(int descriptor, SSL_CTX* context) : descriptor_(descriptor), tls_(SSL_new(context)) {
    SSL_set_fd(tls_, descriptor_);
  }
  ~Conversation() {
    SSL_free(tls_);
    close(descriptor_);
  }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  bool accept_tls() { return SSL_accept(tls_) == 1; }

  // Up to the end of the headers; the body is left unread, or was read with them.
  bool read_request() {
    std::string received;
    while (received.find("\r\n\r\n") == std::string::npos) {
      std::array<char, 4096> bytes{};
      const int got = SSL_read(tls_, bytes.data(), bytes.size());
      if (got <= 0) return false;
      received.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return true;
  }
  bool write(const std::string& bytes) { return SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size())) > 0; }
  bool write_without_tls(const std::string& bytes) const {
    return send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0;
  }

  // One byte after the other with a pause between, for as long as the client listens.
  bool drip(const std::string& bytes, std::chrono::milliseconds pause = std::chrono::milliseconds(5)) {
    for (const char byte : bytes) {
      if (!write({byte})) return false;
      std::this_thread::sleep_for(pause);
    }
    return true;
  }
  bool repeat(const std::string& bytes) {  // until the client has had enough
    while (write(bytes)) {
    }
    return false;
  }
  void wait_for_the_end() const {  // of the client's side
    std::array<char, 256> bytes{};
    while (recv(descriptor_, bytes.data(), bytes.size(), 0) > 0) {
    }
  }
  void end_in_order() { SSL_shutdown(tls_); }

 private:
  const int descriptor_;
  SSL* const tls_;
};

class RawServer {
 public:
  using Script = std::function<void(Conversation&, int connection)>;  // connection: 0 is the first

  explicit RawServer(Script script) : context_(SSL_CTX_new(TLS_server_method())), script_(std::move(script)) {
    std::signal(SIGPIPE, SIG_IGN);  // a client that went away shows as an error of the write
    folder_.write("authority.pem", certificate_.pem());
    SSL_CTX_use_certificate(context_, certificate_.x509());
    SSL_CTX_use_PrivateKey(context_, certificate_.key());
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof(address);
    REQUIRE(bind(listener_, any, size) == 0);
    REQUIRE(listen(listener_, 8) == 0);
    REQUIRE(getsockname(listener_, any, &size) == 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~RawServer() {
    shutdown(listener_, SHUT_RDWR);  // ends accept()
    thread_.join();
    close(listener_);
    SSL_CTX_free(context_);
  }
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  int connections() const { return connections_; }
  SSL_CTX* context() const { return context_; }
  llm::Endpoint endpoint() const {
    llm::Endpoint made;
    made.url = {.secure = true, .host = "127.0.0.1", .port = port_, .path = "/v1"};
    made.model = "test-model";
    made.ca_file = (folder_.path() / "authority.pem").string();
    return made;
  }

 private:
  void serve() {
    for (;;) {
      const int accepted = accept(listener_, nullptr, nullptr);
      if (accepted < 0) return;
      Conversation conversation(accepted, context_);
      script_(conversation, connections_++);
    }
  }

  TemporaryFolder folder_;
  Certificate certificate_;
  SSL_CTX* const context_;
  const Script script_;
  const int listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port_ = 0;
  std::atomic<int> connections_{0};
  std::thread thread_;
};

}  // namespace tests
