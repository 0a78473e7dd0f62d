#include "llm/connection.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <utility>

#include "llm/socket.h"

namespace llm {
namespace {

using Readiness = Socket::Readiness;

// Name look-up, TCP and TLS together. What takes longer is a dead address, not a slow model.
constexpr std::chrono::seconds kConnectTime(10);

class PlainConnection final : public Connection {
 public:
  explicit PlainConnection(Socket socket) : socket_(std::move(socket)) {}
  Result<std::size_t> read(char* bytes, std::size_t size) override { return socket_.receive(bytes, size); }
  Result<std::size_t> write(const char* bytes, std::size_t size) override { return socket_.send(bytes, size); }

 private:
  Socket socket_;
};

struct FreeContext {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
struct FreeTls {
  void operator()(SSL* tls) const { SSL_free(tls); }
};
using Context = std::unique_ptr<SSL_CTX, FreeContext>;
using Tls = std::unique_ptr<SSL, FreeTls>;

// The oldest entry of OpenSSL's error queue, which is the cause of the later ones.
std::string openssl_reason() {
  const unsigned long code = ERR_get_error();
  const char* const text = code == 0 ? nullptr : ERR_reason_error_string(code);
  return text == nullptr ? "the other side ended it" : text;
}

Result<Context> make_context(const std::string& ca_file) {
  Context context(SSL_CTX_new(TLS_client_method()));
  if (!context) return Error{ErrorCode::kUnreachable, "TLS cannot be set up: " + openssl_reason()};
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  if (ca_file.empty()) {
    SSL_CTX_set_default_verify_paths(context.get());  // honours SSL_CERT_FILE and SSL_CERT_DIR
    return context;
  }
  if (SSL_CTX_load_verify_locations(context.get(), ca_file.c_str(), nullptr) == 1) return context;
  return Error{ErrorCode::kConfiguration, "the authorities' file cannot be read: " + openssl_reason(),
               "CONTEXT_TREE_LLM_CA_FILE", ca_file, "give a PEM file with at least one certificate"};
}

// The certificate must name `host`; a server with several hosts is told which one is meant.
bool expect_host(SSL* tls, const std::string& host) {
  X509_VERIFY_PARAM* const rules = SSL_get0_param(tls);
  X509_VERIFY_PARAM_set_hostflags(rules, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  if (is_address(host)) return X509_VERIFY_PARAM_set1_ip_asc(rules, host.c_str()) == 1;
  return SSL_set_tlsext_host_name(tls, host.c_str()) == 1 && SSL_set1_host(tls, host.c_str()) == 1;
}

class TlsConnection final : public Connection {
 public:
  TlsConnection(Socket socket, Tls tls) : socket_(std::move(socket)), tls_(std::move(tls)) {}

  Result<> shake_hands(const std::string& host, Clock::time_point deadline) {
    for (;;) {
      ERR_clear_error();
      const int done = SSL_do_handshake(tls_.get());
      if (done == 1) return {};
      const int why = SSL_get_error(tls_.get(), done);
      if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) return handshake_error(host);
      if (auto waited = socket_.wait_for(wanted(why), deadline); !waited) return waited.error();
    }
  }

  Result<std::size_t> read(char* bytes, std::size_t size) override {
    return transfer([&](std::size_t& moved) { return SSL_read_ex(tls_.get(), bytes, size, &moved); });
  }

  Result<std::size_t> write(const char* bytes, std::size_t size) override {
    return transfer([&](std::size_t& moved) { return SSL_write_ex(tls_.get(), bytes, size, &moved); });
  }

 private:
  static Readiness wanted(int why) { return why == SSL_ERROR_WANT_READ ? Readiness::kReadable : Readiness::kWritable; }

  Error handshake_error(const std::string& host) const {
    const long verdict = SSL_get_verify_result(tls_.get());
    if (verdict == X509_V_OK) return {ErrorCode::kBroken, "no TLS with " + host + ": " + openssl_reason()};
    return {ErrorCode::kUntrusted,
            "the certificate of " + host + " is not trusted: " + X509_verify_cert_error_string(verdict),
            {},
            {},
            "check the URL; for a server with an authority of your own set CONTEXT_TREE_LLM_CA_FILE"};
  }

  template <class Operation>
  Result<std::size_t> transfer(Operation operation) {
    for (;;) {
      ERR_clear_error();
      std::size_t moved = 0;
      const int done = operation(moved);
      if (done == 1) return moved;
      const int why = SSL_get_error(tls_.get(), done);
      if (why == SSL_ERROR_ZERO_RETURN) return std::size_t{0};
      if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) {
        return Error{ErrorCode::kBroken, "the connection broke: " + openssl_reason()};
      }
      if (auto waited = socket_.wait_for(wanted(why)); !waited) return waited.error();
    }
  }

  Socket socket_;
  Tls tls_;
};

Result<std::unique_ptr<Connection>> secure(Socket socket, const Url& url, const std::string& ca_file,
                                           Clock::time_point deadline) {
  const Result<Context> context = make_context(ca_file);
  if (!context) return context.error();
  Tls tls(SSL_new(context->get()));
  if (!tls || SSL_set_fd(tls.get(), socket.descriptor()) != 1 || !expect_host(tls.get(), url.host)) {
    return Error{ErrorCode::kUnreachable, "TLS cannot be set up: " + openssl_reason()};
  }
  SSL_set_connect_state(tls.get());
  auto connection = std::make_unique<TlsConnection>(std::move(socket), std::move(tls));
  if (auto shaken = connection->shake_hands(url.host, deadline); !shaken) return shaken.error();
  return connection;
}

}  // namespace

Result<std::unique_ptr<Connection>> open_connection(const Url& url, const std::string& ca_file, const Limits& limits) {
  const auto deadline = std::min(limits.deadline, Clock::now() + kConnectTime);
  const auto addresses = look_up(url.host, url.port, {deadline, limits.stop});
  if (!addresses) return addresses.error();
  Result<Socket> socket = Socket::connect(*addresses, authority(url), limits, deadline);
  if (!socket) return socket.error();
  if (url.secure) return secure(*std::move(socket), url, ca_file, deadline);
  return std::unique_ptr<Connection>(std::make_unique<PlainConnection>(*std::move(socket)));
}

}  // namespace llm
