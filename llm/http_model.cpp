#include "llm/http_model.h"

#include <httplib.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "llm/connection.h"

namespace llm {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxHeadBytes = 16UL << 10;  // of a reply: status line and headers
constexpr std::size_t kMaxBodyBytes = 4UL << 20;
constexpr std::size_t kMaxWireBytes = 2 * kMaxBodyBytes;  // with the sizes and line ends of chunks
constexpr int kMaxNesting = 64;

// ---- what a dialect says and means ----

std::string call_path(const Endpoint& endpoint) {
  return endpoint.url.path + (endpoint.dialect == Dialect::kOpenAi ? "/chat/completions" : "/messages");
}

std::string request_body(const Endpoint& endpoint, const Prompt& prompt, bool with_temperature) {
  Json body = {{"model", endpoint.model}, {"stream", false}};
  if (with_temperature) body["temperature"] = prompt.temperature;
  Json messages = Json::array();
  if (endpoint.dialect == Dialect::kAnthropic) {
    body["max_tokens"] = prompt.max_tokens;
    if (!prompt.system.empty()) body["system"] = prompt.system;
  } else {
    // OpenAI's newer models know the longer name alone, most others the older one alone.
    const bool openai_itself = is_below_domain(endpoint.url.host, "openai.com");
    body[openai_itself ? "max_completion_tokens" : "max_tokens"] = prompt.max_tokens;
    if (!prompt.system.empty()) messages.push_back({{"role", "system"}, {"content", prompt.system}});
  }
  messages.push_back({{"role", "user"}, {"content", prompt.user}});
  body["messages"] = std::move(messages);
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

httplib::Headers request_headers(const Endpoint& endpoint) {
  httplib::Headers headers = {{"Host", authority(endpoint.url)},
                              {"Accept", "application/json"},
                              {"Accept-Encoding", "identity"},
                              {"Content-Type", "application/json"},
                              {"User-Agent", std::string("context-tree/") + CONTEXT_TREE_VERSION}};
  if (endpoint.dialect == Dialect::kAnthropic) headers.emplace("anthropic-version", "2023-06-01");
  if (!endpoint.key) return headers;
  if (endpoint.dialect == Dialect::kAnthropic) {
    headers.emplace("x-api-key", endpoint.key->value);
  } else {
    headers.emplace("Authorization", "Bearer " + endpoint.key->value);
  }
  return headers;
}

// The member at the end of `names`; null where something on the way is missing or of another type.
const Json& at(const Json& value, std::initializer_list<const char*> names) {
  static const Json kNothing;
  const Json* found = &value;
  for (const char* name : names) {
    const auto member = found->is_object() ? found->find(name) : found->end();
    if (!found->is_object() || member == found->end()) return kNothing;
    found = &*member;
  }
  return *found;
}

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

// A string, or the texts of a list of blocks; blocks of other types (reasoning) are no part of the answer.
std::string joined_text(const Json& content) {
  if (!content.is_array()) return text_of(content);
  std::string text;
  for (const Json& block : content) {
    if (at(block, {"type"}) == "text") text += text_of(at(block, {"text"}));
  }
  return text;
}

// On one line and short: it goes into an error that people and models read.
std::string quotable(std::string text, const std::optional<ApiKey>& key) {
  constexpr std::size_t kMaxQuoted = 200;
  while (key && text.find(key->value) != std::string::npos) {
    text.replace(text.find(key->value), key->value.size(), "(key)");
  }
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
  if (text.size() <= kMaxQuoted) return text;
  std::size_t end = kMaxQuoted;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not inside a character
  return text.substr(0, end) + "…";
}

struct Said {
  std::string text;
  std::string end;      // why the model stopped, in the dialect's word
  std::string refusal;  // OpenAI: instead of a text
};

Result<Said> read_openai(const Json& reply) {
  const Json& choices = at(reply, {"choices"});
  if (!choices.is_array() || choices.empty() || !at(choices[0], {"message"}).is_object()) {
    return Error{ErrorCode::kUnusable, "the reply holds no choices[0].message"};
  }
  const Json& message = at(choices[0], {"message"});
  return Said{joined_text(at(message, {"content"})), text_of(at(choices[0], {"finish_reason"})),
              text_of(at(message, {"refusal"}))};
}

Result<Said> read_anthropic(const Json& reply) {
  if (!at(reply, {"content"}).is_array()) return Error{ErrorCode::kUnusable, "the reply holds no content list"};
  return Said{joined_text(at(reply, {"content"})), text_of(at(reply, {"stop_reason"})), {}};
}

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

Result<std::string> read_answer(const Endpoint& endpoint, const std::string& body) {
  // Deeper levels are dropped while they are read, so that they cost nothing.
  const Json reply = Json::parse(
      body, [](int depth, auto, auto&) { return depth <= kMaxNesting; }, false);
  if (!reply.is_object()) return Error{ErrorCode::kUnusable, "the reply is not a JSON object, or it was cut short"};
  if (const Json& error = at(reply, {"error"}); !error.is_null()) {
    const std::string what = error.is_string() ? text_of(error) : text_of(at(error, {"message"}));
    return Error{ErrorCode::kRejected, "the endpoint reports an error: " + quotable(what, endpoint.key)};
  }
  Result<Said> said = endpoint.dialect == Dialect::kOpenAi ? read_openai(reply) : read_anthropic(reply);
  if (!said) return said.error();
  if (!said->refusal.empty() || said->end == "content_filter" || said->end == "refusal") {
    const std::string words = said->refusal.empty() ? said->text : said->refusal;
    return Error{ErrorCode::kDeclined, is_blank(words) ? "the model declined to answer"
                                                       : "the model declined: " + quotable(words, endpoint.key)};
  }
  if (said->end == "length" || said->end == "max_tokens") {
    return Error{ErrorCode::kCutOff, "the answer was cut off, as it needs more than max_tokens"};
  }
  if (is_blank(said->text)) return Error{ErrorCode::kEmpty, "the model answered with nothing"};
  return std::move(said->text);
}

// ---- one request and its reply ----

// httplib reads and writes HTTP on this; it also bounds what httplib does not (connection.h says why).
class BoundedStream final : public httplib::Stream {
 public:
  explicit BoundedStream(Connection& connection) : connection_(connection) {}

  void end_head() { in_head_ = false; }
  const std::optional<Error>& error() const { return error_; }  // why reading or writing failed

  ssize_t read(char* bytes, size_t size) override {
    if (next_ == end_ && !fill()) return error_ ? -1 : 0;
    const std::size_t taken = std::min(size, end_ - next_);
    head_bytes_ += in_head_ ? taken : 0;
    if (head_bytes_ > kMaxHeadBytes) return fail({ErrorCode::kTooLarge, "the head of the reply is larger than 16 KiB"});
    std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(next_), taken, bytes);
    next_ += taken;
    return static_cast<ssize_t>(taken);
  }

  ssize_t write(const char* bytes, size_t size) override {
    const Result<std::size_t> put = connection_.write(bytes, size);
    return put ? static_cast<ssize_t>(*put) : fail(put.error());
  }

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  socket_t socket() const override { return INVALID_SOCKET; }

 private:
  bool fill() {
    const Result<std::size_t> got = connection_.read(buffer_.data(), buffer_.size());
    if (!got) return fail(got.error()) > 0;
    wire_bytes_ += *got;
    if (wire_bytes_ > kMaxWireBytes) return fail({ErrorCode::kTooLarge, "the reply is larger than 4 MiB"}) > 0;
    next_ = 0;
    end_ = *got;
    return *got > 0;
  }

  ssize_t fail(Error error) {
    error_ = std::move(error);
    return -1;
  }

  Connection& connection_;
  std::array<char, 4096> buffer_{};
  std::size_t next_ = 0, end_ = 0;
  std::size_t head_bytes_ = 0, wire_bytes_ = 0;
  bool in_head_ = true;
  std::optional<Error> error_;
};

// httplib's reading and writing of one HTTP exchange, without its connections.
class HttpExchange final : public httplib::ClientImpl {
 public:
  explicit HttpExchange(const std::string& host) : ClientImpl(host) {
    set_url_encode(false);  // the path was checked when it was configured
    set_decompress(false);  // none was asked for, and a small reply could unpack to gigabytes
  }
  bool run(httplib::Stream& stream, httplib::Request& request, httplib::Response& response) {
    constexpr bool kClose = true;
    httplib::Error ignored = httplib::Error::Success;  // the stream knows better
    return process_request(stream, request, response, kClose, ignored);
  }
};

struct Reply {
  int status = 0;
  std::string content_type;
  std::optional<std::chrono::seconds> retry_after;
  std::string body;
};

Result<Reply> exchange(const Endpoint& endpoint, std::string body, const Limits& limits) {
  const Result<std::unique_ptr<Connection>> connection = open_connection(endpoint.url, endpoint.ca_file, limits);
  if (!connection) return connection.error();
  BoundedStream stream(**connection);
  std::string received;
  bool too_large = false;
  httplib::Request request;
  request.method = "POST";
  request.path = call_path(endpoint);
  request.headers = request_headers(endpoint);
  request.body = std::move(body);
  request.response_handler = [&stream](const httplib::Response& /*head*/) {
    stream.end_head();
    return true;
  };
  request.content_receiver = [&](const char* bytes, size_t size, uint64_t /*offset*/, uint64_t /*total*/) {
    too_large = received.size() + size > kMaxBodyBytes;
    if (!too_large) received.append(bytes, size);
    return !too_large;
  };
  httplib::Response response;
  const bool whole = HttpExchange(endpoint.url.host).run(stream, request, response);
  if (too_large) return Error{ErrorCode::kTooLarge, "the reply is larger than 4 MiB"};
  if (stream.error()) return *stream.error();
  if (!whole && response.status < 0) return Error{ErrorCode::kBroken, "the endpoint did not answer with HTTP"};
  if (!whole) return Error{ErrorCode::kBroken, "the connection ended in the middle of the reply"};
  return Reply{response.status, response.get_header_value("Content-Type"),
               read_retry_after(response.get_header_value("Retry-After")), std::move(received)};
}

// ---- one attempt ----

struct Attempt {
  Result<std::string> answer;
  bool again = false;  // the failure may pass
  std::optional<std::chrono::seconds> retry_after = {};
  bool temperature_refused = false;  // reasoning models know their own temperature alone
};

std::string reported(const Endpoint& endpoint, const Reply& reply) {
  const Result<std::string> read = read_answer(endpoint, reply.body);
  const bool says_why = !read && read.error().code == ErrorCode::kRejected;
  return "HTTP " + std::to_string(reply.status) + (says_why ? "; " + read.error().message : "");
}

Error rejected(std::string message, std::string remedy) {
  return {ErrorCode::kRejected, std::move(message), {}, {}, std::move(remedy)};
}

Error refusal(const Endpoint& endpoint, const Reply& reply) {
  const std::string status = "HTTP " + std::to_string(reply.status);
  if (reply.status / 100 == 3) {
    return rejected("the endpoint redirects (" + status + "), which is not followed",
                    "configure the URL that it redirects to");
  }
  const bool about_the_key = reply.status == 401 || reply.status == 403;
  if (about_the_key && !endpoint.key) {
    return rejected("the endpoint wants a key (" + status + ")", "set CONTEXT_TREE_LLM_API_KEY");
  }
  if (about_the_key) {  // such replies like to quote the key, so they are not quoted
    return rejected("the endpoint refuses the key in " + endpoint.key->variable + " (" + status + ")",
                    "check the key and what it may be used for");
  }
  return rejected("the endpoint refuses the request: " + reported(endpoint, reply),
                  "check the URL and the model's name");
}

Attempt read_reply(const Endpoint& endpoint, const Reply& reply) {
  if (is_worth_retrying(reply.status)) {
    const Error error{ErrorCode::kOverloaded, "the endpoint cannot serve now: " + reported(endpoint, reply)};
    return {error, true, reply.retry_after};
  }
  if (reply.status / 100 != 2) {
    Attempt refused{refusal(endpoint, reply)};
    refused.temperature_refused = reply.status == 400 && reply.body.find("temperature") != std::string::npos;
    return refused;
  }
  if (!reply.content_type.empty() && reply.content_type.find("json") == std::string::npos) {
    Error error{ErrorCode::kUnusable,
                "the endpoint answers with " + quotable(reply.content_type, endpoint.key) + " instead of JSON"};
    error.remedy = "check the URL: it must be the API's, often with /v1 at its end";
    return {error};
  }
  return {read_answer(endpoint, reply.body)};
}

Attempt attempt(const Endpoint& endpoint, std::string body, const Limits& limits) {
  try {
    const Result<Reply> reply = exchange(endpoint, std::move(body), limits);
    if (reply) return read_reply(endpoint, *reply);
    return {reply.error(), reply.error().code == ErrorCode::kBroken};
  } catch (const std::exception& error) {  // of the two libraries, and where memory is short
    return {Error{ErrorCode::kUnusable, std::string("the reply could not be read: ") + error.what()}};
  }
}

// A call among those under way, as long as it lives.
struct Counted {
  explicit Counted(std::atomic<int>& all) : calls(all), others(all.fetch_add(1)) {}
  ~Counted() { calls.fetch_sub(1); }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  std::atomic<int>& calls;
  const int others;
};

}  // namespace

HttpModel::HttpModel(Endpoint endpoint, Options options)
    : endpoint_(std::move(endpoint)), options_(std::move(options)) {}

Result<std::string> HttpModel::complete(const Prompt& prompt, const Limits& limits) {
  const Counted call(calls_);
  if (call.others >= options_.max_calls) {
    return Error{ErrorCode::kBusy, "as many questions as allowed are with the model already"};
  }
  const auto own_deadline = options_.time.now() + endpoint_.timeout;
  return complete_with_retries(prompt, {std::min(limits.deadline, own_deadline), limits.stop});
}

Result<std::string> HttpModel::complete_with_retries(const Prompt& prompt, const Limits& limits) {
  const Time& time = options_.time;
  bool with_temperature = takes_temperature_;
  for (int failed = 1;; ++failed) {
    // Sockets know the real clock alone.
    const Limits real_limits{Clock::now() + (limits.deadline - time.now()), limits.stop};
    Attempt made = attempt(endpoint_, request_body(endpoint_, prompt, with_temperature), real_limits);
    if (made.temperature_refused && with_temperature) {  // another request, not the same once more
      with_temperature = takes_temperature_ = false;
      --failed;
      continue;
    }
    if (made.answer || !made.again) return std::move(made.answer);
    const auto pause = pause_after(failed, made.retry_after);
    const auto until = time.now() + pause.value_or(std::chrono::milliseconds(0));
    if (!pause || until >= limits.deadline) {
      Error error = made.answer.error();
      error.message += pause ? "; no time is left to try again" : "; tried " + std::to_string(failed) + " times";
      return error;
    }
    if (!time.sleep(until, limits.stop)) return Error{ErrorCode::kStopped, "the call was stopped"};
  }
}

}  // namespace llm
