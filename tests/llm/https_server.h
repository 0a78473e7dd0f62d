// A real HTTP server over TLS on this machine, whose replies a test scripts and whose requests it reads.
#pragma once

#include <httplib.h>

#include <deque>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "llm/endpoint.h"
#include "tests/llm/certificate.h"
#include "tests/support/temporary_folder.h"

namespace tests {

using Handler = std::function<void(const httplib::Request&, httplib::Response&)>;

inline Handler reply_with(int status, const std::string& body, const std::string& type = "application/json",
                          const httplib::Headers& headers = {}) {
  return [=](const httplib::Request& /*request*/, httplib::Response& response) {
    response.status = status;
    response.headers.insert(headers.begin(), headers.end());
    response.set_content(body, type);
  };
}

// What either dialect answers when all is well.
inline std::string openai_reply(const nlohmann::json& content, const std::string& finish_reason = "stop") {
  return nlohmann::json{
      {"id", "chatcmpl-1"},
      {"object", "chat.completion"},
      {"choices",
       {{{"index", 0}, {"message", {{"role", "assistant"}, {"content", content}}}, {"finish_reason", finish_reason}}}}}
      .dump();
}
inline std::string anthropic_reply(const nlohmann::json& blocks, const std::string& stop_reason = "end_turn") {
  return nlohmann::json{
      {"id", "msg_1"}, {"type", "message"}, {"role", "assistant"}, {"content", blocks}, {"stop_reason", stop_reason}}
      .dump();
}

class HttpsServer {
 public:
  explicit HttpsServer(std::deque<Handler> script, Certificate certificate = Certificate())
      : certificate_(std::move(certificate)),
        server_(certificate_.x509(), certificate_.key()),
        script_(std::move(script)) {
    folder_.write("authority.pem", certificate_.pem());
    const auto serve = [this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
    };
    server_.Get(".*", serve);
    server_.Post(".*", serve);
    server_.set_keep_alive_max_count(1);
    port_ = server_.bind_to_any_port("127.0.0.1");
    REQUIRE(port_ > 0);
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~HttpsServer() {
    server_.stop();
    thread_.join();
  }

  int port() const { return port_; }
  llm::Endpoint endpoint(llm::Dialect dialect = llm::Dialect::kOpenAi) const {
    llm::Endpoint made;
    made.url = {.secure = true, .host = "127.0.0.1", .port = port_, .path = "/v1"};
    made.dialect = dialect;
    made.model = "test-model";
    made.ca_file = (folder_.path() / "authority.pem").string();
    return made;
  }

  std::vector<httplib::Request> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  // The next of the script; when it is used up, its last stays.
  void answer(const httplib::Request& request, httplib::Response& response) {
    Handler handler;
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
      handler = script_.front();
      if (script_.size() > 1) script_.pop_front();
    }
    handler(request, response);
  }

  TemporaryFolder folder_;
  Certificate certificate_;
  httplib::SSLServer server_;
  int port_ = 0;
  mutable std::mutex mutex_;
  std::deque<Handler> script_;
  std::vector<httplib::Request> requests_;
  std::thread thread_;
};

}  // namespace tests
